/**
 * Where the records of a table stand, by their ordinals: what leads from a list of ordinals to places. One record of the table `trigrams`:
 *
 *   varint offset of the table's first block | for each block: varint bytes, varint records
 *
 * Blocks stand without gaps. 40,000 of them, of 2 million records, take 120 KB.
 */
import { firstIndex } from '../index/first-index.ts';
import type { RecordLocation, WrittenBlock } from '../index/object-sink.ts';
import { readVarint, varintLength, writeVarint } from '../index/varint.ts';

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
      this.#offsets.push(offset += length);
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
