import { at, present } from '../../../src/checked.ts';
import { reverseComplement } from '../../../src/genome/bases.ts';
import type { ExonRecord } from '../../../src/genome/gene-record.ts';
import { describeChange, writeHgvs } from '../../../src/variants/hgvs-notation.ts';
import { HgvsPositions } from '../../../src/variants/hgvs-positions.ts';
import { type CodingModel, proteinHgvs } from '../../../src/variants/hgvs-protein.ts';
import { type Change, type Line, orient } from '../../../src/variants/variant-shift.ts';
import { NULL, type RowField, type RowFile } from '../../../build-index/dump-writer/row-file.ts';
import type { AnnotatedGene, AnnotatedTranscript, AnnotatedTranslation } from '../genes/annotation.ts';
import { CHROMOSOME } from '../genome/tile.ts';
import { asText, complementOf } from '../sequence/genetic-code.ts';
import { bitOf, textOf } from './consequences.ts';
import { INSERTION, SNV, type TileVariants } from './tile-variants.ts';
import { type TranscriptEffect, TranscriptEffects } from './transcript-effects.ts';

const MISSENSE = bitOf('missense_variant');

/** Two columns: prediction and score. The scores are arbitrary, but the same residue always has the same score. */
const POLYPHEN = Array.from(
  { length: 1000 },
  (_, score) => `${score > 908 ? 'probably damaging' : score > 446 ? 'possibly damaging' : 'benign'}\t${score / 1000}`,
);
const SIFT = Array.from(
  { length: 101 },
  (_, score) =>
    `${score <= 5 ? 'deleterious' : 'tolerated'}${score % 8 === 3 ? ' - low confidence' : ''}\t${score / 100}`,
);

interface HgvsTexts {
  transcript: string | null;
  protein: string | null;
}

/**
 * Rows of transcript_variation, transcript by transcript, with the columns that Ensembl's pipeline fills
 * (ensembl-variation, TranscriptEffect and TranscriptVariationAdaptor). Every allele of every variant within a
 * transcript has the distance to the nearer end of the transcript and genomic and transcript HGVS. Alleles in exons
 * also have cDNA positions, alleles in the coding sequence all columns.
 */
export class TranscriptVariationRows {
  readonly #file: RowFile;
  #rows = 0;

  constructor(file: RowFile) {
    this.#file = file;
  }

  /** Returns the terms of every variant of the tile in all transcripts. */
  write(variants: TileVariants, genes: readonly AnnotatedGene[]): Int32Array {
    const terms = new Int32Array(variants.count);
    if (genes.length === 0) return terms;
    const lines = new TileStrands(variants.origin, variants.bases);
    const genomic = new GenomicTexts(variants, lines);
    for (const gene of genes) {
      for (const transcript of gene.transcripts) {
        const hgvs = new TranscriptHgvs(lines, gene, transcript);
        new TranscriptEffects(variants, gene, transcript, hgvs.model).forEach((effect) => {
          const { variant } = effect;
          terms[variant] = at(terms, variant) | effect.terms;
          const texts =
            variants.kind[variant] === SNV
              ? hgvs.ofBase(effect, variants.baseAt(effect.start))
              : hgvs.of(changeOf(variants, variant));
          this.#writeRow(variants, transcript, effect, genomic.of(variant, effect.allele), texts);
        });
      }
    }
    return terms;
  }

  #writeRow(
    variants: TileVariants,
    transcript: AnnotatedTranscript,
    { variant, allele, start, end, terms, cdnaStart, cdnaEnd, cdsStart, cdsEnd, codons, residues }: TranscriptEffect,
    genomicText: string,
    { transcript: transcriptText, protein: proteinText }: HgvsTexts,
  ): void {
    const distance = Math.min(
      start - transcript.start,
      Math.abs(end - transcript.start),
      transcript.end - end,
      transcript.end - start,
    );
    const isMissense = (terms & MISSENSE) !== 0;
    this.#file.row(
      ++this.#rows,
      variants.first + variant + 1,
      transcript.stableId,
      variants.alleleString(variant, allele),
      0,
      textOf(terms),
      ...positionFields(cdsStart, cdsEnd),
      ...positionFields(cdnaStart, cdnaEnd),
      ...positionFields(Math.ceil(cdsStart / 3), Math.ceil(cdsEnd / 3)),
      distance,
      codons || NULL,
      residues || NULL,
      genomicText,
      transcriptText ?? NULL,
      proteinText ?? NULL,
      isMissense ? at(POLYPHEN, (cdsStart * 61) % POLYPHEN.length) : `${NULL}\t${NULL}`,
      isMissense ? at(SIFT, (cdsStart * 37) % SIFT.length) : `${NULL}\t${NULL}`,
      1,
    );
  }
}

