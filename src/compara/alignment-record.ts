/**
 * Whole-genome alignments in the index. Coordinates are 1-based and inclusive; a cigar line follows the strand of its
 * interval.
 *
 * The `alignments` interval table has a record for every aligned interval of a genome, under the number of its region
 * in a set of species (alignmentNumber), which can be computed from a request without any read. `alignment-blocks`
 * contains each block once; the records of its intervals contain its location.
 */
import type { PackedPiece } from '../genome/stored-bases.ts';
import { crc32 } from '../index/kernels/checksum.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import type { Strand } from '../genome/seq-region.ts';
import { FieldReader, type FieldWriter } from '../index/blocks/fields.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { cigarLineOf, runsOf } from './cigar-line.ts';

/** An interval of a genome, or of an inferred ancestor, in an alignment. */
export interface AlignedInterval {
  /** genomic_align_id. */
  id: number;
  /** Node of the block's tree; null in blocks without one. Several intervals of one node make a composite row. */
  node: number | null;
  /** Production name. */
  genome: string;
  region: string;
  coordSystem: string;
  /** Version of the coordinate system. */
  version: string | null;
  start: number;
  end: number;
  strand: 1 | -1;
  cigarLine: string;
  /** Stored pieces of its bases; null for a genome that the release lacks. */
  bases: PackedPiece[] | null;
}

/** A node of the tree that relates the rows; `parent` is null at the root. */
export interface AlignmentTreeRow {
  id: number;
  parent: number | null;
  distance: number;
}

export interface AlignmentBlock {
  intervals: AlignedInterval[];
  /** Empty for pairwise blocks. */
  tree: AlignmentTreeRow[];
}

/** Record of the `alignments` table. */
export interface AlignmentRecord {
  /** alignmentKey of the region: two regions may share a number. */
  key: string;
  /** Id of the record's interval. */
  reference: number;
  /** Location of its block in `alignment-blocks`. */
  block: RecordLocation;
  /** Locations of the bases of the block's rows, so that they are read at the same time as the block. */
  bases: BasesOfBlock;
}

/**
 * Byte ranges of packed sequences, three numbers each: index of the genome in the manifest, offset and length in bytes.
 */
export type BasesOfBlock = number[];

/** A block with the id of the interval that a request asked for. */
export interface ReferencedBlock extends AlignmentBlock {
  reference: number;
}

/** A set of species that a method was applied to, as requests name it: its group, or production names in any order. */
export type SetName = { group: string } | { species: readonly string[] };

/**
 * Key of a region of a genome in a set of species. It contains the checksum of a list of species, which may be long.
 */
export function alignmentKey(genome: string, region: string, method: string, set: SetName): string {
  const name =
    'group' in set
      ? withoutPrefix(set.group)
      : `#${crc32(encoder.encode([...set.species].sort().join().toLowerCase())).toString(16)}`;
  return [genome, region, method, name].join('/').toLowerCase();
}

/** Number of a key's region in the `alignments` table. */
export function alignmentNumber(key: string): number {
  return crc32(encoder.encode(key));
}

/** The name of a group without the prefix 'collection-', which requests may omit. */
export function withoutPrefix(group: string): string {
  return group.replace('collection-', '');
}

/**
 * Payload of `constrained-elements`, as JSON. Constrained elements are intervals with significantly fewer changes than
 * expected in the alignment of a set of species (GERP). The interval table contains start and end, on the genome's own
 * regions.
 */
export interface ConstrainedElementRecord {
  /** constrained_element_id: the same for all species that share the element. */
  dbId: number;
  strand: Strand;
  /** GERP's score: the number of rejected substitutions (expected minus observed). */
  score: number;
  /** The set of compared species: index of its name in the manifest's `constrainedSets`. */
  set: number;
}

/** Interval tables that a compara database adds to a genome, and the types of their payloads. */
export interface ConstrainedTables {
  'constrained-elements': ConstrainedElementRecord;
}

