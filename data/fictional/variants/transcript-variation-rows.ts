import { reverseComplement } from '../../../src/genome/bases.ts';
import type { ExonRecord } from '../../../src/genome/gene-record.ts';
import { describeChange, writeHgvs } from '../../../src/variants/hgvs-notation.ts';
import { HgvsPositions } from '../../../src/variants/hgvs-positions.ts';
import { type CodingModel, proteinHgvs } from '../../../src/variants/hgvs-protein.ts';
import { type Change, type Line, orient } from '../../../src/variants/variant-shift.ts';
import type { RowFile } from '../dump/row-file.ts';
import type { AnnotatedGene, AnnotatedTranscript, AnnotatedTranslation } from '../genes/annotation.ts';
import { CHROMOSOME } from '../genome/tile.ts';
import { asText } from '../sequence/genetic-code.ts';
import { bitOf, textOf } from './consequences.ts';
import { INSERTION, SNV, type TileVariants } from './tile-variants.ts';
import { COMPLEMENT, type TranscriptEffect, TranscriptEffects } from './transcript-effects.ts';
import { writeAllele } from './variant-rows.ts';

const MISSENSE = bitOf('missense_variant');
const GREATER = 0x3e;

/**
 * Scores of prediction tools, and what the tools call them; any will do for a residue, as long as it is the same each
 * time.
 */
const POLYPHEN = Array.from(
  { length: 1000 },
  (_, score) => `${score > 908 ? 'probably damaging' : score > 446 ? 'possibly damaging' : 'benign'}\t${score / 1000}`,
);
const SIFT = Array.from(
  { length: 101 },
  (_, score) =>
    `${score <= 5 ? 'deleterious' : 'tolerated'}${score % 8 === 3 ? ' - low confidence' : ''}\t${score / 100}`,
);

/**
 * Rows of transcript_variation, transcript by transcript, as Ensembl's pipeline leaves them (ensembl-variation,
 * TranscriptEffect and TranscriptVariationAdaptor): every allele of every variant within a transcript has its
 * distance from the transcript's nearer end and its genomic and transcript HGVS; what lies in exons has cDNA
 * positions; what lies in coding sequence all the rest.
 */
export class TranscriptVariationRows {
  readonly #file: RowFile;
  #rows = 0;

  constructor(file: RowFile) {
    this.#file = file;
  }

  /** Returns the terms of every variant of the tile over all transcripts. */
  write(variants: TileVariants, genes: readonly AnnotatedGene[]): Int32Array {
    const terms = new Int32Array(variants.count);
    if (genes.length === 0) return terms;
    const lines = new TileStrands(variants.origin, variants.bases);
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

  #writeEffect(
    variants: TileVariants,
    transcript: AnnotatedTranscript,
    { variant, allele, start, end, terms, cdnaStart, cdnaEnd, cdsStart, cdsEnd, codons, residues }: TranscriptEffect,
  ): void {
    const file = this.#file;
    file
      .number(++this.#rows)
      .tab()
      .number(variants.first + variant + 1)
      .tab()
      .text(transcript.stableId)
      .tab();
    writeAllele(file, variants, variant, allele);
    file.text('\t0\t').text(textOf(terms));
    this.#writePositions(cdsStart, cdsEnd);
    this.#writePositions(cdnaStart, cdnaEnd);
    if (cdsStart === 0) this.#writePositions(0, 0);
    else this.#writePositions(Math.ceil(cdsStart / 3), Math.ceil(cdsEnd / 3));
    const distance = Math.min(
      start - transcript.start,
      Math.abs(end - transcript.start),
      transcript.end - end,
      transcript.end - start,
    );
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

  #writeBaseHgvs(
    variants: TileVariants,
    { start, allele, cdsStart }: TranscriptEffect,
    hgvs: TranscriptHgvs,
    strand: 1 | -1,
  ): void {
    const file = this.#file;
    const reference = variants.baseAt(start);
    file
      .text(`${CHROMOSOME}:g.`)
      .number(start)
      .byte(reference)
      .byte(GREATER)
      .byte(allele)
      .tab()
      .text(hgvs.baseText(start));
    if (strand === 1) file.byte(reference).byte(GREATER).byte(allele).tab();
    else file.byte(COMPLEMENT[reference]!).byte(GREATER).byte(COMPLEMENT[allele]!).tab();
    file.text(
      (cdsStart === 0 ? null : hgvs.proteinOfBase(cdsStart, strand === 1 ? allele : COMPLEMENT[allele]!)) ?? '\\N',
    );
  }

  #writeHgvs(genomic: string, { transcript, protein }: { transcript: string | null; protein: string | null }): void {
    this.#file
      .text(genomic)
      .tab()
      .text(transcript ?? '\\N')
      .tab()
      .text(protein ?? '\\N');
  }

  #writeScores({ terms, cdsStart }: TranscriptEffect): void {
    if (terms & MISSENSE)
      this.#file
        .tab()
        .text(POLYPHEN[(cdsStart * 61) % 1000]!)
        .tab()
        .text(SIFT[(cdsStart * 37) % 101]!)
        .text('\t1')
        .end();
    else this.#file.text('\t\\N\t\\N\t\\N\t\\N\t1').end();
  }
}

