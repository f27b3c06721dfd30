/** Where the object behind a stable id stands: value of the release's `ids` sorted table, a multimap over all genomes. */
import type { RecordLocation } from '../index/object-sink.ts';
import { storedJson } from '../index/stored-json.ts';

export type StableIdType = 'Gene' | 'Transcript' | 'Translation' | 'Exon';

export interface StableId {
  type: StableIdType;
  /** Index into the release's genomes. */
  genome: number;
  version: number | null;
  /** Record of the gene in the genome's `genes` table. */
  gene: RecordLocation;
  /** Record of the gene's references in the genome's `xrefs` table; null when it has none. */
  xrefs: RecordLocation | null;
  /** Lower-cased name of the seq region: the key of its record. */
  region: string;
  /** Record in `protein-features`, for translations that have some. */
  proteinFeatures: RecordLocation | null;
}

/** Do two ids name the same object? Databases compare them without regard to case. Parts of genes may have none. */
export function sameId(one: string | null, other: string): boolean {
  return one === other || one?.toLowerCase() === other.toLowerCase();
}

/** Records name a type by its place here. */
export const STABLE_ID_TYPES: readonly StableIdType[] = ['Gene', 'Transcript', 'Translation', 'Exon'];
const encoder = new TextEncoder();

/** A flat JSON array: 30 million of these stand in one table. */
export function encodeStableId(id: StableId): Uint8Array {
  const row = [STABLE_ID_TYPES.indexOf(id.type), id.genome, id.version, id.region, ...id.gene, ...(id.xrefs ?? [0, 0, 0]), ...(id.proteinFeatures ?? [])];
  return encoder.encode(JSON.stringify(row));
}

export function decodeStableId(value: Uint8Array): StableId {
  const row = storedJson<any>(value);
  const [type, genome, version, region] = row;
  return {
    type: STABLE_ID_TYPES[type]!,
    genome,
    version,
    region,
    gene: row.slice(4, 7),
    xrefs: row[8] > 0 ? row.slice(7, 10) : null,
    proteinFeatures: row.length > 10 ? row.slice(10, 13) : null,
  };
}
