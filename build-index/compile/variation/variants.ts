/**
 * Encodes rows of variation, with their places and annotations, as variant records (src/variants/variant-record.ts). A
 * release has a billion rows, so bytes are copied from the dump and few texts are decoded.
 */
import { get } from '../../../src/checked.ts';
import type { ByteSlice } from '../../../src/index/blocks/byte-slices.ts';
import type { FieldWriter } from '../../../src/index/blocks/fields.ts';
import type { NumberedLayout } from '../../../src/variants/record-layouts.ts';
import { INLINE, type MinorLayout, type VariantLayout } from '../../../src/variants/variant-record.ts';
import {
  minorLayout,
  variantLayout,
  writeVariant,
  type VariantLayouts,
} from '../../../src/variants/variant-encoder.ts';
import type { Database } from '../../dump/database.ts';
import { FieldTexts, members } from '../../dump/field-text.ts';
import type { RowBatch } from '../../dump/row-batch.ts';
import { NONE, type VariantAnnotations } from './variant-annotations.ts';
import type { VARIATION_TABLES } from './variation-schema.ts';

export type VariantColumns = Record<keyof (typeof VARIATION_TABLES)['variation'], number>;

/** The sources and attributes to which rows of variation refer. */
interface VariantNames {
  sources: ReadonlyMap<number, { name: string; description: string | null }>;
  attribs: ReadonlyMap<number, string | null>;
}

/** The class of a variant without class in the database: answers derive it from the alleles. */
const NO_CLASS = '';
const MAX_LAYOUTS = 1 << 16;
/** Most allele totals that are remembered: those of a few large studies, of which frequencies are shares. */
const MAX_SUMS = 8;
/** Limits of the numbers from which the key of a layout is computed. */
const [ALL_SOURCES, ALL_CLASSES, ALL_SETS, ALL_ALLELES] = [64, 64, 4096, 8];
const ALL_MINORS = ALL_ALLELES * (MAX_SUMS + 2) * 2;

export async function variantNames(database: Database): Promise<VariantNames> {
  const sources = await database.all<{ id: number; name: string; description: string | null }>(
    'SELECT source_id AS id, name, description FROM source',
  );
  const attribs = await database.all<{ id: number; value: string | null }>('SELECT attrib_id AS id, value FROM attrib');
  return {
    sources: new Map(sources.map(({ id, ...source }) => [id, source])),
    attribs: new Map(attribs.map(({ id, value }) => [id, value])),
  };
}

export class VariantWriter {
  readonly #columns: VariantColumns;
  readonly #names: VariantNames;
  readonly #layouts: VariantLayouts;
  readonly #significance = new FieldTexts();
  readonly #evidence = new FieldTexts();
  readonly #known = new Map<number, NumberedLayout<VariantLayout>>();
  readonly #sums: number[] = [];
  #last: { key: number; layout: NumberedLayout<VariantLayout> } | null = null;

  constructor(columns: VariantColumns, names: VariantNames, layouts: VariantLayouts) {
    this.#columns = columns;
    this.#names = names;
    this.#layouts = layouts;
  }

  /** Does a row get a record? Its source must be known. */
  isRecorded(batch: RowBatch, row: number): boolean {
    return this.#names.sources.has(batch.integer(row, this.#columns.source_id) ?? NaN);
  }

