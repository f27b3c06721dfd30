/**
 * Sorted table: string keys in UTF-8 byte order -> records. One key may have many records. A record in a block is
 *
 *   varint length of the key | key (UTF-8) | value
 *
 * For the entries of the directory, see sorted-directory.ts.
 */
import type { ByteRange } from '../../store/store.ts';
import type { ByteSlices } from '../blocks/byte-slices.ts';
import type { BlockReader } from '../blocks/block-reader.ts';
import { after, readBlocks, totalLength } from '../blocks/block-reads.ts';
import { Directory } from './directory.ts';
import { firstIndex } from './first-index.ts';
import type {
  DirectoryPlace,
  ObjectSink,
  RecordLocation,
  TableWriterOptions,
  WrittenBlock,
} from '../blocks/object-sink.ts';
import { recordCount, recordStart } from './record-block.ts';
import { RecordObjectWriter } from './record-object-writer.ts';
import { layout, SHAPE, views, type ListedSeparator, type SortedEntry } from './sorted-directory.ts';
import { spacedIndices, locatedBlocks, locatedRecord } from './table-reads.ts';
import { compareBytes, utf8 } from '../blocks/bytes.ts';
import { readVarint, varintLength, writeVarint } from '../blocks/integers.ts';
import { at } from '../../checked.ts';

const encoder = new TextEncoder();

export class SortedTableWriter {
  readonly #object: RecordObjectWriter<SortedEntry>;
  #lastKey: Uint8Array = new Uint8Array(64);
  #lastLength = 0;

  constructor(sink: ObjectSink, options?: TableWriterOptions) {
    this.#object = new RecordObjectWriter(sink, SHAPE, layout, options);
  }

