/**
 * A block of records of a table as it is compressed: what a record has alike with the one before it is not repeated. Compressing takes half the time then,
 * inflating too, and the result is smaller, since distances into what came before need not be told.
 *
 *   the block's first 8 bytes | lists of n varints each | what is left of keys | what is left of values
 *
 * Lists of a sorted table: bytes of the key that it shares with the key before, further bytes of the key. Of an interval table: region less the
 * region before, start less the start before (the start itself in another region), end less start. Of both then: bytes of the value (the payload) that
 * it shares with the one before, further bytes of the value. Before the first record stand empty ones, region 0 and start 0.
 */
import { StoreError } from '../store/store.ts';
import { readU32, writeU32 } from './fixed-width.ts';
import { kindBytes } from './object-header.ts';
import { COUNT_AT, HEAD_LENGTH, MOST_REPEATED, recordBlockLength, recordStart } from './record-block.ts';
import { LONGEST_VARINT_32, readVarint, varintLength, writeVarint } from './varint.ts';

const [SORTED] = kindBytes('sorted table');
/** Fields of a record of an interval table: region, start, end. */
const INTERVAL_BYTES = 12;
/** A call that copies bytes takes as long as copying so many one by one. */
const FEW = 24;
const LARGEST = 0xffff_ffff;

/** Where blocks are packed: room of its own for each would be garbage many times the size of what comes of it. */
let room = new Uint8Array(0);
let numbers = new Uint32Array(0);

/** @param block of a sorted table or an interval table, as encodeRecordBlock makes it */
export function packRecords(block: Uint8Array): Uint8Array {
  const count = readU32(block, COUNT_AT);
  const isSorted = block[0] === SORTED;
  const heads = isSorted ? 2 : 3;
  if (numbers.length < (heads + 3) * count) numbers = new Uint32Array(2 * (heads + 3) * count);
  const lists = Array.from({ length: heads + 2 }, (_, list) => numbers.subarray(list * count, (list + 1) * count));
  const [shared, further] = [lists[heads]!, lists[heads + 1]!];
  // Where the value before is, and in a sorted table the key before; of an interval table the region and start before.
  let [valueBefore, valueBeforeEnd, keyBefore, keyBeforeEnd, region, start] = [0, 0, 0, 0, 0, 0];
  const keys = isSorted ? numbers.subarray(lists.length * count) : null;
  for (let index = 0, at = recordStart(block, 0); index < count; index++) {
    const end = recordStart(block, index + 1);
    let valueAt: number;
    if (keys) {
      const [length, keyAt] = readVarint(block, at);
      valueAt = keyAt + length;
      const alike = sharedLength(block, keyBefore, keyBeforeEnd, keyAt, valueAt);
      lists[0]![index] = alike;
      lists[1]![index] = length - alike;
      [keyBefore, keyBeforeEnd] = [keyAt, valueAt];
      keys[index] = keyAt;
    } else {
      valueAt = at + INTERVAL_BYTES;
      const [of, from, to] = [readU32(block, at), readU32(block, at + 4), readU32(block, at + 8)];
      lists[0]![index] = of - region;
      lists[1]![index] = of === region ? from - start : from;
      lists[2]![index] = to - from;
      [region, start] = [of, from];
    }
    shared[index] = sharedLength(block, valueBefore, valueBeforeEnd, valueAt, end);
    further[index] = end - valueAt - shared[index]!;
    [valueBefore, valueBeforeEnd] = [valueAt, end];
    at = end;
  }
  const most = HEAD_LENGTH + LONGEST_VARINT_32 * lists.length * count + block.length;
  if (room.length < most) room = new Uint8Array(2 * most);
  const packed = room;
  packed.set(block.subarray(0, HEAD_LENGTH));
  let at = HEAD_LENGTH;
  for (const list of lists) for (const value of list) value < 0x80 ? (packed[at++] = value) : (at = writeVarint(packed, at, value));
  if (keys) for (let index = 0; index < count; index++) at = copy(block, keys[index]! + lists[0]![index]!, packed, at, lists[1]![index]!);
  for (let index = 0; index < count; index++) at = copy(block, recordStart(block, index + 1) - further[index]!, packed, at, further[index]!);
  return packed.slice(0, at);
}

/** The block that was packed, in plain JavaScript: see unpacking.ts. Throws StoreError where lists and bytes are not those of one. */
export function unpackPlainly(packed: Uint8Array, name: string): Uint8Array {
  const damaged = () => new StoreError(`${name} is damaged: its records do not fill it`);
  const count = packed.length < HEAD_LENGTH ? Infinity : readU32(packed, COUNT_AT);
  const heads = packed[0] === SORTED ? 2 : 3;
  // A number takes a byte at least.
  if (count * (heads + 2) > packed.length) throw damaged();
  const { lists, end: at } = readLists(packed, HEAD_LENGTH, heads + 2, count);
  const [shared, further] = [lists[heads]!, lists[heads + 1]!];
  const values = lengths(shared, further);
  const keys = packed[0] === SORTED ? lengths(lists[0]!, lists[1]!) : null;
  const size = recordBlockLength(count, 0) + values.whole + (keys ? keys.whole + keys.prefixes : INTERVAL_BYTES * count);
  if (values.broken || keys?.broken || at + (keys?.further ?? 0) + values.further !== packed.length || size > packed.length + MOST_REPEATED || size > LARGEST) throw damaged();
  const block = new Uint8Array(size);
  for (let byte = 0; byte < HEAD_LENGTH; byte++) block[byte] = packed[byte]!;
  const [first, second, third] = lists as [Float64Array, Float64Array, Float64Array];
  let [key, value, to, keyAt, valueAt, region, start] = [at, at + (keys?.further ?? 0), recordBlockLength(count, 0), 0, 0, 0, 0];
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

/** Some lists of so many varints each. */
function readLists(packed: Uint8Array, from: number, lists: number, count: number): { lists: Float64Array[]; end: number } {
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

/** Bytes of keys or values together: as they are, of what is told of them, and of their lengths as varints; broken where one shares more than there is. */
function lengths(shared: Float64Array, further: Float64Array): { whole: number; further: number; prefixes: number; broken: boolean } {
  let [whole, told, prefixes, before, broken] = [0, 0, 0, 0, false];
  for (let index = 0; index < shared.length; index++) {
    if (shared[index]! > before) broken = true;
    before = shared[index]! + further[index]!;
    told += further[index]!;
    whole += before;
    prefixes += before < 0x80 ? 1 : varintLength(before);
  }
  return { whole, further: told, prefixes, broken };
}

/** How many bytes two stretches of a block have alike from their beginnings on. */
function sharedLength(block: Uint8Array, one: number, oneEnd: number, other: number, otherEnd: number): number {
  const most = Math.min(oneEnd - one, otherEnd - other);
  let length = 0;
  while (length < most && block[one + length] === block[other + length]) length++;
  return length;
}

/** Returns the place behind the copy. */
function copy(from: Uint8Array, at: number, to: Uint8Array, place: number, length: number): number {
  if (length < FEW) for (let each = 0; each < length; each++) to[place + each] = from[at + each]!;
  else if (from === to) to.copyWithin(place, at, at + length);
  else to.set(from.subarray(at, at + length), place);
  return place + length;
}
