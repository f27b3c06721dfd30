/**
 * A block of a genotype matrix as it is stored. Variants that stand near each other are carried by much the same haplotypes, so most rows that are planes are told
 * by where they differ from one of those before: of real genotypes that leaves a sixth of the planes. Undoing it is copying planes and turning some of their
 * bits, which costs less than checking as many bytes; inflating them would cost ten times as much.
 *
 *   the block's first 8 bytes | length of the block (4) | bytes of a plane (4) | for each record:
 *
 *   varint position less the one before | name | varint 4 * length + form | so many bytes
 *
 *   name:   varint 0 | varint length, stem | varint 0, or number + 1    a stem, and the number (without zeros before it) that follows it
 *           varint 1 + zigzag                                           the stem before, and the number before (of such) and so many more or less
 *   form 0: gaps of haplotypes, without how many there are              a row of kind 0
 *   form 1: varint base | gaps of bits                                  a row of kind 1, whose planes differ there from those of the base
 *   form 2: the row as it is
 *   form 3: kind (1) | varint n | n bytes as of form 1 | the rest of the row       as form 1, of a row with samples without genotype
 *
 * Base n is the planes n rows before, rows that are planes being counted; 0 stands for planes without a bit. Bits of both planes together are counted
 * from the lowest of the first byte on.
 */
import { StoreError } from '../store/store.ts';
import { readU32, writeU32 } from './fixed-width.ts';
import { KIND, PLANE_BYTES_AT, PLANES_AT } from './genotype-row.ts';
import { NearestPlanes } from './nearest-planes.ts';
import { COUNT_AT, HEAD_LENGTH, MOST_REPEATED, recordBlockLength, recordStart } from './record-block.ts';
import { joinNumbered, numberOf, numberStart } from './numbered-name.ts';
import { sameBytes } from './same-bytes.ts';
import { LONGEST_VARINT, readVarint, unzigzag, writeVarint, zigzag } from './varint.ts';

export const [LENGTH_AT, PLANE_AT, PACKED_HEAD] = [HEAD_LENGTH, HEAD_LENGTH + 4, HEAD_LENGTH + 8] as const;
const FORM = { haplotypes: 0, planes: 1, asItIs: 2, missing: 3 } as const;
const POSITION_BYTES = 4;
const LARGEST = 0xffff_ffff;

/** Where blocks are packed. */
let room = new Uint8Array(0);

/** @param block of a genotype matrix, as encodeRecordBlock makes it */
export function packGenotypes(block: Uint8Array): Uint8Array {
  const count = readU32(block, COUNT_AT);
  // A name takes two numbers more than the block has of it; rows are told in no more bytes than they have, and their form.
  const most = PACKED_HEAD + block.length + 5 * LONGEST_VARINT * count;
  if (room.length < most) room = new Uint8Array(2 * most);
  const packed = room;
  packed.set(block.subarray(0, HEAD_LENGTH));
  writeU32(packed, LENGTH_AT, block.length);
  const plane = planeBytesIn(block, count);
  writeU32(packed, PLANE_AT, plane);
  const bases = new NearestPlanes(plane);
  let [at, position, stemFrom, stemTo, number] = [PACKED_HEAD, 0, 0, 0, 0];
  for (let index = 0; index < count; index++) {
    const [from, end] = [recordStart(block, index), recordStart(block, index + 1)];
    at = writeVarint(packed, at, readU32(block, from) - position);
    position = readU32(block, from);
    const [length, nameAt] = readVarint(block, from + POSITION_BYTES);
    const row = nameAt + length;
    const digits = numberStart(block, nameAt, row);
    const own = digits < row ? numberOf(block, digits, row) : -1;
    if (own >= 0 && sameBytes(block, stemFrom, stemTo, block, nameAt, digits)) at = writeVarint(packed, at, 1 + zigzag(own - number));
    else {
      packed[at++] = 0;
      at = copy(block, nameAt, digits, packed, writeVarint(packed, at, digits - nameAt));
      at = writeVarint(packed, at, own + 1);
    }
    if (own >= 0) [stemFrom, stemTo, number] = [nameAt, digits, own];
    if (block[row] === 0) {
      const gaps = readVarint(block, row + 1)[1];
      at = copy(block, gaps, end, packed, writeVarint(packed, at, 4 * (end - gaps) + FORM.haplotypes));
    } else at = packRow(block.subarray(row, end), plane, bases, packed, at);
  }
  return packed.slice(0, at);
}

