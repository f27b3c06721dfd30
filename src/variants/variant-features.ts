/**
 * Payloads of the interval tables that overlap operations read from the variation database. Places stand in the tables; an
 * insertion, which stands between two bases (start = end + 1), is found by both of them and its record says so.
 */
import type { Strand } from '../genome/strand.ts';
import type { Placed } from '../genome/projection.ts';

/** Tables `variant-features` (what Ensembl displays) and `hidden-variant-features` (the rest): a place of a short variant. */
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
 * What JSON of the payload of a VariantFeatureRecord holds; lists stand with commas, as in the database. What most have alike comes first, which deflate
 * takes for a copy of the record before. The compiler writes it byte by byte (build-index/compile/variation/variant-features.ts).
 */
export type PackedFeature = [strand: Strand, source: string, flags: number, significance: string, sets: string, consequences: string, alleles: string, name: string, dbId: number];

/** Bits of the flags. */
export const FEATURE_FLAGS = { somatic: 1, insertion: 2, failed: 4 } as const;

const decoder = new TextDecoder();

export function decodeVariantFeature(payload: Uint8Array): VariantFeatureRecord {
  const [strand, source, flags, significance, sets, consequences, alleles, name, dbId] = JSON.parse(decoder.decode(payload)) as PackedFeature;
  return {
    dbId, strand, name, source, alleles, consequences: members(consequences), clinicalSignificance: members(significance), sets: members(sets),
    somatic: (flags & FEATURE_FLAGS.somatic) !== 0, insertion: (flags & FEATURE_FLAGS.insertion) !== 0, failed: (flags & FEATURE_FLAGS.failed) !== 0,
  };
}

/**
 * The place of a feature as the database has it: that of an insertion stands in the table from one base to the other. One behind
 * the last base of a circle stands before the first.
 */
export function nativePlace({ start, end, record }: Placed<VariantFeatureRecord>): { start: number; end: number } {
  return record.insertion ? { start: end, end: end - 1 } : { start, end };
}

function members(text: string): string[] {
  return text === '' ? [] : text.split(',');
}
