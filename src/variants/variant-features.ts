/**
 * Payloads of the interval tables of the variation database, for overlap operations. The tables contain the places. An
 * insertion is between two bases (start = end + 1): the table contains it from one base to the other, and the record
 * has a flag. So it does for a faulty row that ends further before its start.
 */
import { FieldReader, FieldWriter, fixedLength } from '../index/blocks/fields.ts';
import { numberOf, numberStart } from '../index/blocks/numbered-name.ts';
import { utf8 } from '../index/blocks/bytes.ts';
import { readAlleles, writeAlleles } from './variant-alleles.ts';
import {
  readLayout,
  readTerm,
  readTerms,
  LayoutNumbers,
  TermNumbers,
  type NumberedLayout,
  type RecordLayouts,
  type Term,
} from './record-layouts.ts';
import type { Strand } from '../genome/seq-region.ts';
import type { Placed, PlacedRecord } from '../genome/projection.ts';

/**
 * A place of a short variant. Table `variant-features` contains those that Ensembl displays, `hidden-variant-features`
 * the others.
 */
export interface VariantFeatureRecord {
  /** Place of its row in the dump: MySQL reads a small table, and equal keys of an index, in that order. */
  row: number;
  /** As in the database: Ensembl does not convert it to the strand of the slice. */
  strand: Strand;
  name: string;
  source: string;
  alleles: string;
  /** SO terms. */
  consequences: string[];
  clinicalSignificance: string[];
  /** Ids of the variation sets that contain it. */
  sets: string[];
  somatic: boolean;
  /** It ends before it starts. */
  insertion: boolean;
  /**
   * Did the variant fail Ensembl's quality checks? Some failed ones are displayed, because a publication cites them.
   */
  failed: boolean;
  /** variation_feature.variation_id. */
  variationId: number;
  /** The variant has evidence of a phenotype or disease. */
  phenotypeOrDisease: boolean;
}

/** Table `structural-features`: a place of a structural variant. */
export interface StructuralFeatureRecord extends PlacedRecord {
  /** As in VariantFeatureRecord. */
  row: number;
  strand: Strand;
  name: string;
  somatic: boolean;
  /** A copy number probe: only requests for somatic variants return it. */
  probe: boolean;
  /** SO term of its class, and name of its source; '' for none. */
  soTerm: string;
  source: string;
  /** Of genomes of files only: Ensembl's databases have none. */
  consequences?: string[];
}

/** Interval tables that a variation database adds, and the types of their payloads. */
export interface VariationTables {
  'variant-features': VariantFeatureRecord;
  'hidden-variant-features': VariantFeatureRecord;
  'structural-features': StructuralFeatureRecord;
}

/**
 * Record layout of VariantFeatureRecords; terms are of the list `terms`. A payload is
 *
 *   row (6 bytes, the highest first) | FeatureLayout, of the list `features` | alleles | number in the name, in the
 *     layout's number of bytes, the highest first; if that is 0, the name (varint bytes, UTF-8) |
 *     zigzag varint: variation_id minus row
 *
 * with layouts and alleles as in record-layouts.ts and variant-alleles.ts. The row comes first because it is close to
 * that of the record before: blocks store a common beginning of adjacent records once.
 */
export type FeatureLayout = [
  strand: Strand | null,
  source: Term,
  flags: number,
  significance: Term[],
  sets: Term[],
  consequences: Term[],
  /** The part of the name before its number. */
  stem: string,
  numberBytes: number,
];
const NUMBER_BYTES = 7;

/** Bits of the flags. */
const FEATURE_FLAGS = { somatic: 1, insertion: 2, failed: 4, phenotypeOrDisease: 8 } as const;
const ROW_BYTES = 6;

const encoder = new TextEncoder();

/** Splits a name into a stem and a number; `numberBytes` is 0 for a name that does not end in a number. */
function splitName(name: string): { stem: string; numberBytes: number; number: number } {
  const bytes = encoder.encode(name);
  const digits = numberStart(bytes, 0, bytes.length);
  if (digits === bytes.length) return { stem: '', numberBytes: 0, number: 0 };
  const number = numberOf(bytes, digits, bytes.length);
  return { stem: utf8.decode(bytes.subarray(0, digits)), numberBytes: fixedLength(number), number };
}

/** The part of a name that a payload contains: its number, or the whole name if it has none. */
export function encodedName(name: string): number | string {
  const { numberBytes, number } = splitName(name);
  return numberBytes === 0 ? name : number;
}