  /**
   * Writes the record without the name at its end, which a record has if its name is not its key.
   *
   * @param places encoded places of the variant, one after the other
   * @param count number of places
   * @param isPartlyPlaced is a place missing, because the core genome lacks its region?
   * @param minorNumber number of the minor allele among the alleles of the first place, if it is one of them
   */
  write(
    batch: RowBatch,
    row: number,
    fields: FieldWriter,
    places: ByteSlice,
    count: number,
    isPartlyPlaced: boolean,
    minorNumber: number | undefined,
    annotations: VariantAnnotations,
  ): void {
    const columns = this.#columns;
    const allele = batch.isNull(row, columns.minor_allele) ? null : (minorNumber ?? INLINE);
    const [frequency, minorCount] = [
      batch.float(row, columns.minor_allele_freq),
      batch.integer(row, columns.minor_allele_count),
    ];
    const minor =
      frequency === null && minorCount === null
        ? null
        : minorLayout(allele, frequency, minorCount, this.#sumsFor(frequency, minorCount));
    const minors: MinorLayout = minor ?? [allele, null, 0];
    const layout =
      annotations === NONE && !isPartlyPlaced
        ? this.#plainLayout(batch, row, minors, count)
        : this.#layout(batch, row, minors, count, annotations, isPartlyPlaced);
    const minorAllele = allele === INLINE ? batch.text(row, columns.minor_allele) : null;
    writeVariant(
      fields,
      layout,
      places,
      { minorAllele, minorAlleleFrequency: frequency, minorAlleleCount: minorCount, synonyms: annotations.synonyms },
      this.#layouts,
    );
  }

  /** Layout of a variant without annotations, as most variants are. */
  #plainLayout(batch: RowBatch, row: number, minor: MinorLayout, count: number): NumberedLayout<VariantLayout> {
    const columns = this.#columns;
    const [source, ofClass] = [
      batch.integer(row, columns.source_id) ?? -1,
      batch.integer(row, columns.class_attrib_id) ?? 0,
    ];
    const [significance, evidence] = [
      batch.textNumber(row, columns.clinical_significance, this.#significance),
      batch.textNumber(row, columns.evidence_attribs, this.#evidence),
    ];
    const isNumbered =
      source < ALL_SOURCES &&
      ofClass < ALL_CLASSES &&
      significance >= 0 &&
      significance < ALL_SETS &&
      evidence >= 0 &&
      evidence < ALL_SETS &&
      source >= 0 &&
      ofClass >= 0;
    const minorKey = this.#keyOfMinor(minor);
    if (!isNumbered || minorKey < 0 || count > 1) return this.#layout(batch, row, minor, count, NONE);
    const isSomatic = batch.integer(row, columns.somatic) === 1 ? 1 : 0;
    const key =
      ((((source * ALL_CLASSES + ofClass) * ALL_SETS + significance) * ALL_SETS + evidence) * 4 +
        2 * isSomatic +
        count) *
        ALL_MINORS +
      minorKey;
    if (this.#last?.key === key) return this.#last.layout;
    let layout = this.#known.get(key);
    if (!layout) {
      if (this.#known.size === MAX_LAYOUTS) this.#known.clear();
      this.#known.set(key, (layout = this.#layout(batch, row, minor, count, NONE)));
    }
    this.#last = { key, layout };
    return layout;
  }

  /** A number below ALL_MINORS; -1 for an allele with a greater number. */
  #keyOfMinor([allele, sum, counted]: MinorLayout): number {
    const number = allele === null ? 0 : allele === INLINE ? 1 : allele + 2;
    const total = sum === null ? 0 : sum === INLINE ? 1 : this.#sums.indexOf(sum) + 2;
    return number < ALL_ALLELES ? (number * (MAX_SUMS + 2) + total) * 2 + counted : -1;
  }

  #layout(
    batch: RowBatch,
    row: number,
    minor: MinorLayout,
    count: number,
    { failed, ambiguity, synonyms }: VariantAnnotations,
    isPartlyPlaced = false,
  ): NumberedLayout<VariantLayout> {
    const columns = this.#columns;
    const { name, description } = get(this.#names.sources, batch.integer(row, columns.source_id) ?? NaN);
    const ofClass = this.#names.attribs.get(batch.integer(row, columns.class_attrib_id) ?? NaN);
    return this.#layouts.variants.layoutOf(
      variantLayout(
        {
          source: name,
          sourceDescription: description,
          somatic: batch.integer(row, columns.somatic) === 1,
          soTerm: ofClass ?? NO_CLASS,
          clinicalSignificance: members(batch.text(row, columns.clinical_significance)),
          evidence: members(batch.text(row, columns.evidence_attribs)).map(
            (id) => this.#names.attribs.get(Number(id)) ?? id,
          ),
          failed,
          ambiguity,
          mappings: { length: count },
          synonyms,
          isPartlyPlaced,
        },
        minor,
        this.#layouts,
      ),
    );
  }

  /** The totals of which a frequency may be a share. */
  #sumsFor(frequency: number | null, count: number | null): readonly number[] {
    if (!frequency || !count) return this.#sums;
    const sum = Math.round(count / frequency);
    // The frequency of a small count has few digits, so the total cannot be derived from it.
    if (this.#sums.length < MAX_SUMS && count >= 100 && !this.#sums.includes(sum)) this.#sums.push(sum);
    return this.#sums;
  }
}
