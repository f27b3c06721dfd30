/**
 * Records of whole-genome alignments (alignment-record.ts) as they are stored, of fields as FieldWriter writes them.
 *
 * `alignments`: text key | genomic_align_id | the block's place: offset, length, index | numbers n, and n times bases of its rows: genome, offset, length
 *
 * `alignment-blocks`:
 *
 *   number of stretches | of each: texts genome, region, coordinate system; version, as 0 for none or 1 and a text |
 *   of each: id (signed, from that of the stretch before), start, bases behind it, 1 on the forward strand, node as 0 for none or 1 and signed |
 *   of each: where its bases are stored, as 0 for nowhere or 1 and the number of pieces; of each piece position, 1 when flipped, start, bases behind it,
 *   length, offset, numbers n and n sizes |
 *   of each: its cigar line, as numbers n and n runs (letters and gaps by turns: runsOf), or as 0 and a text |
 *   nodes of the tree as a text of JSON
 */
import { FieldReader, type FieldWriter } from '../index/fields.ts';
import { storedJson } from '../index/stored-json.ts';
import type { PackedPiece } from '../genome/stored-stretch.ts';
import type { AlignedStretch, AlignmentBlock, AlignmentRecord, AlignmentTreeRow } from './alignment-record.ts';
import { cigarLineOf, runsOf } from './pairwise-cigar.ts';

/** @param fields memory that records are made in */
export function encodeAlignmentRecord({ key, reference, block, bases }: AlignmentRecord, fields: FieldWriter): Uint8Array {
  fields.text(key).number(reference);
  for (const value of block) fields.number(value);
  fields.number(bases.length);
  for (const value of bases) fields.number(value);
  return fields.record();
}

export function decodeAlignmentRecord(record: Uint8Array): AlignmentRecord {
  const fields = new FieldReader(record);
  return { key: fields.text(), reference: fields.number(), block: [fields.number(), fields.number(), fields.number()], bases: fields.numbers() };
}

export function encodeAlignmentBlock({ stretches, tree }: AlignmentBlock, fields: FieldWriter): Uint8Array {
  fields.number(stretches.length);
  for (const { genome, region, coordSystem, version } of stretches) {
    fields.text(genome).text(region).text(coordSystem).number(version === null ? 0 : 1);
    if (version !== null) fields.text(version);
  }
  let before = 0;
  for (const { id, start, end, strand, node } of stretches) {
    fields.signed(id - before).number(start).number(end - start).number(strand === 1 ? 1 : 0).number(node === null ? 0 : 1);
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
  const named = fields.list(() => ({ genome: fields.text(), region: fields.text(), coordSystem: fields.text(), version: fields.number() === 0 ? null : fields.text() }));
  let before = 0;
  const placed = named.map((names) => {
    const id = (before += fields.signed());
    const start = fields.number();
    return { ...names, id, start, end: start + fields.number(), strand: fields.number() === 1 ? 1 as const : -1 as const, node: fields.number() === 0 ? null : fields.signed() };
  });
  const stored = placed.map((place) => ({ ...place, bases: readPieces(fields) }));
  const stretches = stored.map((stretch): AlignedStretch => ({ ...stretch, cigarLine: readCigarLine(fields) }));
  return { stretches, tree: storedJson<AlignmentTreeRow[]>(fields.text()) };
}

function writePieces(pieces: readonly PackedPiece[] | null, fields: FieldWriter): void {
  fields.number(pieces === null ? 0 : 1);
  if (pieces === null) return;
  fields.number(pieces.length);
  for (const [at, flipped, start, end, length, offset, ...sizes] of pieces) {
    fields.number(at!).number(flipped!).number(start!).number(end! - start!).number(length!).number(offset!).number(sizes.length);
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
