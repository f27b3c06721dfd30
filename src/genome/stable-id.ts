/**
 * Location of the object with a stable id: value of the release's `ids` sorted table, a multimap over all genomes.
 */
import { at } from '../checked.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';

export type StableIdType = 'Gene' | 'Transcript' | 'Translation' | 'Exon';

export interface StableId {
  /** Other objects are in the genome's `other-objects` table, under the same key. */
  type: StableIdType | 'Other';
  /** Index into the release's genomes. */
  genome: number;
  version: number | null;
  /** Record of the gene in the genome's `genes` table; three times 0 for other objects. */
  gene: RecordLocation;
  /** Record of the gene's references in the genome's `xrefs` table; null when it has none. */
  xrefs: RecordLocation | null;
  /** Lower-cased name of the seq region: the key of its record. */
  region: string;
  /** Record in `protein-features`, for translations that have some. */
  proteinFeatures: RecordLocation | null;
}

/** Do two ids name the same object? Databases ignore case. `one` is null for a part of a gene without an id. */
export function sameId(one: string | null, other: string): boolean {
  return one === other || one?.toLowerCase() === other.toLowerCase();
}

/** Records refer to a type by its index in this list. */
export const STABLE_ID_TYPES: readonly StableIdType[] = ['Gene', 'Transcript', 'Translation', 'Exon'];
const TYPES: readonly StableId['type'][] = [...STABLE_ID_TYPES, 'Other'];
const encoder = new TextEncoder();

/** The number of a type in records. */
export function stableIdTypeNumber(type: StableId['type']): number {
  return TYPES.indexOf(type);
}

/** The type with a number. Throws RangeError for an unknown number. */
export function stableIdType(number: number): StableId['type'] {
  return at(TYPES, number);
}

/** A flat JSON array, because one table contains 30 million of these. */
export function encodeStableId(id: StableId): Uint8Array {
  const row = [
    stableIdTypeNumber(id.type),
    id.genome,
    id.version,
    id.region,
    ...id.gene,
    ...(id.xrefs ?? [0, 0, 0]),
    ...(id.proteinFeatures ?? []),
  ];
  return encoder.encode(JSON.stringify(row));
}

type StableIdRow = [type: number, genome: number, version: number | null, region: string, ...places: number[]];

export function decodeStableId(value: Uint8Array): StableId {
  const [type, genome, version, region, ...places] = storedJson<StableIdRow>(value);
  return {
    type: stableIdType(type),
    genome,
    version,
    region,
    gene: locationAt(places, 0),
    xrefs: at(places, 4) > 0 ? locationAt(places, 3) : null,
    proteinFeatures: places.length > 6 ? locationAt(places, 6) : null,
  };
}

function locationAt(places: readonly number[], first: number): RecordLocation {
  return [at(places, first), at(places, first + 1), at(places, first + 2)];
}

/**
 * The history of a stable id: value of the release's `archive` table under the lower-cased id, with one state for each
 * version that a mapping session names. The compiler derives it from events, sessions, archived genes and peptides,
 * so that an answer needs one record.
 */
export interface ArchiveRecord {
  /** Gene, Transcript, Translation or Exon. */
  type: string;
  /** The newest version, for a retired id. */
  latest: ArchivedVersion;
  /** All versions, in no particular order. */
  versions: ArchivedVersion[];
}

/** A version of an id, as of the newest mapping session that names it. */
export interface ArchivedVersion {
  /** Null for an id of a database that does not count versions. */
  version: number | null;
  /** Ensembl release and assembly in which the version was last seen. */
  release: string;
  assembly: string;
  /** Ids that replaced this version after that release; the id itself if only its version changed. */
  successors: Successor[];
  /** Sequence of a translation, if it was archived. */
  peptide: string | null;
}

export interface Successor {
  id: string;
  /** Similarity of the two, 0 to 1; null if it was not recorded. */
  score: number | null;
}
