/** A slow, simple model of the kernels in src/index/kernels: unpacks blocks byte by byte. */
import { unzigzag, readU32, readVarint, varintLength, writeU32, writeVarint } from '../../src/index/blocks/integers.ts';
import { LENGTH_AT, PACKED_HEAD, PLANE_AT, FORM } from '../../src/index/genotypes/packed-genotypes.ts';
import { KIND, PLANE_BYTES_AT, PLANES_AT } from '../../src/index/genotypes/genotype-row.ts';
import { kindBytes } from '../../src/index/blocks/object-header.ts';
import { COUNT_AT, HEAD_LENGTH, MAX_REPEATED_BYTES, recordBlockLength } from '../../src/index/tables/record-block.ts';
import { StoreError } from '../../src/store/store.ts';

const [SORTED] = kindBytes('sorted table');
const INTERVAL_BYTES = 12;
const POSITION_BYTES = 4;
const LARGEST = 0xffff_ffff;

/**
 * Unpacks a block of a sorted table or an interval table; the format is described in unpacking.ts. Throws StoreError if
 * the lists and the bytes do not form a block.
 */
export function unpackPlainly(packed: Uint8Array, name: string): Uint8Array {
  const damaged = () => new StoreError(`${name} is damaged: its records do not fill it`);
  const count = packed.length < HEAD_LENGTH ? Infinity : readU32(packed, COUNT_AT);
  const heads = packed[0] === SORTED ? 2 : 3;
  // Each number takes at least one byte.
  if (count * (heads + 2) > packed.length) throw damaged();
  const { lists, end: at } = readLists(packed, HEAD_LENGTH, heads + 2, count);
  const [shared, further] = [lists[heads]!, lists[heads + 1]!];
  const values = lengths(shared, further);
  const keys = packed[0] === SORTED ? lengths(lists[0]!, lists[1]!) : null;
  const size =
    recordBlockLength(count, 0) + values.whole + (keys ? keys.whole + keys.prefixes : INTERVAL_BYTES * count);
  if (
    values.broken ||
    keys?.broken ||
    at + (keys?.further ?? 0) + values.further !== packed.length ||
    size > packed.length + MAX_REPEATED_BYTES ||
    size > LARGEST
  )
    throw damaged();
  const block = new Uint8Array(size);
  for (let byte = 0; byte < HEAD_LENGTH; byte++) block[byte] = packed[byte]!;
  const [first, second, third] = lists as [Float64Array, Float64Array, Float64Array];
  let [key, value, to, keyAt, valueAt, region, start] = [
    at,
    at + (keys?.further ?? 0),
    recordBlockLength(count, 0),
    0,
    0,
    0,
    0,
  ];
  for (let index = 0; index < count; index++) {
    writeU32(block, HEAD_LENGTH + 4 * index, to);
    if (keys) {
      const [alike, more] = [first[index]!, second[index]!];
      to = writeVarint(block, to, alike + more);
      copy(block, keyAt, block, to, alike);
      copy(packed, key, block, to + alike, more);
      keyAt = to;
      to += alike + more;
      key += more;
    } else {
      start = first[index] === 0 ? start + second[index]! : second[index]!;
      region += first[index]!;
      const end = start + third[index]!;
      if (region > LARGEST || end > LARGEST) throw damaged();
      writeU32(block, to, region);
      writeU32(block, to + 4, start);
      writeU32(block, to + 8, end);
      to += INTERVAL_BYTES;
    }
    const [alike, more] = [shared[index]!, further[index]!];
    copy(block, valueAt, block, to, alike);
    copy(packed, value, block, to + alike, more);
    valueAt = to;
    to += alike + more;
    value += more;
  }
  writeU32(block, HEAD_LENGTH + 4 * count, to);
  return block;
}

/** Reads lists of varints. @param count varints per list */
function readLists(
  packed: Uint8Array,
  from: number,
  lists: number,
  count: number,
): { lists: Float64Array[]; end: number } {
  let at = from;
  const read = Array.from({ length: lists }, () => {
    const list = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      const byte = packed[at]!;
      if (byte < 0x80) list[index] = packed[at++]!;
      else [list[index], at] = readVarint(packed, at);
    }
    return list;
  });
  return { lists: read, end: at };
}

/**
 * Total bytes of keys or values: in full (`whole`), of the suffixes that the block contains (`further`), and of the
 * lengths as varints (`prefixes`). `broken` if one shares more bytes than its predecessor has.
 */
function lengths(
  shared: Float64Array,
  further: Float64Array,
): { whole: number; further: number; prefixes: number; broken: boolean } {
  let [whole, suffixes, prefixes, before, broken] = [0, 0, 0, 0, false];
  for (let index = 0; index < shared.length; index++) {
    if (shared[index]! > before) broken = true;
    before = shared[index]! + further[index]!;
    suffixes += further[index]!;
    whole += before;
    prefixes += before < 0x80 ? 1 : varintLength(before);
  }
  return { whole, further: suffixes, prefixes, broken };
}

function copy(from: Uint8Array, at: number, to: Uint8Array, place: number, length: number): void {
  if (length < 24) for (let each = 0; each < length; each++) to[place + each] = from[at + each]!;
  else if (from === to) to.copyWithin(place, at, at + length);
  else to.set(from.subarray(at, at + length), place);
}

/**
 * Unpacks a block of genotypes; the format is described in genotype-unpacking.ts. Throws StoreError if the bytes do not
 * form a block.
 */
export function unpackGenotypesPlainly(packed: Uint8Array, name: string): Uint8Array {
  try {
    return new Unpacked(packed).block;
  } catch (error) {
    // Reads beyond the end of the bytes give undefined; writes beyond the end of the block throw RangeError.
    if (error instanceof StoreError || error instanceof RangeError)
      throw new StoreError(`${name} is damaged: its records do not fill it`);
    throw error;
  }
}

class Unpacked {
  readonly block: Uint8Array;
  readonly #plane: number;
  /** Offsets of the planes in the block. */
  readonly #bases: number[] = [];
  #to: number;

  constructor(packed: Uint8Array) {
    const count = packed.length < PACKED_HEAD ? Infinity : readU32(packed, COUNT_AT);
    // Each record takes at least three bytes.
    ensure(3 * count <= packed.length);
    this.#plane = readU32(packed, PLANE_AT);
    const length = readU32(packed, LENGTH_AT);
    ensure(length <= packed.length + MAX_REPEATED_BYTES);
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

  #planes(kind: number, packed: Uint8Array): void {
    const [block, row, to, size] = [this.block, this.#to, this.#to + PLANES_AT, 2 * this.#plane];
    ensure(to + size <= block.length);
    let value: number;
    let at: number;
    [value, at] = readVarint(packed, 0);
    ensure(value <= this.#bases.length);
    let alternatives = 0;
    if (value > 0) {
      const base = this.#bases[this.#bases.length - value]!;
      alternatives = readU32(block, base - PLANES_AT + 1);
      block.copyWithin(to, base, base + size);
    }
    for (let bit = -1; at < packed.length; ) {
      [value, at] = readVarint(packed, at);
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

/** The name and its number, preceded by their length as a varint. @param number -1 for none */
function joinNumbered(stem: Uint8Array, number: number): Uint8Array {
  const digits = number < 0 ? '' : String(number);
  const length = stem.length + digits.length;
  const name = new Uint8Array(varintLength(length) + length);
  const at = writeVarint(name, 0, length);
  name.set(stem, at);
  for (let each = 0; each < digits.length; each++) name[at + stem.length + each] = digits.charCodeAt(each);
  return name;
}