/** The lists of a table that its payloads refer to by number. */
export class FeatureLayouts {
  readonly features = new LayoutNumbers<FeatureLayout>();
  readonly terms = new TermNumbers();

  lists(): RecordLayouts {
    return { features: this.features.list, terms: this.terms.list };
  }
}

export function featureFlags({
  somatic,
  insertion,
  failed,
  phenotypeOrDisease,
}: Pick<VariantFeatureRecord, 'somatic' | 'insertion' | 'failed' | 'phenotypeOrDisease'>): number {
  return (
    (somatic ? FEATURE_FLAGS.somatic : 0) |
    (insertion ? FEATURE_FLAGS.insertion : 0) |
    (failed ? FEATURE_FLAGS.failed : 0) |
    (phenotypeOrDisease ? FEATURE_FLAGS.phenotypeOrDisease : 0)
  );
}

export function featureLayout(
  {
    strand,
    name,
    source,
    consequences,
    clinicalSignificance,
    sets,
  }: Omit<FeatureFields, 'strand'> & { strand: number | null },
  flags: number,
  { terms }: FeatureLayouts,
): FeatureLayout {
  const { stem, numberBytes } = splitName(name);
  return [
    strand as Strand | null,
    terms.termOf(source),
    flags,
    terms.termsOf(clinicalSignificance),
    terms.termsOf(sets),
    terms.termsOf(consequences),
    stem,
    numberBytes,
  ];
}

/** The fields that determine a layout, together with the flags. */
type FeatureFields = Pick<
  VariantFeatureRecord,
  'strand' | 'name' | 'source' | 'consequences' | 'clinicalSignificance' | 'sets'
>;

/**
 * Writes a payload.
 * @param alleles the allele string, or the code of a pair (variant-alleles.ts)
 * @param name result of `encodedName`
 * @param variationId the database's id of the variant
 */
export function writeFeature(
  fields: FieldWriter,
  row: number,
  layout: NumberedLayout<FeatureLayout>,
  alleles: string | number,
  name: number | string,
  variationId: number,
): void {
  fields.fixed(row, ROW_BYTES).bytes(layout.code());
  writeAlleles(fields, alleles);
  if (typeof name === 'number') fields.fixed(name, layout.value[NUMBER_BYTES]);
  else fields.text(name);
  fields.signed(variationId - row);
}

const writer = new FieldWriter();

/** Encodes a single payload, for tests; the compiler writes payloads from columns with the functions above. */
export function encodeVariantFeature(record: VariantFeatureRecord, layouts: FeatureLayouts): Uint8Array {
  writeFeature(
    writer,
    record.row,
    layouts.features.layoutOf(featureLayout(record, featureFlags(record), layouts)),
    record.alleles,
    encodedName(record.name),
    record.variationId,
  );
  return writer.record();
}

/**
 * Lists of the record are shared: do not change them. Throws StoreError for a record that ends too early.
 *
 * @param layouts those of its table
 */
export function decodeVariantFeature(payload: Uint8Array, layouts: RecordLayouts | undefined): VariantFeatureRecord {
  const fields = new FieldReader(payload);
  const row = fields.fixed(ROW_BYTES);
  const [strand, source, flags, significance, sets, consequences, stem, numberBytes] = readLayout<FeatureLayout>(
    fields,
    layouts?.features,
  );
  const alleles = readAlleles(fields);
  const name = numberBytes === 0 ? fields.text() : stem + fields.fixed(numberBytes);
  const terms = layouts?.terms;
  return {
    row,
    strand: strand!,
    name,
    source: readTerm(source, terms),
    alleles,
    consequences: readTerms(consequences, terms),
    clinicalSignificance: readTerms(significance, terms),
    sets: readTerms(sets, terms),
    somatic: (flags & FEATURE_FLAGS.somatic) !== 0,
    insertion: (flags & FEATURE_FLAGS.insertion) !== 0,
    failed: (flags & FEATURE_FLAGS.failed) !== 0,
    variationId: row + fields.signed(),
    phenotypeOrDisease: (flags & FEATURE_FLAGS.phenotypeOrDisease) !== 0,
  };
}

/**
 * The place of a feature in the database's form: the table contains an insertion from one base to the other. An
 * insertion after the last base of a circular region is before the first base.
 */
export function nativePlace({ start, end, record }: Placed<VariantFeatureRecord>): { start: number; end: number } {
  return record.insertion ? { start: end, end: end < start ? end - 1 : start } : { start, end };
}
