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
import { COUNT_AT, HEAD_LENGTH, recordBlockLength, recordStart } from './record-block.ts';
import { readVarint, varintLength, writeVarint } from './varint.ts';

const SORTED = 'S'.charCodeAt(0);
/** Fields of a record of an interval table: region, start, end. */
const INTERVAL_BYTES = 12;
/** A call that copies bytes takes as long as copying so many one by one. */
const FEW = 24;
const LARGEST = 0xffff_ffff;
/** Bytes of a varint of 32 bits. */
const LONGEST_NUMBER = 5;

/** @param block of a sorted table or an interval table, as encodeRecordBlock makes it */
export function packRecords(block: Uint8Array): Uint8Array {
  const count = readU32(block, COUNT_AT);
  const isSorted = block[0] === SORTED;
  const heads = isSorted ? 2 : 3;
  const lists = Array.from({ length: heads + 2 }, () => new Uint32Array(count));
  const [shared, further] = [lists[heads]!, lists[heads + 1]!];
  // Where the value before is, and in a sorted table the key before; of an interval table the region and start before.
  let [valueBefore, valueBeforeEnd, keyBefore, keyBeforeEnd, region, start] = [0, 0, 0, 0, 0, 0];
  const keys = isSorted ? new Uint32Array(count) : null;
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
  const packed = new Uint8Array(HEAD_LENGTH + LONGEST_NUMBER * lists.length * count + block.length);
  packed.set(block.subarray(0, HEAD_LENGTH));
  let at = HEAD_LENGTH;
  for (const list of lists) for (const value of list) value < 0x80 ? (packed[at++] = value) : (at = writeVarint(packed, at, value));
  if (keys) for (let index = 0; index < count; index++) at = copy(block, keys[index]! + lists[0]![index]!, packed, at, lists[1]![index]!);
  for (let index = 0; index < count; index++) at = copy(block, recordStart(block, index + 1) - further[index]!, packed, at, further[index]!);
  return packed.subarray(0, at);
}

/** The block that was packed. Throws StoreError where lists and bytes are not those of one. */
export function unpackRecords(packed: Uint8Array, name: string): Uint8Array {
  const damaged = () => new StoreError(`${name} is damaged: its records do not fill it`);
  const count = packed.length < HEAD_LENGTH ? Infinity : readU32(packed, COUNT_AT);
  const isSorted = packed[0] === SORTED;
  const heads = isSorted ? 2 : 3;
  // A number takes a byte at least.
  if (count * (heads + 2) > packed.length) throw damaged();
  let at = HEAD_LENGTH;
  const lists = Array.from({ length: heads + 2 }, () => {
    const list = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      const byte = packed[at]!;
      if (byte < 0x80) {
        list[index] = byte;
        at++;
      } else {
        [list[index], at] = readVarint(packed, at);
      }
    }
    return list;
  });
  const [shared, further] = [lists[heads]!, lists[heads + 1]!];
  let [size, keyLength, valueLength, keyBytes, valueBytes] = [recordBlockLength(count, 0), 0, 0, 0, 0];
  for (let index = 0; index < count; index++) {
    if (shared[index]! > valueLength || (isSorted && lists[0]![index]! > keyLength)) throw damaged();
    valueLength = shared[index]! + further[index]!;
    valueBytes += further[index]!;
    size += valueLength;
    if (isSorted) {
      keyLength = lists[0]![index]! + lists[1]![index]!;
      keyBytes += lists[1]![index]!;
      size += varintLength(keyLength) + keyLength;
    } else {
      size += INTERVAL_BYTES;
    }
  }
  if (at + keyBytes + valueBytes !== packed.length || size > LARGEST) throw damaged();
  const block = new Uint8Array(size);
  block.set(packed.subarray(0, HEAD_LENGTH));
  let [key, value, to, keyAt, valueAt, region, start] = [at, at + keyBytes, recordBlockLength(count, 0), 0, 0, 0, 0];
  for (let index = 0; index < count; index++) {
    writeU32(block, HEAD_LENGTH + 4 * index, to);
    if (isSorted) {
      const [alike, more] = [lists[0]![index]!, lists[1]![index]!];
      to = writeVarint(block, to, alike + more);
      const before = keyAt;
      keyAt = to;
      to = copy(block, before, block, to, alike);
      to = copy(packed, key, block, to, more);
      key += more;
    } else {
      start = lists[0]![index] === 0 ? start + lists[1]![index]! : lists[1]![index]!;
      region += lists[0]![index]!;
      if (region > LARGEST || start + lists[2]![index]! > LARGEST) throw damaged();
      writeU32(block, to, region);
      writeU32(block, to + 4, start);
      writeU32(block, to + 8, start + lists[2]![index]!);
      to += INTERVAL_BYTES;
    }
    const before = valueAt;
    valueAt = to;
    to = copy(block, before, block, to, shared[index]!);
    to = copy(packed, value, block, to, further[index]!);
    value += further[index]!;
  }
  writeU32(block, HEAD_LENGTH + 4 * count, to);
  return block;
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