/** @param start,end 0 for none; but an insertion before the first base has start 1 and end 0 */
function positionFields(start: number, end: number): [start: RowField, end: RowField] {
  return [start === 0 ? NULL : start, end === 0 && start !== 1 ? NULL : end];
}

/** Genomic HGVS, cached because it is the same for all transcripts. */
class GenomicTexts {
  readonly #variants: TileVariants;
  readonly #lines: TileStrands;
  readonly #known = new Map<number, string>();

  constructor(variants: TileVariants, lines: TileStrands) {
    this.#variants = variants;
    this.#lines = lines;
  }

  /** @param allele alternative base of an SNV, below 256; 0 for other variants */
  of(variant: number, allele: number): string {
    const key = 256 * variant + allele;
    let text = this.#known.get(key);
    if (text === undefined) {
      text = this.#variants.kind[variant] === SNV ? this.#ofBase(variant, allele) : this.#ofChange(variant);
      this.#known.set(key, text);
    }
    return text;
  }

  #ofBase(variant: number, allele: number): string {
    const start = this.#variants.startOf(variant);
    return `${CHROMOSOME}:g.${start}${letter(this.#variants.baseAt(start))}>${letter(allele)}`;
  }

  #ofChange(variant: number): string {
    const change = present(describeChange(changeOf(this.#variants, variant), this.#lines.along(1)), 'a change');
    return present(writeHgvs(CHROMOSOME, 'g', change, String), 'genomic HGVS');
  }
}

function changeOf(variants: TileVariants, variant: number): Change {
  const isInsertion = variants.kind[variant] === INSERTION;
  return {
    start: variants.startOf(variant),
    end: variants.endOf(variant),
    reference: isInsertion ? '' : asText(variants.reference(variant)),
    alternative: isInsertion ? asText(variants.insertedAt(variant)) : '',
  };
}

/** The bases of a tile along both strands. HGVS of insertions and deletions reads them for every transcript. */
class TileStrands {
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

/** HGVS of alleles on a fictional transcript and its protein. Uses the service's code except for single bases. */
class TranscriptHgvs {
  /** Null for a non-coding transcript. */
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

  /** HGVS of an SNV. @param reference base of the forward strand */
  ofBase({ start, allele, cdsStart }: TranscriptEffect, reference: number): HgvsTexts {
    const forward = this.#strand === 1;
    const own = forward ? allele : complementOf(allele);
    const replacement = `${letter(forward ? reference : complementOf(reference))}>${letter(own)}`;
    return {
      transcript: this.baseText(start) + replacement,
      protein: cdsStart === 0 ? null : this.proteinOfBase(cdsStart, own),
    };
  }

  /** `DEMOAT00000000001.1:c.151`, without the bases. @param position on the chromosome, within the transcript */
  baseText(position: number): string {
    return this.#prefix + present(this.#positions.snpText(position), 'the position of an SNV');
  }

  /**
   * Protein HGVS of a replaced base in the coding sequence.
   * @param position 1-based in the model's coding sequence
   * @param base in the transcript's sense
   */
  proteinOfBase(position: number, base: number): string | null {
    const model = present(this.model, 'the coding sequence');
    const protein = proteinHgvs(model, {
      start: position,
      end: position,
      reference: model.coding.charAt(position - 1),
      alternative: letter(base),
    });
    return protein && this.#proteinPrefix + protein;
  }

  /**
   * HGVS of an insertion or deletion, shifted to its 3'-most place.
   * @param change on the forward strand, within the transcript
   */
  of(change: Change): HgvsTexts {
    const described = present(describeChange(orient(change, this.#strand), this.#line), 'a change');
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

function letter(base: number): string {
  return String.fromCharCode(base);
}

function codingModel({ isoform, spliced }: AnnotatedTranscript, { frameStart }: AnnotatedTranslation): CodingModel {
  const { start, end } = present(isoform.cds, 'the coding part of a translated isoform');
  return {
    coding: 'N'.repeat(start - frameStart) + asText(spliced.subarray(start, end)),
    utr: asText(spliced.subarray(end)),
    codonTable: 1,
    completeStart: start === frameStart && !isoform.startNotFound,
    attribs: [],
  };
}
