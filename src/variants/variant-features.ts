/**
 * Payloads of the interval tables that overlap operations read from the variation database. Places stand in the
 * tables; an insertion, which stands between two bases (start = end + 1), is found by both of them and its record
 * says so.
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
import type { Placed } from '../genome/projection.ts';

/**
 * Tables `variant-features` (what Ensembl displays) and `hidden-variant-features` (the rest): a place of a short
 * variant.
 */
export interface VariantFeatureRecord {
  dbId: number;
  /** As in the database: Ensembl does not turn it with the slice. */
  strand: Strand;
  name: string;
  source: string;
  alleles: string;
  /** SO terms. */
  consequences: string[];
  clinicalSignificance: string[];
  /** Ids of the variation sets it belongs to. */
  sets: string[];
  somatic: boolean;
  insertion: boolean;
  /** Did the variant fail Ensembl's quality checks? Some that did are displayed, because a publication cites them. */
  failed: boolean;
}

/** Table `structural-features`: a place of a structural variant. */
export interface StructuralFeatureRecord {
  dbId: number;
  strand: Strand;
  name: string;
  somatic: boolean;
  /** A probe that looks for copy numbers: answered only among somatic ones. */
  probe: boolean;
}

/** Interval tables that a variation database adds, and what their payloads are. */
export interface VariationTables {
  'variant-features': VariantFeatureRecord;
  'hidden-variant-features': VariantFeatureRecord;
  'structural-features': StructuralFeatureRecord;
}

/**
 * What the payloads of a table of VariantFeatureRecords say by number; terms are of the list `terms`. A payload is
 *
 *   dbId (6 bytes, the highest first) | FeatureLayout, of the list `features` | alleles | number in the name, in as
 *     many bytes as the layout says, the highest first;
 *   where it says none, the name (varint bytes, UTF-8)
 *
 * with layouts and alleles as record-layouts.ts and variant-alleles.ts say. The id comes first since it is near that of
 * the record before, with which blocks of records do not repeat what is alike.
 */
export type FeatureLayout = [
  strand: Strand | null,
  source: Term,
  flags: number,
  significance: Term[],
  sets: Term[],
  consequences: Term[],
  /** What stands before the number in the name. */
  stem: string,
  numberBytes: number,
];
const NUMBER_BYTES = 7;

/** Bits of the flags. */
const FEATURE_FLAGS = { somatic: 1, insertion: 2, failed: 4 } as const;
const ID_BYTES = 6;

const encoder = new TextEncoder();

/** What a layout says of a name, and its number. */
function splitName(name: string): { stem: string; numberBytes: number; number: number } {
  const bytes = encoder.encode(name);
  const digits = numberStart(bytes, 0, bytes.length);
  if (digits === bytes.length) return { stem: '', numberBytes: 0, number: 0 };
  const number = numberOf(bytes, digits, bytes.length);
  return { stem: utf8.decode(bytes.subarray(0, digits)), numberBytes: fixedLength(number), number };
}

/** What a payload says itself of a name: its number, or all of it where it has none. */
export function encodedName(name: string): number | string {
  const { numberBytes, number } = splitName(name);
  return numberBytes === 0 ? name : number;
}

/** What the payloads of a table say by number. */
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
}: Pick<VariantFeatureRecord, 'somatic' | 'insertion' | 'failed'>): number {
  return (
    (somatic ? FEATURE_FLAGS.somatic : 0) |
    (insertion ? FEATURE_FLAGS.insertion : 0) |
    (failed ? FEATURE_FLAGS.failed : 0)
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

/** What a layout is of, beside flags. */
type FeatureFields = Pick<
  VariantFeatureRecord,
  'strand' | 'name' | 'source' | 'consequences' | 'clinicalSignificance' | 'sets'
>;

/**
 * Writes a payload.
 * @param alleles their text, or the code of a pair (variant-alleles.ts)
 * @param name as `encodedName` has it
 */
export function writeFeature(
  fields: FieldWriter,
  dbId: number,
  layout: NumberedLayout<FeatureLayout>,
  alleles: string | number,
  name: number | string,
): void {
  fields.fixed(dbId, ID_BYTES).bytes(layout.code());
  writeAlleles(fields, alleles);
  if (typeof name === 'number') fields.fixed(name, layout.value[NUMBER_BYTES]);
  else fields.text(name);
}

const writer = new FieldWriter();

/** A payload by itself; the compiler, which has rows of a dump for it, writes it with the functions above. */
export function encodeVariantFeature(record: VariantFeatureRecord, layouts: FeatureLayouts): Uint8Array {
  writeFeature(
    writer,
    record.dbId,
    layouts.features.layoutOf(featureLayout(record, featureFlags(record), layouts)),
    record.alleles,
    encodedName(record.name),
  );
  return writer.record();
}

/**
 * Lists of the record are shared: they are not to be changed. Throws StoreError for one that ends too early.
 *
 * @param layouts of its table
 */
export function decodeVariantFeature(payload: Uint8Array, layouts: RecordLayouts | undefined): VariantFeatureRecord {
  const fields = new FieldReader(payload);
  const dbId = fields.fixed(ID_BYTES);
  const [strand, source, flags, significance, sets, consequences, stem, numberBytes] = readLayout<FeatureLayout>(
    fields,
    layouts?.features,
  );
  const alleles = readAlleles(fields);
  const name = numberBytes === 0 ? fields.text() : stem + fields.fixed(numberBytes);
  const terms = layouts?.terms;
  return {
    dbId,
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
  };
}

/**
 * The place of a feature as the database has it: that of an insertion stands in the table from one base to the other.
 * One behind the last base of a circle stands before the first.
 */
export function nativePlace({ start, end, record }: Placed<VariantFeatureRecord>): { start: number; end: number } {
  return record.insertion ? { start: end, end: end - 1 } : { start, end };
}
