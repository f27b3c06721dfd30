/**
 * Builds the cDNA, coding sequence and peptide of a transcript from the bases of its exons. Sequences are ASCII bytes
 * in either case. Follows Ensembl's core API (Bio::EnsEMBL::Transcript: spliced_seq, translateable_seq, translate).
 */
import { joinBytes } from '../index/blocks/bytes.ts';
import { CodonTable } from './codon-table.ts';
import type { ExonRecord, TranscriptRecord, TranslationRecord } from './gene-record.ts';
import { applyEdits, editedCodingSpan, peptideEdits, transcriptEdits } from './sequence-edits.ts';
import { codingPieces, exonLength, startPhase, type CodingGene } from './transcript.ts';

const N = 'N'.charCodeAt(0);

/** The spliced transcript with its RNA edits, from the bases of each exon in the order of the transcript. */
export function splice(transcript: TranscriptRecord, exonBases: readonly Uint8Array[]): Uint8Array {
  return applyEdits(joinBytes(exonBases), transcriptEdits(transcript.attribs));
}

/** As splice, with untranslated bases in lower case. */
export function spliceWithMaskedUtr(
  gene: CodingGene,
  transcript: TranscriptRecord,
  exonBases: readonly Uint8Array[],
): Uint8Array {
  const coding = new Map(codingPieces(gene, transcript).map((piece) => [piece.rank, piece]));
  const masked = exonBases.map((shared, index) => {
    const bases = shared.slice();
    const piece = coding.get(index + 1);
    if (!piece) {
      lowerCase(bases, 0, bases.length);
      return bases;
    }
    const { exon } = piece;
    const circularLength = gene.region?.circularLength;
    const before = exonLength({ start: exon.start, end: piece.start }, circularLength) - 1;
    const after = exonLength({ start: piece.end, end: exon.end }, circularLength) - 1;
    const [head, tail] = exon.strand === -1 ? [after, before] : [before, after];
    lowerCase(bases, 0, head);
    lowerCase(bases, bases.length - tail, bases.length);
    return bases;
  });
  return splice(transcript, masked);
}

/**
 * The coding part of a spliced and edited transcript. A translation that starts within a codon begins with an N for
 * each missing base. Empty if there are no coding bases.
 *
 * @param exonLengths lengths of all exons in the order of the transcript, before edits
 */
export function codingSequence(
  transcript: TranscriptRecord,
  exons: readonly ExonRecord[],
  exonLengths: readonly number[],
  translation: TranslationRecord,
  spliced: Uint8Array,
): Uint8Array {
  const before = (exon: number) => exonLengths.slice(0, exon).reduce((sum, length) => sum + length, 0);
  const { start, end } = editedCodingSpan(transcript, {
    start: before(translation.startExon) + translation.startOffset,
    end: before(translation.endExon) + translation.endOffset,
  });
  if (start < 1 || end < start) return new Uint8Array(0);
  const coding = spliced.subarray(start - 1, end);
  const missing = startPhase(exons, translation);
  if (missing === 0) return coding;
  const padded = new Uint8Array(missing + coding.length).fill(N, 0, missing);
  padded.set(coding, missing);
  return padded;
}

/**
 * The peptide of a coding sequence with its edits (selenocysteines, substitutions). Leaves out a stop codon or an
 * incomplete codon at the end. Stops within the sequence become '*', unknown codons 'X', and a first codon that can
 * start a protein 'M', also where the annotation says that the start of the protein is missing.
 */
export function translate(
  coding: Uint8Array,
  codonTable: number,
  translation: Pick<TranslationRecord, 'attribs'>,
): Uint8Array {
  const table = CodonTable.of(codonTable);
  let codons = Math.floor(coding.length / 3);
  if (codons > 0 && coding.length % 3 === 0 && table.isStop(coding, coding.length - 3)) codons--;
  const peptide = new Uint8Array(codons);
  for (let each = 0; each < codons; each++) peptide[each] = table.residueAt(coding, each * 3);
  if (codons > 0) peptide[0] = table.firstResidueOf(coding);
  // Edits apply only to a peptide that has residues.
  return codons === 0 ? peptide : applyEdits(peptide, peptideEdits(translation.attribs));
}

/** Writes the letters from `from` (0-based) up to, but not including, `to` in lower case, in place. */
export function lowerCase(bases: Uint8Array, from: number, to: number): void {
  for (let at = Math.max(from, 0); at < Math.min(to, bases.length); at++) {
    const letter = bases[at]!;
    if (letter >= 65 && letter <= 90) bases[at] = letter | 32;
  }
}
