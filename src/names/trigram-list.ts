/**
 * Records of the table `trigrams` of a name index: which records of the table that is searched hold a name with these
 * three letters.
 *
 *   under three letters:                         varint records in the list | varint further chunks | varint their
 *     bytes | list
 *   under three letters, NUL and six digits:     what follows of the list, chunk by chunk from 1 on
 *   under NUL (BLOCKS_KEY):                      where the searched records stand (RecordBlocks)
 *
 * A list holds the ordinals of the records, ascending, each as a varint: how many ordinals lie between it and the one
 * before (of the first, how many lie before it). No varint spans chunks. A list of up to HEAD_BYTES, as nearly all
 * are, is in its first record whole.
 */
import { readVarint, varintLength, writeVarint } from '../index/blocks/integers.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';
import { firstIndex } from '../index/tables/first-index.ts';
import type { RecordLocation, WrittenBlock } from '../index/blocks/object-sink.ts';

/** So that a block of the table has the beginnings of a dozen lists at least. */
const HEAD_BYTES = 4 * 1024;
const CHUNK_BYTES = 16 * 1024;

/** Under which no three letters stand: names hold no NUL. */
export const BLOCKS_KEY = '\0';

export interface ListHead {
  /** In the whole list. */
  records: number;
  chunks: number;
  /** Of the further chunks. */
  chunkBytes: number;
  /** The list as far as it stands here. */
  list: Uint8Array;
}

export function decodeHead(record: Uint8Array): ListHead {
  const [records, afterRecords] = readVarint(record, 0);
  const [chunks, afterChunks] = readVarint(record, afterRecords);
  const [chunkBytes, next] = readVarint(record, afterChunks);
  return { records, chunks, chunkBytes, list: record.subarray(next) };
}

/** Key of a further chunk, from 1 on. Chunks stand in their order, right behind the first record. */
export function chunkKey(trigram: string, chunk: number): string {
  return `${trigram}\0${String(chunk).padStart(6, '0')}`;
}

/** The records of a list, the first of which says how many there are. @param list as it is in all of them together */
export function encodeList(records: number, list: Uint8Array): Uint8Array[] {
  const ends: number[] = [];
  for (let at = 0; at < list.length || ends.length === 0; at = ends.at(-1)!)
    ends.push(endWithin(list, at + (ends.length === 0 ? HEAD_BYTES : CHUNK_BYTES)));
  const counts = [records, ends.length - 1, list.length - ends[0]!];
  const first = new Uint8Array(counts.reduce((size, count) => size + varintLength(count), ends[0]!));
  let at = 0;
  for (const count of counts) at = writeVarint(first, at, count);
  first.set(list.subarray(0, ends[0]), at);
  return [first, ...ends.slice(1).map((end, before) => list.subarray(ends[before], end))];
}

/** The last end of a varint that is not behind a limit. */
function endWithin(list: Uint8Array, limit: number): number {
  if (limit >= list.length) return list.length;
  while (list[limit - 1]! >= 0x80) limit--;
  return limit;
}

/**
 * The ordinals of a list. Throws DamagedRecord for a list of another number of them.
 * @param chunks all of it, in their order
 * @param records in the list
 */
export function ordinalsOf(chunks: readonly Uint8Array[], records: number): Uint32Array {
  // An ordinal takes a byte at least.
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
 * Those of some ascending ordinals that are in a list too, which is read no further than to the last of them. Throws
 * DamagedRecord for a list that ends within an ordinal, and for one of another number of them.
 * @param chunks all of it, in their order
 * @param records in the list
 */
export function alsoIn(ordinals: Uint32Array, chunks: readonly Uint8Array[], records: number): Uint32Array {
  const found = new Uint32Array(ordinals.length);
  let [count, asked, ordinal, listed] = [0, 0, -1, 0];
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length && asked < ordinals.length; ) {
      // As readVarint reads, without a pair for each of hundreds of thousands.
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
 * Where the records of a table stand, by their ordinals: what leads from a list of ordinals to places. One record of
 * the table `trigrams`:
 *
 *   varint offset of the table's first block | for each block: varint bytes, varint records
 *
 * Blocks stand without gaps. 40,000 of them, of 2 million records, take 120 KB.
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

  /** Where the record of an ordinal stands. */
  locate(ordinal: number): RecordLocation {
    const block = firstIndex(0, this.#firsts.length, (index) => this.#firsts[index]! <= ordinal) - 1;
    const offset = this.#offsets[block]!;
    return [offset, this.#offsets[block + 1]! - offset, ordinal - this.#firsts[block]!];
  }
}
