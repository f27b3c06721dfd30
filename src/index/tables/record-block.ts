/**
 * A block of records of a sorted table or interval table. Any record can be read without parsing the others.
 *
 *   letter of the shape (1) | its version (1) | 0 (2) | n: number of records (4) |
 *   start of each record and the end of the last, in bytes from the block's start (4 each, n + 1 of them) | records
 *
 * Every block contains letter and version, since a read by location sees neither the header nor the directory.
 *
 * How blocks of tables are compressed: packed-records.ts.
 */
import { StoreError } from '../../store/store.ts';
import { readU32, writeU32 } from '../blocks/integers.ts';
import { checkKind, isOfKind, kindBytes, type IndexShape } from '../blocks/object-header.ts';

export const HEAD_LENGTH = 8;
export const COUNT_AT = 4;

/**
 * Maximum difference between the sizes of a block in memory and packed: the bytes that records repeat from each other.
 * Blocks of several records have some dozens of KiB. A block of one record exceeds its packed size only for a row of
 * genotypes; with 100 million samples, by less than this.
 */
export const MAX_REPEATED_BYTES = 64 * 1024 * 1024;

/**
 * Encodes records as a block.
 *
 * @param records the records, concatenated
 * @param ends end of each record in `records`
 */
export function encodeRecordBlock(shape: IndexShape, records: Uint8Array, ends: readonly number[]): Uint8Array {
  const first = recordBlockLength(ends.length, 0);
  const block = new Uint8Array(first + records.length);
  block.set(kindBytes(shape));
  writeU32(block, COUNT_AT, ends.length);
  writeU32(block, HEAD_LENGTH, first);
  for (const [index, end] of ends.entries()) writeU32(block, HEAD_LENGTH + 4 * (index + 1), first + end);
  block.set(records, first);
  return block;
}

/** Length of a decoded block of `count` records with `size` bytes in total. */
export function recordBlockLength(count: number, size: number): number {
  return HEAD_LENGTH + 4 * (count + 1) + size;
}

/**
 * Number of records in the decoded block at `offset` of `object`. Throws StoreError for a block of another index shape,
 * version or size.
 */
export function recordCount(block: Uint8Array, shape: IndexShape, object: string, offset: number): number {
  // Called for each record that is read, so the name is only built for errors.
  if (!isOfKind(block, 0, shape)) checkKind(block, 0, shape, `${object} at byte ${offset}`);
  const count = readU32(block, COUNT_AT);
  const table = recordBlockLength(count, 0);
  if (table > block.length || recordStart(block, 0) !== table || recordStart(block, count) !== block.length) {
    throw new StoreError(`${object} at byte ${offset} is damaged: its records do not fill it`);
  }
  return count;
}

/** Start of record `index` in its block. It ends where the next record starts, or at the end of the block. */
export function recordStart(block: Uint8Array, index: number): number {
  return readU32(block, HEAD_LENGTH + 4 * index);
}
