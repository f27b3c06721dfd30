/** Encodes rows of variation_feature as the places in variant records (src/variants/variant-record.ts). */
import { present } from '../../../src/checked.ts';
import { fixedLength, type FieldWriter } from '../../../src/index/blocks/fields.ts';
import { pairCode } from '../../../src/variants/variant-alleles.ts';
import type { RegionRef } from '../../../src/genome/seq-region.ts';
import type { NumberedLayout } from '../../../src/variants/record-layouts.ts';
import type { PlaceLayout } from '../../../src/variants/variant-record.ts';
import { alleleNumber, placeLayout, writePlace, type VariantLayouts } from '../../../src/variants/variant-encoder.ts';
import { FieldTexts, members } from '../../dump/field-text.ts';
import type { RowBatch } from '../../dump/row-batch.ts';
import { type RegionSet, regionRef } from '../genome/regions.ts';
import type { VARIATION_TABLES } from './variation-schema.ts';

/** A row with the ancestral allele of a place: the place itself, or in older dumps its variant. */
export interface AncestralRow {
  batch: RowBatch;
  row: number;
  column: number;
}

export type PlaceColumn =
  | 'variation_id'
  | 'variation_feature_id'
  | 'seq_region_id'
  | 'seq_region_start'
  | 'seq_region_end'
  | 'seq_region_strand'
  | 'allele_string'
  | 'ancestral_allele'
  | 'consequence_types';
/** Indexes of the columns in the dump. Columns that the dump lacks are read as NULL. */
type PlaceColumns = Record<PlaceColumn & keyof (typeof VARIATION_TABLES)['variation_feature'], number>;

const SLASH = 0x2f;
const MAX_LAYOUTS = 1 << 16;
/** Ancestral allele of a substitution: unknown, or the reference. */
const [MISSING, REFERENCE] = [0, 1];

export class PlaceWriter {
  readonly #columns: PlaceColumns;
  readonly #layouts: VariantLayouts;
  readonly #regions: ReadonlyMap<number, NumberedLayout<RegionRef>>;
  readonly #consequences = new FieldTexts();
  /** Layouts of single-base substitutions, by a key that is computed from their parts. */
  readonly #known = new Map<number, NumberedLayout<PlaceLayout>>();
  /** The alleles of the last place: two letters, or a text. */
  #pair: readonly [number, number] = [0, 0];
  #text: string | null = null;
  #ancestral: AncestralRow | null = null;

  constructor(columns: PlaceColumns, regions: RegionSet, layouts: VariantLayouts) {
    this.#columns = columns;
    this.#layouts = layouts;
    this.#regions = new Map(regions.list.map((region) => [region.id, layouts.regions.layoutOf(regionRef(region))]));
  }

  /**
   * Writes the place of a row. Writes nothing and returns false if it is on no region of the core genome.
   * @param variant the row of its variant, for dumps that have no ancestral alleles of places
   */
  write(batch: RowBatch, row: number, fields: FieldWriter, variant: AncestralRow): boolean {
    const columns = this.#columns;
    this.#ancestral = columns.ancestral_allele < 0 ? variant : { batch, row, column: columns.ancestral_allele };
    const region = this.#regions.get(batch.integer(row, columns.seq_region_id) ?? NaN);
    if (!region) return false;
    const [start, end, strand] = [
      batch.integer(row, columns.seq_region_start) ?? 0,
      batch.integer(row, columns.seq_region_end) ?? 0,
      batch.integer(row, columns.seq_region_strand),
    ];
    if (start !== end || start < 0 || !this.#writeSubstitution(batch, row, fields, region, start, strand))
      this.#writeAny(batch, row, fields, region, start, end, strand);
    return true;
  }

  /** Number of a minor allele among the alleles of the last place; undefined if it is none of them. */
  alleleNumber(batch: RowBatch, row: number, column: number): number | undefined {
    if (this.#text !== null) return alleleNumber(batch.text(row, column) ?? '', this.#text);
    if (batch.length(row, column) !== 1) return undefined;
    const letter = batch.byteAt(row, column, 0);
    const number = this.#pair.indexOf(letter);
    return number < 0 ? undefined : number;
  }

  /**
   * Writes a single-base substitution without decoding texts, if the ancestral allele is the reference or unknown.
   * Most places are of this kind. Writes nothing and returns false for others.
   */
  #writeSubstitution(
    batch: RowBatch,
    row: number,
    fields: FieldWriter,
    region: NumberedLayout<RegionRef>,
    start: number,
    strand: number | null,
  ): boolean {
    const { allele_string: alleles, consequence_types: consequences } = this.#columns;
    if (
      strand === null ||
      strand < -1 ||
      strand > 1 ||
      !batch.isPlain(row, alleles) ||
      batch.length(row, alleles) !== 3 ||
      batch.byteAt(row, alleles, 1) !== SLASH
    )
      return false;
    const [one, other] = [batch.byteAt(row, alleles, 0), batch.byteAt(row, alleles, 2)];
    const code = pairCode(one, other);
    if (code === 0 || one === 0x2d) return false;
    const known = this.#knownAncestral(one);
    const terms = batch.textNumber(row, consequences, this.#consequences);
    if (known < 0 || terms < 0) return false;
    const key = ((terms * 2 + known) * 3 + strand + 1) * 8 + fixedLength(start);
    let layout = this.#known.get(key);
    if (!layout) {
      if (this.#known.size === MAX_LAYOUTS) this.#known.clear();
      this.#known.set(
        key,
        (layout = this.#layouts.places.layoutOf(
          placeLayout(this.#place(batch, row, start, start, strand), this.#layouts),
        )),
      );
    }
    writePlace(fields, layout, region, code, null, start, start);
    this.#pair = [one, other];
    this.#text = null;
    return true;
  }

  /** MISSING, REFERENCE if the ancestral allele of the present place is this letter, or -1. */
  #knownAncestral(reference: number): number {
    const { batch, row, column } = present(this.#ancestral, 'the row of the ancestral allele');
    if (batch.isNull(row, column)) return MISSING;
    return batch.length(row, column) === 1 && batch.byteAt(row, column, 0) === reference ? REFERENCE : -1;
  }

  #writeAny(
    batch: RowBatch,
    row: number,
    fields: FieldWriter,
    region: NumberedLayout<RegionRef>,
    start: number,
    end: number,
    strand: number | null,
  ): void {
    const place = this.#place(batch, row, start, end, strand);
    writePlace(
      fields,
      this.#layouts.places.layoutOf(placeLayout(place, this.#layouts)),
      region,
      place.alleleString,
      place.ancestralAllele,
      start,
      end,
    );
    this.#text = place.alleleString;
  }

  #place(
    batch: RowBatch,
    row: number,
    start: number,
    end: number,
    strand: number | null,
  ): Parameters<typeof placeLayout>[0] {
    const { allele_string: alleles, consequence_types: consequences } = this.#columns;
    const ancestral = present(this.#ancestral, 'the row of the ancestral allele');
    return {
      start,
      end,
      strand,
      alleleString: batch.text(row, alleles) ?? '',
      ancestralAllele: ancestral.batch.text(ancestral.row, ancestral.column),
      consequences: consequencesOf(batch.text(row, consequences)),
    };
  }
}

/** The consequences of a variant at a place; as in Ensembl, it is a sequence variant if the database has none. */
export function consequencesOf(set: string | null): string[] {
  return members(set || 'sequence_variant');
}
