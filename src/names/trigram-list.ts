/**
 * Table `trigrams` of a name index: for each trigram, the list of the records of the searched table with a name that
 * contains it.
 *
 *   key: three letters
 *     varint records in the list | varint number of further chunks | varint bytes of the further chunks | list
 *   key: three letters, NUL and six digits
 *     a further chunk of the list, numbered from 1
 *   key: NUL (BLOCKS_KEY)
 *     locations of the searched records (RecordBlocks)
 *
 * A list contains the ordinals of the records, ascending, each as a varint: the number of ordinals between it and the
 * one before (for the first, the number of ordinals before it). No varint spans two chunks. A list of at most
 * HEAD_BYTES, as nearly all are, is entirely in its first record.
 */
import { at as itemAt } from '../checked.ts';
import { readVarint, varintLength, writeVarint } from '../index/blocks/integers.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';
import { firstIndex } from '../index/tables/first-index.ts';
import type { RecordLocation, WrittenBlock } from '../index/blocks/object-sink.ts';

/** Most bytes of a list in its first record; a block of 64 KiB contains at least a dozen of them. */
const HEAD_BYTES = 4 * 1024;
const CHUNK_BYTES = 16 * 1024;

/** Differs from all trigrams, because names contain no NUL. */
export const BLOCKS_KEY = '\0';

export interface ListHead {
  /** Records in the whole list. */
  records: number;
  /** Number of further chunks. */
  chunks: number;
  /** Bytes of the further chunks. */
  chunkBytes: number;
  /** The part of the list in this record. */
  list: Uint8Array;
}

export function decodeHead(record: Uint8Array): ListHead {
  const [records, afterRecords] = readVarint(record, 0);
  const [chunks, afterChunks] = readVarint(record, afterRecords);
  const [chunkBytes, next] = readVarint(record, afterChunks);
  return { records, chunks, chunkBytes, list: record.subarray(next) };
}

/** Key of a further chunk, numbered from 1. In the table, chunks follow the first record in order. */
export function chunkKey(trigram: string, chunk: number): string {
  return `${trigram}\0${String(chunk).padStart(6, '0')}`;
}

/** The first record and the further chunks of a list. @param list the varints of the whole list */
export function encodeList(records: number, list: Uint8Array): Uint8Array[] {
  const headEnd = endWithin(list, HEAD_BYTES);
  const chunks: Uint8Array[] = [];
  for (let start = headEnd; start < list.length; ) {
    const end = endWithin(list, start + CHUNK_BYTES);
    chunks.push(list.subarray(start, end));
    start = end;
  }
  const counts = [records, chunks.length, list.length - headEnd];
  const first = new Uint8Array(counts.reduce((size, count) => size + varintLength(count), headEnd));
  let at = 0;
  for (const count of counts) at = writeVarint(first, at, count);
  first.set(list.subarray(0, headEnd), at);
  return [first, ...chunks];
}

/** The last end of a varint at or before a limit. */
function endWithin(list: Uint8Array, limit: number): number {
  if (limit >= list.length) return list.length;
  while (list[limit - 1]! >= 0x80) limit--;
  return limit;
}

/**
 * The ordinals of a list. Throws DamagedRecord if their number is not `records`.
 * @param chunks the whole list, in order
 * @param records number of records in the list, from its head
 */
export function ordinalsOf(chunks: readonly Uint8Array[], records: number): Uint32Array {
  // An ordinal takes at least a byte, so this also bounds the array of a damaged record.
  const most = chunks.reduce((bytes, { length }) => bytes + length, 0);
  const ordinals = new Uint32Array(Math.min(records, most));
  let count = 0;
  let ordinal = -1;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const [gap, next] = readVarint(chunk, at);
      ordinals[count++] = ordinal += gap + 1;
      at = next;
    }
  }
  if (count !== records) throw new DamagedRecord(`a list of ${records} names has ${count}`);
  return ordinals;
}

/**
 * The intersection of ascending ordinals with a list. Decodes the list only up to the last of the ordinals. Throws
 * DamagedRecord if the list ends within an ordinal, or if it was decoded to its end and its number is not `records`.
 * @param chunks the whole list, in order
 * @param records number of records in the list, from its head
 */
export function intersectionWithList(
  ordinals: Uint32Array,
  chunks: readonly Uint8Array[],
  records: number,
): Uint32Array {
  const found = new Uint32Array(ordinals.length);
  let [count, asked, ordinal, listed] = [0, 0, -1, 0];
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length && asked < ordinals.length; ) {
      // readVarint would allocate a pair for each of hundreds of thousands of ordinals.
      let [gap, scale, byte] = [0, 1, 0x80];
      for (; byte >= 0x80 && at < chunk.length; scale *= 128) {
        byte = chunk[at++]!;
        gap += (byte & 0x7f) * scale;
      }
      if (byte >= 0x80) throw new DamagedRecord('a list of names ends within an ordinal');
      ordinal += gap + 1;
      listed++;
      while (asked < ordinals.length && ordinals[asked]! < ordinal) asked++;
      if (ordinals[asked] === ordinal) found[count++] = ordinal;
    }
  }
  if (asked < ordinals.length && listed !== records)
    throw new DamagedRecord(`a list of ${records} names has ${listed}`);
  return found.subarray(0, count);
}

/**
 * Locations of the records of the searched table by their ordinals. One record of the table `trigrams`:
 *
 *   varint offset of the table's first block | for each block: varint bytes, varint records
 *
 * There are no gaps between blocks. 40,000 blocks with 2 million records take 120 KB.
 */

export function encodeRecordBlocks(blocks: readonly WrittenBlock[]): Uint8Array {
  const values = [blocks[0]?.offset ?? 0];
  for (const { length, records } of blocks) values.push(length, records);
  const bytes = new Uint8Array(values.reduce((size, value) => size + varintLength(value), 0));
  let at = 0;
  for (const value of values) at = writeVarint(bytes, at, value);
  return bytes;
}

export class RecordBlocks {
  /** Offset of each block, and the end of the last. */
  readonly #offsets: number[];
  /** Ordinal of each block's first record. */
  readonly #firsts: number[] = [];

  constructor(bytes: Uint8Array) {
    let [offset, at] = readVarint(bytes, 0);
    let first = 0;
    this.#offsets = [offset];
    while (at < bytes.length) {
      const [length, afterLength] = readVarint(bytes, at);
      const [records, next] = readVarint(bytes, afterLength);
      this.#offsets.push((offset += length));
      this.#firsts.push(first);
      first += records;
      at = next;
    }
  }

  /** Location of the record with an ordinal. */
  locate(ordinal: number): RecordLocation {
    const block = firstIndex(0, this.#firsts.length, (index) => itemAt(this.#firsts, index) <= ordinal) - 1;
    const offset = itemAt(this.#offsets, block);
    return [offset, itemAt(this.#offsets, block + 1) - offset, ordinal - itemAt(this.#firsts, block)];
  }
}