/** Returns the place behind the copy, which is of few bytes. */
function copy(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  for (let each = start; each < end; each++) to[at++] = from[each]!;
  return at;
}

/** That of its rows that are planes; 0 without any. */
function planeBytesIn(block: Uint8Array, count: number): number {
  for (let index = 0; index < count; index++) {
    const [length, nameAt] = readVarint(block, recordStart(block, index) + POSITION_BYTES);
    if (block[nameAt + length]! & KIND.planes) return readU32(block, nameAt + length + PLANE_BYTES_AT);
  }
  return 0;
}

/** Where bits that differ are put together. */
let differences = new Uint8Array(0);

function packRow(row: Uint8Array, plane: number, bases: NearestPlanes, packed: Uint8Array, at: number): number {
  const kind = row[0]!;
  if (!(kind & KIND.planes)) return putForm(packed, at, FORM.asItIs, row);
  const planes = row.subarray(PLANES_AT, PLANES_AT + 2 * plane);
  const { base, bits, differing } = bases.add(planes, readU32(row, 1));
  // Each takes a byte at least.
  if (differing >= planes.length) return putForm(packed, at, FORM.asItIs, row);
  if (differences.length < LONGEST_VARINT * (planes.length + 1)) differences = new Uint8Array(LONGEST_VARINT * (planes.length + 1));
  let end = writeVarint(differences, 0, base);
  let next = 0;
  for (let each = 0; each < differing; each++) {
    const gap = bits[each]! - next;
    if (gap < 0x80) differences[end++] = gap;
    else end = writeVarint(differences, end, gap);
    next = bits[each]! + 1;
  }
  if (end >= planes.length) return putForm(packed, at, FORM.asItIs, row);
  const told = differences.subarray(0, end);
  if (kind === KIND.planes) return putForm(packed, at, FORM.planes, told);
  const rest = row.subarray(PLANES_AT + 2 * plane);
  const parts = new Uint8Array(1 + LONGEST_VARINT + end + rest.length);
  parts[0] = kind;
  const toldAt = writeVarint(parts, 1, end);
  parts.set(told, toldAt);
  parts.set(rest, toldAt + end);
  return putForm(packed, at, FORM.missing, parts.subarray(0, toldAt + end + rest.length));
}

function putForm(packed: Uint8Array, from: number, form: number, bytes: Uint8Array): number {
  const at = writeVarint(packed, from, 4 * bytes.length + form);
  packed.set(bytes, at);
  return at + bytes.length;
}

/** The block that was packed, in plain JavaScript: see genotype-unpacking.ts. Throws StoreError where the bytes are not those of one. */
export function unpackGenotypesPlainly(packed: Uint8Array, name: string): Uint8Array {
  try {
    return new Unpacked(packed).block;
  } catch (error) {
    // What stands beyond its end is read as nothing, and cannot be written beyond the block's.
    if (error instanceof StoreError || error instanceof RangeError) throw new StoreError(`${name} is damaged: its records do not fill it`);
    throw error;
  }
}

class Unpacked {
  readonly block: Uint8Array;
  readonly #plane: number;
  /** Where planes stand in the block. */
  readonly #bases: number[] = [];
  #to: number;

