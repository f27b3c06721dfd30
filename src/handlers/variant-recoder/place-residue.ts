/** The places on the genome of a change of one residue: of its codon, which may lie in two exons. */
import { residueChanges, type CodonChange } from '../../variants/hgvs-change.ts';
import { HgvsPositions } from '../../variants/hgvs-positions.ts';
import { notParsed, type ProteinNotation } from '../../variants/hgvs-text.ts';
import { exonsOf } from '../../genome/transcript.ts';
import { forwardSlice, type SeqRegionRecord } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import { readBases } from '../../release/sequence-reader.ts';
import { attempt, insistOnSome, type Outcome } from '../outcome.ts';
import { asText } from './coding-models.ts';
import { nameThatCounts, type NamedTranscript } from './named-transcripts.ts';
import { around, asPlaced, refuseBeyond, type VariantPlace } from './variant-place.ts';

/** A residue's codon on one transcript. */
export interface Codon {
  notation: ProteinNotation;
  region: SeqRegionRecord;
  strand: 1 | -1;
  /** Forward positions of its bases, in the order of the codon. */
  bases: [number, number, number];
}

/** Throws ApiError (400) where the transcript does not have all of the codon. */
export function codonOf(notation: ProteinNotation, { gene, transcript, translation, region }: NamedTranscript): Codon {
  const positions = new HgvsPositions(exonsOf(gene, transcript), translation);
  const first = (notation.position - 1) * 3 + 1;
  const bases = [first, first + 1, first + 2].map((base) => positions.codingBase(base));
  if (bases.some((base) => base === null)) {
    throw notParsed(notation.text, `Unable to map the peptide coordinate ${notation.position} to genomic coordinates for protein ${nameThatCounts(notation.sequence)}`);
  }
  return { notation, region, strand: positions.strand, bases: bases as [number, number, number] };
}

/** An intron interrupts it. */
export function isSplit({ bases: [first, , last], strand }: Codon): boolean {
  return (last - first) * strand !== 2;
}

/** Of a codon in one exon. */
export function placeCodon({ notation, region, strand, bases: [first, , last] }: Codon): VariantPlace {
  return {
    ...around(region, first, last, 3),
    settle: (flanks) => {
      const [start, line] = [first * strand, flanks.along(strand)];
      return residueChanges(notation, line.bases(start, start + 2), region.codonTable).map(({ at, reference, alternative }) => (
        asPlaced({ start: start + at, end: start + at + reference.length - 1, reference, alternative }, strand)));
    },
  };
}

/**
 * Of split codons, whose bases are read for it: a place for each shortest change, but for those that would take too long an intron along, if others do
 * not. One wave of reads.
 */
export async function placeSplitCodons(dna: Genome, codons: readonly Codon[]): Promise<Outcome<VariantPlace[]>[]> {
  const slices = codons.flatMap(({ region, strand, bases }) => bases.map((base) => ({ ...forwardSlice(region, { start: base, end: base }), strand })));
  const letters = slices.length > 0 ? (await readBases(dna, slices)).map(asText) : [];
  return codons.map((codon, each) => attempt(() => {
    const changes = residueChanges(codon.notation, letters.slice(each * 3, each * 3 + 3).join(''), codon.region.codonTable);
    return insistOnSome(changes.map((change) => attempt(() => placeChange(codon, change))));
  }));
}

/** What is changed on both sides of the intron takes the intron along, as it is. */
function placeChange({ notation, region, strand, bases }: Codon, { at, reference, alternative }: CodonChange): VariantPlace {
  const changed = bases.slice(at, at + reference.length).map((base) => base * strand);
  const [start, end] = [changed[0]!, changed.at(-1)!];
  refuseBeyond(notation, region, start * strand, end * strand, 0);
  return {
    ...around(region, start * strand, end * strand, reference.length),
    settle: (flanks) => {
      const before = flanks.along(strand).bases(start, end);
      const after = [...before];
      changed.forEach((base, each) => (after[base - start] = alternative[each]!));
      return [asPlaced({ start, end, reference: before, alternative: after.join('') }, strand)];
    },
  };
}
