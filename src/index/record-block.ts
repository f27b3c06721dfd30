/**
 * A block of records, as sorted tables and interval tables share it: any record is found without parsing the others.
 *
 *   letter of the shape (1) | its version (1) | 0 (2) | n: number of records (4) |
 *   start of each record and the end of the last, in bytes from the block's start (4 each, n + 1 of them) | records
 *
 * Letter and version stand in every block because a record read by its location passes no header and no directory.
 *
 * Deflate makes nothing of starts, of which no two are the same, but much of lengths. So what is compressed is
 *
 *   the same 8 bytes | lowest byte of each record's length, then the second of each, the third, the highest (n each) | records
 */
import { StoreError } from '../store/store.ts';
import { readU32, writeU32 } from './fixed-width.ts';
import { checkKind, kindBytes, type Shape } from './object-header.ts';

const HEAD_LENGTH = 8;
const COUNT_AT = 4;

export function encodeRecordBlock(shape: Shape, records: readonly Uint8Array[]): Uint8Array {
  let at = recordBlockLength(records.length, 0);
  const block = new Uint8Array(records.reduce((size, record) => size + record.length, at));
  block.set(kindBytes(shape));
  writeU32(block, COUNT_AT, records.length);
  records.forEach((record, index) => {
    writeU32(block, HEAD_LENGTH + 4 * index, at);
    block.set(record, at);
    at += record.length;
  });
  writeU32(block, HEAD_LENGTH + 4 * records.length, at);
  return block;
}

/** Bytes of a decoded block of `count` records that are `size` bytes together. */
export function recordBlockLength(count: number, size: number): number {
  return HEAD_LENGTH + 4 * (count + 1) + size;
}

/** Number of records in a decoded block. Throws StoreError for a block of another shape, version or size. */
export function recordCount(block: Uint8Array, shape: Shape, name: string): number {
  checkKind(block, 0, shape, name);
  const count = readU32(block, COUNT_AT);
  const table = recordBlockLength(count, 0);
  if (table > block.length || recordStart(block, 0) !== table || recordStart(block, count) !== block.length) {
    throw new StoreError(`${name} is damaged: its records do not fill it`);
  }
  return count;
}

/** Where record `index` starts in its block; the record after it, or the block's end, is where it ends. */
export function recordStart(block: Uint8Array, index: number): number {
  return readU32(block, HEAD_LENGTH + 4 * index);
}

/** A block as it is compressed. */
export function withLengths(block: Uint8Array): Uint8Array {
  const count = readU32(block, COUNT_AT);
  const packed = block.slice(STARTS_LONGER);
  packed.set(block.subarray(0, HEAD_LENGTH));
  for (let index = 0, start = recordStart(block, 0); index < count; index++) {
    const end = recordStart(block, index + 1);
    for (let byte = 0; byte < 4; byte++) packed[HEAD_LENGTH + byte * count + index] = (end - start) >>> (8 * byte);
    start = end;
  }
  return packed;
}

/** What a block is longer than what is compressed of it. */
export const STARTS_LONGER = 4;

/**
 * Makes a block of what was compressed of it, in place: it begins STARTS_LONGER bytes behind the beginning of `block`. Throws StoreError
 * where there are not as many lengths as records.
 */
export function restoreStarts(block: Uint8Array, name: string): void {
  block.copyWithin(0, STARTS_LONGER, STARTS_LONGER + HEAD_LENGTH);
  const count = block.length < HEAD_LENGTH + STARTS_LONGER ? Infinity : readU32(block, COUNT_AT);
  let start = recordBlockLength(count, 0);
  if (start > block.length) throw new StoreError(`${name} is damaged: its records do not fill it`);
  const lengths = block.slice(HEAD_LENGTH + STARTS_LONGER, start);
  for (let index = 0; index < count; index++) {
    writeU32(block, HEAD_LENGTH + 4 * index, start);
    start += lengths[index]! + lengths[count + index]! * 0x100 + lengths[2 * count + index]! * 0x1_0000 + lengths[3 * count + index]! * 0x100_0000;
  }
  writeU32(block, HEAD_LENGTH + 4 * count, start);
}
