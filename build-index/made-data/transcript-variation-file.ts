import { describeChange, writeHgvs } from '../../src/variants/hgvs.ts';
import type { Change } from '../../src/variants/variant-shift.ts';
import type { AnnotatedGene, AnnotatedTranscript } from '../demo/annotation.ts';
import { asText } from '../demo/genetic-code.ts';
import { bitOf, textOf } from './consequence-set.ts';
import { RowFile } from './row-file.ts';
import { CHROMOSOME } from './stretch.ts';
import { StretchLines } from './stretch-lines.ts';
import { INSERTION, SNV, type StretchVariants } from './stretch-variants.ts';
import { COMPLEMENT, TranscriptEffects, type TranscriptEffect } from './transcript-effects.ts';
import { TranscriptHgvs } from './transcript-hgvs.ts';
import { writeAllele } from './variant-files.ts';

const MISSENSE = bitOf('missense_variant');
const GREATER = 0x3e;

/** Scores of prediction tools, and what the tools call them; any will do for a residue, as long as it is the same each time. */
const POLYPHEN = Array.from({ length: 1000 }, (_, score) => `${score > 908 ? 'probably damaging' : score > 446 ? 'possibly damaging' : 'benign'}\t${score / 1000}`);
const SIFT = Array.from({ length: 101 }, (_, score) => `${score <= 5 ? 'deleterious' : 'tolerated'}${score % 8 === 3 ? ' - low confidence' : ''}\t${score / 100}`);

/**
 * Rows of transcript_variation, transcript by transcript, as Ensembl's pipeline leaves them (ensembl-variation, TranscriptEffect and
 * TranscriptVariationAdaptor): every allele of every variant within a transcript has its distance from the transcript's nearer end and its
 * genomic and transcript HGVS; what lies in exons has cDNA positions; what lies in coding sequence all the rest.
 */
export class TranscriptVariationFile {
  readonly #file: RowFile;
  #rows = 0;

  constructor(path: string) {
    this.#file = new RowFile(path);
  }

  get size(): number {
    return this.#file.size;
  }

  /** Returns the terms of every variant of the stretch over all transcripts. */
  write(variants: StretchVariants, genes: readonly AnnotatedGene[]): Int32Array {
    const terms = new Int32Array(variants.count);
    if (genes.length === 0) return terms;
    const lines = new StretchLines(variants.origin, variants.bases);
    const genomic = new GenomicTexts(variants, lines);
    for (const gene of genes) {
      for (const transcript of gene.transcripts) {
        const hgvs = new TranscriptHgvs(lines, gene, transcript);
        new TranscriptEffects(variants, gene, transcript, hgvs.model).forEach((effect) => {
          terms[effect.variant]! |= effect.terms;
          this.#writeEffect(variants, transcript, effect);
          if (variants.kind[effect.variant] === SNV) this.#writeBaseHgvs(variants, effect, hgvs, gene.strand);
          else this.#writeHgvs(genomic.of(effect.variant), hgvs.of(changeOf(variants, effect.variant)));
          this.#writeScores(effect);
        });
      }
    }
    return terms;
  }

  close(): void {
    this.#file.close();
  }

  #writeEffect(variants: StretchVariants, transcript: AnnotatedTranscript, { variant, allele, start, end, terms, cdnaStart, cdnaEnd, cdsStart, cdsEnd, codons, residues }: TranscriptEffect): void {
    const file = this.#file;
    file.number(++this.#rows).tab().number(variants.first + variant + 1).tab().text(transcript.stableId).tab();
    writeAllele(file, variants, variant, allele);
    file.text('\t0\t').text(textOf(terms));
    this.#writePositions(cdsStart, cdsEnd);
    this.#writePositions(cdnaStart, cdnaEnd);
    if (cdsStart === 0) this.#writePositions(0, 0);
    else this.#writePositions(Math.ceil(cdsStart / 3), Math.ceil(cdsEnd / 3));
    const distance = Math.min(start - transcript.start, Math.abs(end - transcript.start), transcript.end - end, transcript.end - start);
    file.tab().number(distance);
    if (codons === '') file.text('\t\\N\t\\N\t');
    else file.tab().text(codons).tab().text(residues).tab();
  }

  /** @param start,end each 0 where there is none; an insertion before the first base ends at 0, too */
  #writePositions(start: number, end: number): void {
    const file = this.#file.tab();
    if (start === 0) file.text('\\N');
    else file.number(start);
    file.tab();
    if (end === 0 && start !== 1) file.text('\\N');
    else file.number(end);
  }

  #writeBaseHgvs(variants: StretchVariants, { start, allele, cdsStart }: TranscriptEffect, hgvs: TranscriptHgvs, strand: 1 | -1): void {
    const file = this.#file;
    const reference = variants.baseAt(start);
    file.text(`${CHROMOSOME}:g.`).number(start).byte(reference).byte(GREATER).byte(allele).tab().text(hgvs.baseText(start));
    if (strand === 1) file.byte(reference).byte(GREATER).byte(allele).tab();
    else file.byte(COMPLEMENT[reference]!).byte(GREATER).byte(COMPLEMENT[allele]!).tab();
    file.text((cdsStart === 0 ? null : hgvs.proteinOfBase(cdsStart, strand === 1 ? allele : COMPLEMENT[allele]!)) ?? '\\N');
  }

  #writeHgvs(genomic: string, { transcript, protein }: { transcript: string | null; protein: string | null }): void {
    this.#file.text(genomic).tab().text(transcript ?? '\\N').tab().text(protein ?? '\\N');
  }

  #writeScores({ terms, cdsStart }: TranscriptEffect): void {
    if (terms & MISSENSE) this.#file.tab().text(POLYPHEN[(cdsStart * 61) % 1000]!).tab().text(SIFT[(cdsStart * 37) % 101]!).text('\t1').end();
    else this.#file.text('\t\\N\t\\N\t\\N\t\\N\t1').end();
  }
}

/** Genomic HGVS of insertions and deletions: the same for all transcripts, so written once. */
class GenomicTexts {
  readonly #variants: StretchVariants;
  readonly #lines: StretchLines;
  readonly #known = new Map<number, string>();

  constructor(variants: StretchVariants, lines: StretchLines) {
    this.#variants = variants;
    this.#lines = lines;
  }

  of(variant: number): string {
    let text = this.#known.get(variant);
    if (text === undefined) {
      text = writeHgvs(CHROMOSOME, 'g', describeChange(changeOf(this.#variants, variant), this.#lines.along(1))!, String)!;
      this.#known.set(variant, text);
    }
    return text;
  }
}

function changeOf(variants: StretchVariants, variant: number): Change {
  const isInsertion = variants.kind[variant] === INSERTION;
  return {
    start: variants.start[variant]!, end: variants.endOf(variant),
    reference: isInsertion ? '' : asText(variants.reference(variant)), alternative: isInsertion ? asText(variants.insertedAt(variant)) : '',
  };
}
