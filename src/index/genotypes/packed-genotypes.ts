/**
 * The stored form of a block of a genotype matrix. Adjacent variants are carried by nearly the same haplotypes, so most
 * planes are stored as their difference to the planes of an earlier row. For real genotypes this needs a sixth of the
 * bytes. Unpacking copies planes and flips some bits, which is cheaper than a checksum of as many bytes; inflating
 * would cost ten times as much.
 *
 *   the block's first 8 bytes | length of the block (4) | bytes of a plane (4) | for each record:
 *
 *   varint position - position of the record before | name | varint 4 * n + form | n bytes
 *
 *   name:   varint 0 | varint length, stem | varint 0, or number + 1
 *             a stem and, if it ends in a number, the number without leading zeros
 *           varint 1 + zigzag difference
 *             the stem before, with a number that differs by this from the number before
 *   form 0: gaps between haplotypes, without their count        a row of kind 0
 *   form 1: varint base | gaps between bits                     a row of kind 1, as the bits that differ from the base
 *   form 2: the row unchanged
 *   form 3: kind (1) | varint n | n bytes as of form 1 | rest   as form 1, of a row with samples without genotype
 *
 * Base n means the planes n rows before, counting only rows with planes; base 0 means planes without set bits. Bits of
 * both planes together are counted from the lowest bit of the first byte.
 */
import { at } from '../../checked.ts';
import { readU32, writeU32, LONGEST_VARINT, readVarint, writeVarint, zigzag } from '../blocks/integers.ts';
import { KIND, PLANE_BYTES_AT, PLANES_AT } from './genotype-row.ts';
import { COUNT_AT, HEAD_LENGTH, recordStart } from '../tables/record-block.ts';
import { numberOf, numberStart } from '../blocks/numbered-name.ts';
import { sameBytes } from '../blocks/bytes.ts';

export const LENGTH_AT = HEAD_LENGTH;
export const PLANE_AT = HEAD_LENGTH + 4;
export const PACKED_HEAD = HEAD_LENGTH + 8;
/** The stored forms of a row. */
export const FORM = { haplotypes: 0, planes: 1, asItIs: 2, missing: 3 } as const;
const POSITION_BYTES = 4;

/** Memory for packing, shared by all blocks. */
let packingMemory = new Uint8Array(0);

/** @param block of a genotype matrix, as encodeRecordBlock returns it */
export function packGenotypes(block: Uint8Array): Uint8Array {
  const count = readU32(block, COUNT_AT);
  // A packed name has at most two numbers more than in the block. A packed row is at most as long as the row, plus its
  // form.
  const most = PACKED_HEAD + block.length + 5 * LONGEST_VARINT * count;
  if (packingMemory.length < most) packingMemory = new Uint8Array(2 * most);
  const packed = packingMemory;
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

/** Copies a few bytes and returns the position after the copy. */
function copy(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  for (let each = start; each < end; each++) to[at++] = from[each]!;
  return at;
}

/** Bytes of a plane of the block's rows with planes; 0 if it has none. */
function planeBytesIn(block: Uint8Array, count: number): number {
  for (let index = 0; index < count; index++) {
    const [length, nameAt] = readVarint(block, recordStart(block, index) + POSITION_BYTES);
    if (block[nameAt + length]! & KIND.planes) return readU32(block, nameAt + length + PLANE_BYTES_AT);
  }
  return 0;
}

/** Memory for the encoded differences of one row. */
let differences = new Uint8Array(0);

function packRow(row: Uint8Array, plane: number, bases: NearestPlanes, packed: Uint8Array, to: number): number {
  const kind = at(row, 0);
  if (!(kind & KIND.planes)) return putForm(packed, to, FORM.asItIs, row);
  const planes = row.subarray(PLANES_AT, PLANES_AT + 2 * plane);
  const { base, bits, differing } = bases.add(planes, readU32(row, 1));
  // A difference has at least one byte.
  if (differing >= planes.length) return putForm(packed, to, FORM.asItIs, row);
  if (differences.length < LONGEST_VARINT * (planes.length + 1))
    differences = new Uint8Array(LONGEST_VARINT * (planes.length + 1));
  let end = writeVarint(differences, 0, base);
  let next = 0;
  for (let each = 0; each < differing; each++) {
    const bit = bits[each]!;
    const gap = bit - next;
    if (gap < 0x80) differences[end++] = gap;
    else end = writeVarint(differences, end, gap);
    next = bit + 1;
  }
  if (end >= planes.length) return putForm(packed, to, FORM.asItIs, row);
  const encoded = differences.subarray(0, end);
  if (kind === KIND.planes) return putForm(packed, to, FORM.planes, encoded);
  const rest = row.subarray(PLANES_AT + 2 * plane);
  const parts = new Uint8Array(1 + LONGEST_VARINT + end + rest.length);
  parts[0] = kind;
  const encodedAt = writeVarint(parts, 1, end);
  parts.set(encoded, encodedAt);
  parts.set(rest, encodedAt + end);
  return putForm(packed, to, FORM.missing, parts.subarray(0, encodedAt + end + rest.length));
}

function putForm(packed: Uint8Array, from: number, form: number, bytes: Uint8Array): number {
  const at = writeVarint(packed, from, 4 * bytes.length + form);
  packed.set(bytes, at);
  return at + bytes.length;
}

/**
 * Number of earlier planes that are compared. For real genotypes, 16 leave a quarter more bits than 64, and all planes
 * of a block leave a thirtieth fewer.
 */
const REMEMBERED = 64;

/**
 * Finds the earlier planes that differ from a variant's planes in the fewest bits: haplotypes that carry one mutation
 * often carry others, too.
 */
class NearestPlanes {
  readonly #words: number;
  readonly #bytes: number;
  /** The most recent planes; new planes replace the oldest. */
  readonly #planes: Int32Array;
  readonly #alternatives = new Float64Array(REMEMBERED);
  readonly #own: Int32Array;
  readonly #bits: Uint32Array;
  #count = 0;

  /** @param plane length of one plane in bytes; `add` takes two planes, concatenated */
  constructor(plane: number) {
    this.#bytes = 2 * plane;
    this.#words = Math.ceil(this.#bytes / 4);
    this.#planes = new Int32Array(REMEMBERED * this.#words);
    this.#own = new Int32Array(this.#words);
    this.#bits = new Uint32Array(8 * this.#bytes);
  }

  /**
   * Finds the nearest planes, adds these, and returns how many planes before these the nearest are (0: planes without
   * set bits) and the bits that differ, ascending: the first `differing` items of `bits`, valid until the next call.
   *
   * @param alternatives number of set bits
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
   * Number of bits that differ, or any number of at least `least`. It is at least the difference of the numbers of set
   * bits.
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

  /** Lists the bits that differ; position -1 means planes without set bits. */
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
