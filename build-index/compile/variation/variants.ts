/**
 * Every short variant as its record (src/variants/variant-record.ts), from the row of variation and what is read beside
 * it: a release has a billion of them, so that rows go from the dump's bytes to the record's with as few texts as may
 * be.
 */
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

/** What rows of variation name by their ids. */
interface VariantNames {
  sources: ReadonlyMap<number, { name: string; description: string | null }>;
  attribs: ReadonlyMap<number, string | null>;
}

/** The class of a variant for which the database has none. */
const ANY_CLASS = 'sequence_alteration';
const MOST_LAYOUTS = 1 << 16;
/** Numbers that frequencies are shares of: those of a few large studies. */
const MOST_SUMS = 8;
/** Columns are numbered below these where a layout is looked up by numbers. */
const [ALL_SOURCES, ALL_CLASSES, ALL_SETS] = [64, 64, 4096];

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

  /** Whether a row has a record: its source must be known. */
  isRecorded(batch: RowBatch, row: number): boolean {
    return this.#names.sources.has(batch.integer(row, this.#columns.source_id) ?? NaN);
  }

  /**
   * Writes the record without its end: the name, where it is not the key.
   *
   * @param places of the variant, written one behind the other, `count` of them
   * @param minorNumber which of the alleles of the first the minor allele is, if it is one of them
   */
  write(
    batch: RowBatch,
    row: number,
    fields: FieldWriter,
    places: ByteSlice,
    count: number,
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
    const layout =
      allele === null && minor === null && annotations === NONE
        ? this.#plainLayout(batch, row, count)
        : this.#layout(batch, row, minor ?? [allele, null, 0], count, annotations);
    const minorAllele = allele === INLINE ? batch.text(row, columns.minor_allele) : null;
    writeVariant(
      fields,
      layout,
      places,
      { minorAllele, minorAlleleFrequency: frequency, minorAlleleCount: minorCount, synonyms: annotations.synonyms },
      this.#layouts,
    );
  }

  /** Of a variant that has nothing of its own but its places, as most are. */
  #plainLayout(batch: RowBatch, row: number, count: number): NumberedLayout<VariantLayout> {
    const columns = this.#columns;
    const [source, ofClass] = [
      batch.integer(row, columns.source_id)!,
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
    if (!isNumbered || count > 1) return this.#layout(batch, row, [null, null, 0], count, NONE);
    const isSomatic = batch.integer(row, columns.somatic) === 1 ? 1 : 0;
    const key =
      ((((source * ALL_CLASSES + ofClass) * ALL_SETS + significance) * ALL_SETS + evidence) * 2 + isSomatic) * 2 +
      count;
    if (this.#last?.key === key) return this.#last.layout;
    let layout = this.#known.get(key);
    if (!layout) {
      if (this.#known.size === MOST_LAYOUTS) this.#known.clear();
      this.#known.set(key, (layout = this.#layout(batch, row, [null, null, 0], count, NONE)));
    }
    this.#last = { key, layout };
    return layout;
  }

  #layout(
    batch: RowBatch,
    row: number,
    minor: MinorLayout,
    count: number,
    { failed, ambiguity, synonyms }: VariantAnnotations,
  ): NumberedLayout<VariantLayout> {
    const columns = this.#columns;
    const { name, description } = this.#names.sources.get(batch.integer(row, columns.source_id)!)!;
    const ofClass = this.#names.attribs.get(batch.integer(row, columns.class_attrib_id) ?? NaN);
    return this.#layouts.variants.layoutOf(
      variantLayout(
        {
          source: name,
          sourceDescription: description,
          somatic: batch.integer(row, columns.somatic) === 1,
          soTerm: ofClass ?? ANY_CLASS,
          clinicalSignificance: members(batch.text(row, columns.clinical_significance)),
          evidence: members(batch.text(row, columns.evidence_attribs)).map(
            (id) => this.#names.attribs.get(Number(id)) ?? id,
          ),
          failed,
          ambiguity,
          mappings: { length: count },
          synonyms,
        },
        minor,
        this.#layouts,
      ),
    );
  }

  /** What a count may be a share of. */
  #sumsFor(frequency: number | null, count: number | null): readonly number[] {
    if (!frequency || !count) return this.#sums;
    const sum = Math.round(count / frequency);
    // Small counts have frequencies of few digits, which are shares of many numbers.
    if (this.#sums.length < MOST_SUMS && count >= 100 && !this.#sums.includes(sum)) this.#sums.push(sum);
    return this.#sums;
  }
}