  /**
   * Adds a record and returns its ordinal (0-based). Keys, as strings or UTF-8, ascend in UTF-8 byte order and may
   * repeat. Throws Error for a key that is out of order or not well-formed Unicode. Copies key and value.
   */
  async add(text: string | Uint8Array, value: Uint8Array): Promise<number> {
    if (typeof text === 'string' && !text.isWellFormed())
      throw new Error(`the key ${JSON.stringify(text)} contains half of a surrogate pair`);
    const key = typeof text === 'string' ? encoder.encode(text) : text;
    this.#put(key, 0, key.length, value, 0, value.length);
    const ordinal = this.#object.count - 1;
    if (this.#object.isBusy) await this.#object.settle();
    return ordinal;
  }

  /** Adds records, key i with value i, like `add` but without a promise for each. */
  addAll(keys: ByteSlices, values: ByteSlices): Promise<void> {
    return this.#object.placeAll(keys.starts.length, (index) =>
      this.#put(
        keys.bytes,
        keys.starts[index]!,
        keys.ends[index]!,
        values.bytes,
        values.starts[index]!,
        values.ends[index]!,
      ),
    );
  }

  #put(
    keys: Uint8Array,
    keyStart: number,
    keyEnd: number,
    values: Uint8Array,
    valueStart: number,
    valueEnd: number,
  ): void {
    const keyLength = keyEnd - keyStart;
    const order = this.#object.count > 0 ? this.#compare(keys, keyStart, keyEnd) : -1;
    if (order > 0) {
      const key = utf8.decode(keys.subarray(keyStart, keyEnd));
      const previous = utf8.decode(this.#lastKey.subarray(0, this.#lastLength));
      throw new Error(`the key '${key}' follows the greater key '${previous}': keys must ascend`);
    }
    const length = varintLength(keyLength) + keyLength + valueEnd - valueStart;
    const entry = this.#object.openEntry(length) ? undefined : this.#entryOf(keys, keyStart, keyEnd, order === 0);
    const at = this.#object.place(length, entry);
    const { records } = this.#object;
    const keyAt = writeVarint(records, at, keyLength);
    if (keyLength > this.#lastKey.length) this.#lastKey = new Uint8Array(2 * keyLength);
    for (let index = 0; index < keyLength; index++)
      records[keyAt + index] = this.#lastKey[index] = keys[keyStart + index]!;
    this.#lastLength = keyLength;
    records.set(values.subarray(valueStart, valueEnd), keyAt + keyLength);
  }

  #entryOf(keys: Uint8Array, keyStart: number, keyEnd: number, continues: boolean): SortedEntry {
    // The first separator of a table is empty: no other one can follow the (missing) previous key more tightly.
    let length = continues ? keyEnd - keyStart : 0;
    if (!continues && this.#object.count > 0) {
      while (length < this.#lastLength && this.#lastKey[length] === keys[keyStart + length]) length++;
      length++;
    }
    // Not keys.slice: for a Buffer this is a view, which would keep the whole buffer in memory and change with it.
    return { offset: 0, length: 0, separator: new Uint8Array(keys.subarray(keyStart, keyStart + length)), continues };
  }

  /** Compares the previous key with this one. */
  #compare(keys: Uint8Array, keyStart: number, keyEnd: number): number {
    return compareBytes(this.#lastKey, 0, this.#lastLength, keys, keyStart, keyEnd);
  }

  /** Makes the next record begin a new block. */
  endBlock(): void {
    this.#object.endBlock();
  }

  /** Writes the remaining blocks and the directory. */
  finish(): Promise<DirectoryPlace> {
    return this.#object.finish();
  }

  /** See RecordObjectWriter. */
  get wholeDirectory(): DirectoryPlace | null {
    return this.#object.wholeDirectory;
  }

  /** The location of the record with an ordinal; only after `finish`. */
  locate(ordinal: number): RecordLocation {
    return this.#object.locate(ordinal);
  }

  /** All blocks in order, with their numbers of records; only after `finish`. */
  blocks(): WrittenBlock[] {
    return this.#object.blocks();
  }
}

export class SortedTable {
  readonly #object: string;
  readonly #reader: BlockReader;
  readonly #directory: Directory<ListedSeparator, Uint8Array>;

  /** @param attached the stored bytes of `place.directory`, if the root contains them */
  constructor(place: { object: string; directory: DirectoryPlace }, reader: BlockReader, attached?: Uint8Array) {
    this.#object = place.object;
    this.#reader = reader;
    this.#directory = new Directory(place, reader, attached, views);
  }

  /**
   * All values of each key, in the order written; none for an unknown key. One wave of reads for all keys, after one
   * for a directory that is neither attached nor cached. Values are views of shared blocks: never write to them.
   */
  async find(keys: readonly string[]): Promise<Uint8Array[][]> {
    // Half a surrogate pair would be encoded as U+FFFD and match that key.
    const queries = keys.map((key) => (key.isWellFormed() ? encoder.encode(key) : null));
    const planned = this.#plan(queries);
    const plan = planned instanceof Promise ? await planned : planned;
    const read = readBlocks(this.#reader, plan.flat());
    return this.#values(queries, plan, read instanceof Promise ? await read : read);
  }

  /** Ranges of blocks for each query; none for null. */
  #plan(queries: readonly (Uint8Array | null)[]): ByteRange[][] | Promise<ByteRange[][]> {
    const valid = queries.filter((key) => key !== null);
    const plan = this.#directory.plan(valid);
    if (valid.length === queries.length) return plan;
    return after(plan, (ranges) => {
      let next = 0;
      return queries.map((key) => (key ? at(ranges, next++) : []));
    });
  }

  /** Stored bytes of the blocks that `find` would read for some keys; reads only the directory. */
  async storedBytes(keys: readonly string[]): Promise<number> {
    const plan = await this.#directory.plan(keys.filter((key) => key.isWellFormed()).map((key) => encoder.encode(key)));
    return totalLength(plan);
  }

  /**
   * The values at some locations, in the same order; one wave of reads. Throws StoreError for a location without a
   * record.
   *
   * @param gap maximum bytes between blocks that are merged into one read; default MERGE_GAP
   */
  async at(locations: readonly RecordLocation[], gap?: number): Promise<Uint8Array[]> {
    const read = locatedBlocks(this.#object, locations, this.#reader, gap);
    const blocks = read instanceof Promise ? await read : read;
    return locations.map((location, each) => {
      const block = at(blocks, each);
      const [start, end] = locatedRecord(this.#object, block, location, SHAPE);
      return block.subarray(valueAt(block, start), end);
    });
  }

  /** All records from a key on, by default from the first, in order. Reads a few blocks ahead. */
  async *entries(from = ''): AsyncIterable<[key: string, value: Uint8Array]> {
    const fromKey = encoder.encode(from);
    for await (const [range, block] of this.#directory.blocksFrom(from === '' ? undefined : fromKey)) {
      const count = this.#count(block, range);
      for (let index = lowerBound(block, count, fromKey); index < count; index++) yield entry(block, index);
    }
  }

  /** About `count` records, evenly spaced over the table: shows what it contains without a scan. */
  async *evenlySpaced(count: number): AsyncIterable<[key: string, value: Uint8Array]> {
    const blocks = await Array.fromAsync(this.#directory.evenlySpacedBlocks(count));
    for (const [range, block] of blocks) {
      for (const index of spacedIndices(Math.ceil(count / blocks.length), this.#count(block, range)))
        yield entry(block, index);
    }
  }

  #values(
    keys: readonly (Uint8Array | null)[],
    plan: readonly ByteRange[][],
    blocks: readonly Uint8Array[],
  ): Uint8Array[][] {
    let next = 0;
    return keys.map((key, each) => {
      const values: Uint8Array[] = [];
      if (!key) return values;
      for (const range of at(plan, each)) {
        const block = at(blocks, next++);
        const count = this.#count(block, range);
        for (let index = lowerBound(block, count, key); index < count && compareKey(block, index, key) === 0; index++) {
          values.push(block.subarray(valueAt(block, recordStart(block, index)), recordStart(block, index + 1)));
        }
      }
      return values;
    });
  }

  #count(block: Uint8Array, { offset }: ByteRange): number {
    return recordCount(block, SHAPE, this.#object, offset);
  }
}

/** The key and value of a record. */
function entry(block: Uint8Array, index: number): [key: string, value: Uint8Array] {
  const [keyLength, keyAt] = readVarint(block, recordStart(block, index));
  const end = keyAt + keyLength;
  return [utf8.decode(block.subarray(keyAt, end)), block.subarray(end, recordStart(block, index + 1))];
}

/** Start of the value of the record that begins at `start`. */
function valueAt(block: Uint8Array, start: number): number {
  const length = block[start]!;
  if (length < 0x80) return start + 1 + length;
  const [keyLength, keyAt] = readVarint(block, start);
  return keyAt + keyLength;
}

/** Index of the first record whose key is not below `key`. */
function lowerBound(block: Uint8Array, count: number, key: Uint8Array): number {
  return firstIndex(0, count, (index) => compareKey(block, index, key) < 0);
}

/** Compares a record's key with another: negative, 0 or positive. */
function compareKey(block: Uint8Array, index: number, key: Uint8Array): number {
  const start = recordStart(block, index);
  // Nearly all keys are short. This avoids a pair of numbers for each key that a search compares.
  const short = block[start]!;
  if (short < 0x80) return compareBytes(block, start + 1, start + 1 + short, key);
  const [length, at] = readVarint(block, start);
  return compareBytes(block, at, at + length, key);
}
