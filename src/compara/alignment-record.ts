/**
 * Whole-genome alignments in the index. Coordinates are 1-based and inclusive; a cigar line runs along the member's strand.
 *
 * The `alignments` interval table has a record for every stretch of a genome that is aligned, under the number of its region
 * in a set of species (alignmentNumber), which a request gives without any read. Its block stands once, in `alignment-blocks`, for all
 * members, and their records say where. How both are stored: stored-alignments.ts.
 */
import type { PackedPiece } from '../genome/stored-stretch.ts';
import { crc32 } from '../index/checksum.ts';
import type { RecordLocation } from '../index/object-sink.ts';

/** A stretch of a genome, or of an inferred ancestor, in an alignment. */
export interface AlignedStretch {
  /** genomic_align_id. */
  id: number;
  /** Node of the block's tree; null in blocks without one. Several stretches of one node make a composite row. */
  node: number | null;
  /** Production name. */
  genome: string;
  region: string;
  coordSystem: string;
  /** Of the coordinate system. */
  version: string | null;
  start: number;
  end: number;
  strand: 1 | -1;
  cigarLine: string;
  /** Where its bases are stored; null for a genome that the release lacks. */
  bases: PackedPiece[] | null;
}

/** A node of the tree that relates the rows; `parent` is null at the root. */
export interface AlignmentTreeRow {
  id: number;
  parent: number | null;
  distance: number;
}

export interface AlignmentBlock {
  stretches: AlignedStretch[];
  /** Empty for pairwise blocks. */
  tree: AlignmentTreeRow[];
}

/** Record of the `alignments` table. */
export interface AlignmentRecord {
  /** alignmentKey of the region: two regions may share a number. */
  key: string;
  /** Id of the stretch that stands here. */
  reference: number;
  /** Where its block stands in `alignment-blocks`. */
  block: RecordLocation;
  /** Where the bases of the block's rows are stored, so that they are read beside it. */
  bases: BasesOfBlock;
}

/** Stretches of packed sequences, three numbers each: the genome by its place in the manifest, offset and length in bytes. */
export type BasesOfBlock = number[];

/** A block as one of its stretches sees it. */
export interface SeenBlock extends AlignmentBlock {
  reference: number;
}

/** A set of species that a method was used on, as requests name it: its group, or else production names in any order. */
export type SetName = { group: string } | { species: readonly string[] };

const encoder = new TextEncoder();

/** What stands for a region of a genome in a set of species. Lists of species are long, and stand in it as their checksum. */
export function alignmentKey(genome: string, region: string, method: string, set: SetName): string {
  const name = 'group' in set ? withoutPrefix(set.group) : `#${crc32(encoder.encode([...set.species].sort().join().toLowerCase())).toString(16)}`;
  return [genome, region, method, name].join('/').toLowerCase();
}

/** Number of a key's region in the `alignments` table. */
export function alignmentNumber(key: string): number {
  return crc32(encoder.encode(key));
}

/** Groups are called with and without it. */
export function withoutPrefix(group: string): string {
  return group.replace('collection-', '');
}