/*
 * Encoding of both records, in fields of FieldWriter.
 *
 * `alignments`: text key | genomic_align_id | location of the block: offset, length, index | number of numbers in
 * BasesOfBlock, and these numbers
 *
 * `alignment-blocks`:
 *
 *   number of intervals | for each: texts genome, region, coordinate system; version, as 0 for none or 1 and a text |
 *   for each: id minus that of the interval before (signed), start, end - start, 1 on the forward strand or 0, node as
 *     0 for none or 1 and signed |
 *   for each: its bases, as 0 for none or 1 and the number of pieces; for each piece position, 1 if flipped or 0,
 *     start, end - start, length, offset, number of sizes and the sizes |
 *   for each: its cigar line, as number of runs and the runs (letters and gaps alternately: runsOf), or as 0 and a
 *     text |
 *   nodes of the tree as a text of JSON
 */

/** @param fields writer that contains the record */
export function encodeAlignmentRecord(
  { key, reference, block, bases }: AlignmentRecord,
  fields: FieldWriter,
): Uint8Array {
  fields.text(key).number(reference);
  for (const value of block) fields.number(value);
  fields.number(bases.length);
  for (const value of bases) fields.number(value);
  return fields.record();
}

export function decodeAlignmentRecord(record: Uint8Array): AlignmentRecord {
  const fields = new FieldReader(record);
  return {
    key: fields.text(),
    reference: fields.number(),
    block: [fields.number(), fields.number(), fields.number()],
    bases: fields.numbers(),
  };
}

export function encodeAlignmentBlock({ intervals, tree }: AlignmentBlock, fields: FieldWriter): Uint8Array {
  fields.number(intervals.length);
  for (const { genome, region, coordSystem, version } of intervals) {
    fields
      .text(genome)
      .text(region)
      .text(coordSystem)
      .number(version === null ? 0 : 1);
    if (version !== null) fields.text(version);
  }
  let before = 0;
  for (const { id, start, end, strand, node } of intervals) {
    fields
      .signed(id - before)
      .number(start)
      .number(end - start)
      .number(strand === 1 ? 1 : 0)
      .number(node === null ? 0 : 1);
    if (node !== null) fields.signed(node);
    before = id;
  }
  for (const { bases } of intervals) writePieces(bases, fields);
  for (const { cigarLine } of intervals) {
    const runs = runsOf(encoder.encode(cigarLine)) ?? [];
    fields.number(runs.length);
    for (const length of runs) fields.number(length);
    if (runs.length === 0) fields.text(cigarLine);
  }
  fields.text(JSON.stringify(tree));
  return fields.record();
}

export function decodeAlignmentBlock(record: Uint8Array): AlignmentBlock {
  const fields = new FieldReader(record);
  const named = fields.list(() => ({
    genome: fields.text(),
    region: fields.text(),
    coordSystem: fields.text(),
    version: fields.number() === 0 ? null : fields.text(),
  }));
  let before = 0;
  const placed = named.map((names) => {
    const id = (before += fields.signed());
    const start = fields.number();
    return {
      ...names,
      id,
      start,
      end: start + fields.number(),
      strand: fields.number() === 1 ? (1 as const) : (-1 as const),
      node: fields.number() === 0 ? null : fields.signed(),
    };
  });
  const stored = placed.map((place) => ({ ...place, bases: readPieces(fields) }));
  const intervals = stored.map((interval): AlignedInterval => ({ ...interval, cigarLine: readCigarLine(fields) }));
  return { intervals, tree: storedJson<AlignmentTreeRow[]>(fields.text()) };
}

function writePieces(pieces: readonly PackedPiece[] | null, fields: FieldWriter): void {
  fields.number(pieces === null ? 0 : 1);
  if (pieces === null) return;
  fields.number(pieces.length);
  for (const [at, flipped, start, end, length, offset, ...sizes] of pieces) {
    fields
      .number(at)
      .number(flipped)
      .number(start)
      .number(end - start)
      .number(length)
      .number(offset)
      .number(sizes.length);
    for (const size of sizes) fields.number(size);
  }
}

function readPieces(fields: FieldReader): PackedPiece[] | null {
  if (fields.number() === 0) return null;
  return fields.list(() => {
    const [at, flipped, start] = [fields.number(), fields.number(), fields.number()];
    return [at, flipped, start, start + fields.number(), fields.number(), fields.number(), ...fields.numbers()];
  });
}

function readCigarLine(fields: FieldReader): string {
  const runs = fields.numbers();
  return runs.length === 0 ? fields.text() : cigarLineOf({ runs: Int32Array.from(runs), count: runs.length });
}

const encoder = new TextEncoder();
