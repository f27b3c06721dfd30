/**
 * A block of a genotype matrix as it is stored. Variants that stand near each other are carried by much the same
 * haplotypes, so most rows that are planes are told by where they differ from one of those before: of real genotypes
 * that leaves a sixth of the planes. Undoing it is copying planes and turning some of their bits, which costs less than
 * checking as many bytes; inflating them would cost ten times as much.
 *
 *   the block's first 8 bytes | length of the block (4) | bytes of a plane (4) | for each record:
 *
 *   varint position less the one before | name | varint 4 * length + form | so many bytes
 *
 *   name:   varint 0 | varint length, stem | varint 0, or number + 1    a stem, and the number (without zeros before
 *   it) that follows it
 *           varint 1 + zigzag                                           the stem before, and the number before (of
 *           such) and so many more or less
 *   form 0: gaps of haplotypes, without how many there are              a row of kind 0
 *   form 1: varint base | gaps of bits                                  a row of kind 1, whose planes differ there from
 *   those of the base
 *   form 2: the row as it is
 *   form 3: kind (1) | varint n | n bytes as of form 1 | the rest of the row       as form 1, of a row with samples
 *   without genotype
 *
 * Base n is the planes n rows before, rows that are planes being counted; 0 stands for planes without a bit. Bits of
 * both planes together are counted from the lowest of the first byte on.
 */
import { readU32, writeU32, LONGEST_VARINT, readVarint, writeVarint, zigzag } from '../blocks/integers.ts';
import { KIND, PLANE_BYTES_AT, PLANES_AT } from './genotype-row.ts';
import { COUNT_AT, HEAD_LENGTH, recordStart } from '../tables/record-block.ts';
import { numberOf, numberStart } from '../blocks/numbered-name.ts';
import { sameBytes } from '../blocks/bytes.ts';

export const LENGTH_AT = HEAD_LENGTH;
export const PLANE_AT = HEAD_LENGTH + 4;
export const PACKED_HEAD = HEAD_LENGTH + 8;
/** How a row is stored. */
export const FORM = { haplotypes: 0, planes: 1, asItIs: 2, missing: 3 } as const;
const POSITION_BYTES = 4;

/** Where blocks are packed. */
let room = new Uint8Array(0);

/** @param block of a genotype matrix, as encodeRecordBlock makes it */
export function packGenotypes(block: Uint8Array): Uint8Array {
  const count = readU32(block, COUNT_AT);
  // A name takes two numbers more than the block has of it; rows are told in no more bytes than they have, and their
  // form.
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
    if (own >= 0 && sameBytes(block, stemFrom, stemTo, block, nameAt, digits))
      at = writeVarint(packed, at, 1 + zigzag(own - number));
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
  if (differences.length < LONGEST_VARINT * (planes.length + 1))
    differences = new Uint8Array(LONGEST_VARINT * (planes.length + 1));
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

/** Of real genotypes, the last 16 leave a quarter more bits than the last 64, and all of a block a thirtieth fewer. */
const REMEMBERED = 64;

/**
 * Finds, for the planes of a variant, which of those before them they differ from in the fewest bits: haplotypes that
 * carry a mutation carry others, too.
 */
class NearestPlanes {
  readonly #words: number;
  readonly #bytes: number;
  /** The last planes, of which one is put over the oldest; and what there is room for besides, for the next. */
  readonly #planes: Int32Array;
  readonly #alternatives = new Float64Array(REMEMBERED);
  readonly #own: Int32Array;
  readonly #bits: Uint32Array;
  #count = 0;

  /** @param plane bytes of one plane; what is added is two of them together */
  constructor(plane: number) {
    this.#bytes = 2 * plane;
    this.#words = Math.ceil(this.#bytes / 4);
    this.#planes = new Int32Array(REMEMBERED * this.#words);
    this.#own = new Int32Array(this.#words);
    this.#bits = new Uint32Array(8 * this.#bytes);
  }

  /**
   * How many planes before these the nearest are, 0 for planes without a bit; and the bits that differ, ascending, of
   * which the first `differing` count until the next are added.
   *
   * @param alternatives bits that are set
   */
  add(planes: Uint8Array, alternatives: number): { base: number; bits: Uint32Array; differing: number } {
    const words = this.#words;
    const own = this.#own;
    new Uint8Array(own.buffer).set(planes);
    let [base, least] = [0, alternatives];
    for (let back = 1; back <= Math.min(this.#count, REMEMBERED); back++) {
      const slot = (this.#count - back) % REMEMBERED;
      const differing = this.#differing(own, slot * words, alternatives - this.#alternatives[slot]!, least);
      if (differing < least) [base, least] = [back, differing];
    }
    this.#list(own, base === 0 ? -1 : ((this.#count - base) % REMEMBERED) * words);
    const slot = this.#count++ % REMEMBERED;
    this.#planes.set(own, slot * words);
    this.#alternatives[slot] = alternatives;
    return { base, bits: this.#bits, differing: least };
  }

  /**
   * Bits in which they differ, or any number that is not less than `least`. Two that differ in how many bits are set
   * differ in as many.
   */
  #differing(own: Int32Array, at: number, more: number, least: number): number {
    if (Math.abs(more) >= least) return least;
    const planes = this.#planes;
    let differing = 0;
    for (let word = 0; word < own.length && differing < least; word++) {
      const bits = own[word]! ^ planes[at + word]!;
      if (bits !== 0) differing += ones(bits);
    }
    return differing;
  }

  /** Lists the bits in which they differ; at -1 stand none. */
  #list(own: Int32Array, at: number): void {
    const [planes, bits] = [this.#planes, this.#bits];
    let next = 0;
    for (let word = 0; word < own.length; word++) {
      for (let left = at < 0 ? own[word]! : own[word]! ^ planes[at + word]!; left !== 0; left &= left - 1)
        bits[next++] = 32 * word + 31 - Math.clz32(left & -left);
    }
  }
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
