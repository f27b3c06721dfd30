/**
 * A block of records, as sorted tables and interval tables share it: any record is found without parsing the others.
 *
 *   letter of the shape (1) | its version (1) | 0 (2) | n: number of records (4) |
 *   start of each record and the end of the last, in bytes from the block's start (4 each, n + 1 of them) | records
 *
 * Letter and version stand in every block because a record read by its location passes no header and no directory.
 *
 * How a block of a table is compressed: packed-records.ts.
 */
import { StoreError } from '../../store/store.ts';
import { readU32, writeU32 } from '../blocks/integers.ts';
import { checkKind, isOfKind, kindBytes, type IndexShape } from '../blocks/object-header.ts';

export const HEAD_LENGTH = 8;
export const COUNT_AT = 4;

/**
 * What a block takes in memory beyond its packed bytes, at most: what its records repeat of one another. Blocks of
 * several records are some dozens of KiB, and of one alone only a row of genotypes is longer than what is told of it,
 * one of 100 million samples by less than this.
 */
export const MOST_REPEATED = 64 * 1024 * 1024;

/** @param records one behind the other, `ends` where each ends in them */
export function encodeRecordBlock(shape: IndexShape, records: Uint8Array, ends: readonly number[]): Uint8Array {
  const first = recordBlockLength(ends.length, 0);
  const block = new Uint8Array(first + records.length);
  block.set(kindBytes(shape));
  writeU32(block, COUNT_AT, ends.length);
  writeU32(block, HEAD_LENGTH, first);
  for (let index = 0; index < ends.length; index++)
    writeU32(block, HEAD_LENGTH + 4 * (index + 1), first + ends[index]!);
  block.set(records, first);
  return block;
}

/** Bytes of a decoded block of `count` records that are `size` bytes together. */
export function recordBlockLength(count: number, size: number): number {
  return HEAD_LENGTH + 4 * (count + 1) + size;
}

/**
 * Number of records in a decoded block, which stands at `offset` of `object`. Throws StoreError for a block of another
 * shape, version or size.
 */
export function recordCount(block: Uint8Array, shape: IndexShape, object: string, offset: number): number {
  // Asked for each record that is read: what the block is called is put together for an error only.
  if (!isOfKind(block, 0, shape)) checkKind(block, 0, shape, `${object} at byte ${offset}`);
  const count = readU32(block, COUNT_AT);
  const table = recordBlockLength(count, 0);
  if (table > block.length || recordStart(block, 0) !== table || recordStart(block, count) !== block.length) {
    throw new StoreError(`${object} at byte ${offset} is damaged: its records do not fill it`);
  }
  return count;
}

/** Where record `index` starts in its block; the record after it, or the block's end, is where it ends. */
export function recordStart(block: Uint8Array, index: number): number {
  return readU32(block, HEAD_LENGTH + 4 * index);
}
