/**
 * Whole-genome alignments in the index. Coordinates are 1-based and inclusive; a cigar line runs along the member's
 * strand.
 *
 * The `alignments` interval table has a record for every stretch of a genome that is aligned, under the number of its
 * region in a set of species (alignmentNumber), which a request gives without any read. Its block stands once, in
 * `alignment-blocks`, for all members, and their records say where.
 */
import type { PackedPiece } from '../genome/stored-bases.ts';
import { crc32 } from '../index/blocks/checksum.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import type { Strand } from '../genome/seq-region.ts';
import { FieldReader, type FieldWriter } from '../index/blocks/fields.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { cigarLineOf, runsOf } from './cigar-line.ts';

/** A stretch of a genome, or of an inferred ancestor, in an alignment. */
export interface AlignedInterval {
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
  stretches: AlignedInterval[];
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

/**
 * Stretches of packed sequences, three numbers each: the genome by its place in the manifest, offset and length in
 * bytes.
 */
export type BasesOfBlock = number[];

/** A block as one of its stretches sees it. */
export interface SeenBlock extends AlignmentBlock {
  reference: number;
}

/**
 * A set of species that a method was used on, as requests name it: its group, or else production names in any order.
 */
export type SetName = { group: string } | { species: readonly string[] };

/**
 * What stands for a region of a genome in a set of species. Lists of species are long, and stand in it as their
 * checksum.
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

/** Groups are called with and without it. */
export function withoutPrefix(group: string): string {
  return group.replace('collection-', '');
}

/**
 * Payload of `constrained-elements`, as JSON. Constrained elements are intervals that changed less than chance allows
 * in the alignment of a set of species (GERP). Start and end are those of the interval table, on the genome's own
 * regions.
 */
export interface ConstrainedElementRecord {
  /** constrained_element_id: the same for each species that the element was found in. */
  dbId: number;
  strand: Strand;
  /** GERP's: substitutions that were expected and did not happen. */
  score: number;
  /** The set of species that were compared: place of its name in the manifest's `constrainedSets`. */
  set: number;
}

/** Interval tables that a comparative database adds to a genome, and what their payloads are. */
export interface ConstrainedTables {
  'constrained-elements': ConstrainedElementRecord;
}

/**
 * The stored form of both records, of fields as FieldWriter writes them.
 *
 * `alignments`: text key | genomic_align_id | the block's place: offset, length, index | numbers n, and n times bases
 * of its rows: genome, offset, length
 *
 * `alignment-blocks`:
 *
 *   number of stretches | of each: texts genome, region, coordinate system; version, as 0 for none or 1 and a text |
 *   of each: id (signed, from that of the stretch before), start, bases behind it, 1 on the forward strand, node as 0
 *     for none or 1 and signed |
 *   of each: where its bases are stored, as 0 for nowhere or 1 and the number of pieces; of each piece position, 1
 *     when flipped, start, bases behind it,
 *   length, offset, numbers n and n sizes |
 *   of each: its cigar line, as numbers n and n runs (letters and gaps by turns: runsOf), or as 0 and a text |
 *   nodes of the tree as a text of JSON
 */

/** @param fields memory that records are made in */
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

export function encodeAlignmentBlock({ stretches, tree }: AlignmentBlock, fields: FieldWriter): Uint8Array {
  fields.number(stretches.length);
  for (const { genome, region, coordSystem, version } of stretches) {
    fields
      .text(genome)
      .text(region)
      .text(coordSystem)
      .number(version === null ? 0 : 1);
    if (version !== null) fields.text(version);
  }
  let before = 0;
  for (const { id, start, end, strand, node } of stretches) {
    fields
      .signed(id - before)
      .number(start)
      .number(end - start)
      .number(strand === 1 ? 1 : 0)
      .number(node === null ? 0 : 1);
    if (node !== null) fields.signed(node);
    before = id;
  }
  for (const { bases } of stretches) writePieces(bases, fields);
  for (const { cigarLine } of stretches) {
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
  const stretches = stored.map((stretch): AlignedInterval => ({ ...stretch, cigarLine: readCigarLine(fields) }));
  return { stretches, tree: storedJson<AlignmentTreeRow[]>(fields.text()) };
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