  constructor(packed: Uint8Array) {
    const count = packed.length < PACKED_HEAD ? Infinity : readU32(packed, COUNT_AT);
    // A record takes three bytes at least.
    ensure(3 * count <= packed.length);
    this.#plane = readU32(packed, PLANE_AT);
    const length = readU32(packed, LENGTH_AT);
    ensure(length <= packed.length + MOST_REPEATED);
    this.block = new Uint8Array(length);
    this.#to = recordBlockLength(count, 0);
    ensure(this.#to <= this.block.length);
    this.block.set(packed.subarray(0, HEAD_LENGTH));
    let [at, position, stemFrom, stemTo, number] = [PACKED_HEAD, 0, 0, 0, 0];
    for (let index = 0; index < count; index++) {
      writeU32(this.block, HEAD_LENGTH + 4 * index, this.#to);
      let value: number;
      [value, at] = readVarint(packed, at);
      position += value;
      ensure(position <= LARGEST && this.#to + POSITION_BYTES <= this.block.length);
      writeU32(this.block, this.#to, position);
      this.#to += POSITION_BYTES;
      [value, at] = readVarint(packed, at);
      if (value > 0) {
        number += unzigzag(value - 1);
        ensure(Number.isSafeInteger(number) && number >= 0);
        this.#put(joinNumbered(packed.subarray(stemFrom, stemTo), number));
      } else {
        let length: number;
        [length, at] = readVarint(packed, at);
        const from = at;
        [value, at] = readVarint(packed, at + length);
        ensure(at <= packed.length);
        this.#put(joinNumbered(packed.subarray(from, from + length), value - 1));
        if (value > 0) [stemFrom, stemTo, number] = [from, from + length, value - 1];
      }
      [value, at] = readVarint(packed, at);
      const end = at + Math.floor(value / 4);
      ensure(end <= packed.length);
      this.#row(value % 4, packed.subarray(at, end));
      at = end;
    }
    writeU32(this.block, HEAD_LENGTH + 4 * count, this.#to);
    ensure(at === packed.length && this.#to === this.block.length);
  }

  #row(form: number, bytes: Uint8Array): void {
    if (form === FORM.haplotypes) {
      this.#byte(0);
      this.#varint(bytes.reduce((count, byte) => (byte < 0x80 ? count + 1 : count), 0));
      this.#put(bytes);
    } else if (form === FORM.planes) this.#planes(KIND.planes, bytes);
    else if (form === FORM.asItIs) {
      if (bytes[0]! & KIND.planes) this.#bases.push(this.#to + PLANES_AT);
      this.#put(bytes);
    } else {
      const [length, at] = readVarint(bytes, 1);
      ensure(at + length <= bytes.length);
      this.#planes(bytes[0]!, bytes.subarray(at, at + length));
      this.#put(bytes.subarray(at + length));
    }
  }

  #planes(kind: number, told: Uint8Array): void {
    const [block, row, to, size] = [this.block, this.#to, this.#to + PLANES_AT, 2 * this.#plane];
    ensure(to + size <= block.length);
    let value: number;
    let at: number;
    [value, at] = readVarint(told, 0);
    ensure(value <= this.#bases.length);
    let alternatives = 0;
    if (value > 0) {
      const base = this.#bases[this.#bases.length - value]!;
      alternatives = readU32(block, base - PLANES_AT + 1);
      block.copyWithin(to, base, base + size);
    }
    for (let bit = -1; at < told.length; ) {
      [value, at] = readVarint(told, at);
      bit += value + 1;
      ensure(bit < 8 * size);
      const turned = (block[to + (bit >>> 3)]! ^= 1 << (bit & 7));
      alternatives += (turned >>> (bit & 7)) & 1 ? 1 : -1;
    }
    block[row] = kind;
    writeU32(block, row + 1, alternatives);
    writeU32(block, row + PLANE_BYTES_AT, this.#plane);
    this.#bases.push(to);
    this.#to = to + size;
  }

  #byte(value: number): void {
    ensure(this.#to < this.block.length);
    this.block[this.#to++] = value;
  }

  #varint(value: number): void {
    this.#to = writeVarint(this.block, this.#to, value);
  }

  #put(bytes: Uint8Array): void {
    this.block.set(bytes, this.#to);
    this.#to += bytes.length;
  }
}

function ensure(holds: boolean): void {
  if (!holds) throw new RangeError();
}
