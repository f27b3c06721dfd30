/**
 * A block of records of a table as it is compressed: what a record has alike with the one before it is not repeated.
 * Compressing takes half the time then, inflating too, and the result is smaller, since distances into what came before
 * need not be told.
 *
 *   the block's first 8 bytes | lists of n varints each | what is left of keys | what is left of values
 *
 * Lists of a sorted table: bytes of the key that it shares with the key before, further bytes of the key. Of an
 * interval table: region less the region before, start less the start before (the start itself in another region), end
 * less start. Of both then: bytes of the value (the payload) that it shares with the one before, further bytes of the
 * value. Before the first record stand empty ones, region 0 and start 0.
 */
import { readU32, LONGEST_VARINT_32, readVarint, writeVarint } from '../blocks/integers.ts';
import { kindBytes } from '../blocks/object-header.ts';
import { COUNT_AT, HEAD_LENGTH, recordStart } from './record-block.ts';

const [SORTED] = kindBytes('sorted table');
/** Fields of a record of an interval table: region, start, end. */
const INTERVAL_BYTES = 12;
/** A call that copies bytes takes as long as copying so many one by one. */
const FEW = 24;

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
  for (const list of lists)
    for (const value of list) value < 0x80 ? (packed[at++] = value) : (at = writeVarint(packed, at, value));
  if (keys)
    for (let index = 0; index < count; index++)
      at = copy(block, keys[index]! + lists[0]![index]!, packed, at, lists[1]![index]!);
  for (let index = 0; index < count; index++)
    at = copy(block, recordStart(block, index + 1) - further[index]!, packed, at, further[index]!);
  return packed.slice(0, at);
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