/** Genomic HGVS of insertions and deletions: the same for all transcripts, so written once. */
class GenomicTexts {
  readonly #variants: TileVariants;
  readonly #lines: TileStrands;
  readonly #known = new Map<number, string>();

  constructor(variants: TileVariants, lines: TileStrands) {
    this.#variants = variants;
    this.#lines = lines;
  }

  of(variant: number): string {
    let text = this.#known.get(variant);
    if (text === undefined) {
      text = writeHgvs(
        CHROMOSOME,
        'g',
        describeChange(changeOf(this.#variants, variant), this.#lines.along(1))!,
        String,
      )!;
      this.#known.set(variant, text);
    }
    return text;
  }
}

function changeOf(variants: TileVariants, variant: number): Change {
  const isInsertion = variants.kind[variant] === INSERTION;
  return {
    start: variants.start[variant]!,
    end: variants.endOf(variant),
    reference: isInsertion ? '' : asText(variants.reference(variant)),
    alternative: isInsertion ? asText(variants.insertedAt(variant)) : '',
  };
}

/**
 * The bases of a tile along both strands, turned once: what HGVS asks for every insertion and deletion in every
 * transcript.
 */
export class TileStrands {
  readonly #forward: string;
  readonly #reverse: string;
  /** First and last position on the chromosome. */
  readonly #first: number;
  readonly #last: number;

  constructor(first: number, bases: Uint8Array) {
    this.#forward = asText(bases);
    this.#reverse = asText(reverseComplement(bases));
    this.#first = first;
    this.#last = first + bases.length - 1;
  }

  along(strand: 1 | -1): Line {
    const [text, first, last] =
      strand === 1 ? [this.#forward, this.#first, this.#last] : [this.#reverse, -this.#last, -this.#first];
    return { last, bases: (start, end) => text.slice(Math.max(0, start - first), Math.max(0, end - first + 1)) };
  }
}

// How HGVS writes alleles on a made transcript and its protein; all but single bases by the code that answers
// requests.
export class TranscriptHgvs {
  /** Null for a transcript that codes nothing. */
  readonly model: CodingModel | null;
  readonly #strand: 1 | -1;
  readonly #positions: HgvsPositions;
  readonly #line: Line;
  /** `DEMOAT00000000001.1:c.` */
  readonly #prefix: string;
  readonly #numbering: 'c' | 'n';
  readonly #name: string;
  readonly #proteinPrefix: string;

  constructor(lines: TileStrands, { strand }: AnnotatedGene, transcript: AnnotatedTranscript) {
    const { exons, translation } = transcript;
    this.model = translation && codingModel(transcript, translation);
    this.#strand = strand;
    this.#positions = new HgvsPositions(
      exons.map((exon): ExonRecord => ({ ...exon, id: exon.stableId, strand })),
      translation && {
        id: translation.stableId,
        version: translation.version,
        dbId: translation.dbId,
        startExon: exons.indexOf(translation.startExon),
        startOffset: translation.startOffset,
        endExon: exons.indexOf(translation.endExon),
        endOffset: translation.endOffset,
        length: translation.peptide.length,
        attribs: [],
      },
    );
    this.#line = lines.along(strand);
    this.#numbering = translation ? 'c' : 'n';
    this.#name = `${transcript.stableId}.${transcript.version}`;
    this.#prefix = `${this.#name}:${this.#numbering}.`;
    this.#proteinPrefix = translation ? `${translation.stableId}.${translation.version}:p.` : '';
  }

  /**
   * `DEMOAT00000000001.1:c.151`, to which the two bases are added: eight of ten alleles are single bases in introns,
   * where nothing else is needed.
   */
  baseText(position: number): string {
    return this.#prefix + this.#positions.snpText(position)!;
  }

  /**
   * What a base of the coding sequence does to the protein.
   * @param at 1-based in the model's coding sequence
   * @param base in the transcript's sense
   */
  proteinOfBase(at: number, base: number): string | null {
    const alternative = String.fromCharCode(base);
    const protein = proteinHgvs(this.model!, {
      start: at,
      end: at,
      reference: this.model!.coding[at - 1]!,
      alternative,
    });
    return protein && this.#proteinPrefix + protein;
  }

  /**
   * Of an insertion or deletion, at the last place that it can be moved to.
   * @param change of the forward strand, within the transcript
   */
  of(change: Change): { transcript: string | null; protein: string | null } {
    const described = describeChange(orient(change, this.#strand), this.#line)!;
    return {
      transcript: writeHgvs(this.#name, this.#numbering, described, (position) =>
        this.#positions.text(position * this.#strand),
      ),
      protein:
        this.model && this.#positions.touchesCoding(change) ? this.#proteinOf(this.model, described.change) : null,
    };
  }

  #proteinOf(model: CodingModel, moved: Change): string | null {
    const place = this.#positions.codingPlace(moved);
    const protein = place && proteinHgvs(model, { ...moved, ...place });
    return protein && this.#proteinPrefix + protein;
  }
}

function codingModel({ isoform, spliced }: AnnotatedTranscript, { frameStart }: AnnotatedTranslation): CodingModel {
  const { start, end } = isoform.cds!;
  return {
    coding: 'N'.repeat(start - frameStart) + asText(spliced.subarray(start, end)),
    utr: asText(spliced.subarray(end)),
    codonTable: 1,
    completeStart: start === frameStart && !isoform.startNotFound,
    attribs: [],
  };
}
