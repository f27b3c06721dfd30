/** Writes the object of a table of records: header, blocks of records, directory. Keeps the location of each record. */
import { encodeBlockOfGenotypes, encodeBlockOfRecords, encodePlainBlock, gzip, markBlock } from '../blocks/block.ts';
import { firstIndex } from './first-index.ts';
import { largerArray } from '../blocks/bytes.ts';
import { objectHeader, type IndexShape } from '../blocks/object-header.ts';
import type {
  DirectoryPlace,
  ObjectSink,
  RecordLocation,
  TableWriterOptions,
  WrittenBlock,
} from '../blocks/object-sink.ts';
import { writeDirectory, type DirectoryEntry, type DirectoryLayout } from './packed-directory.ts';
import { encodeRecordBlock, recordBlockLength } from './record-block.ts';
import { at, last, present } from '../../checked.ts';

/** 48 KiB of records compress to about 12 KB: short compared with a round trip, long enough to compress well. */
export const BLOCK_BYTES = 48 * 1024;
/** For tables whose directory is not in the root: a request that needs one block reads the whole directory. */
const DIRECTORY_BYTES = 256 * 1024;
/** Number of blocks that are compressed at the same time: zlib's thread pool has four threads. */
const CONCURRENT_COMPRESSIONS = 4;

export class RecordObjectWriter<E extends DirectoryEntry> {
  readonly #sink: ObjectSink;
  readonly #shape: IndexShape;
  readonly #layout: DirectoryLayout<E>;
  readonly #options: Required<TableWriterOptions>;
  /** One entry per block, including the open one. Index shapes keep in it what they need of the block's records. */
  readonly #entries: E[] = [];
  /** Ordinal of the first record of each block. */
  readonly #firstOrdinals: number[] = [];
  /** Records of the open block, concatenated up to the last of `#ends`; the rest is free. */
  #records = new Uint8Array(BLOCK_BYTES);
  #ends: number[] = [];
  #count = 0;
  #written = 0;
  #blocksWritten = 0;
  #finished = false;
  #whole: DirectoryPlace | null = null;
  readonly #compressing: Promise<Uint8Array>[] = [];

  constructor(sink: ObjectSink, shape: IndexShape, layout: DirectoryLayout<E>, options: TableWriterOptions = {}) {
    this.#sink = sink;
    this.#shape = shape;
    this.#layout = layout;
    this.#options = {
      blockBytes: options.blockBytes ?? BLOCK_BYTES,
      compress: options.compress ?? gzip,
      directoryBytes: options.directoryBytes ?? DIRECTORY_BYTES,
      wholeDirectoryBytes: options.wholeDirectoryBytes ?? 0,
    };
  }

  /** The entry of the open block; null if a record of `length` bytes would begin a new block. */
  openEntry(length: number): E | null {
    const size = recordBlockLength(this.#ends.length + 1, this.#recordBytes + length);
    return this.#ends.length > 0 && size <= this.#options.blockBytes ? last(this.#entries) : null;
  }

  /**
   * Memory of the open block: write records at the position that `place` returns. May be another array after each
   * record.
   */
  get records(): Uint8Array {
    return this.#records;
  }

  /**
   * Makes room for a record in the open block or, if given an entry, in a new one. Returns its position in `records`.
   * Callers that place many records must call `settle` in between.
   */
  place(length: number, entry?: E): number {
    if (this.#finished) throw new Error('the table is finished: no record can be added');
    if (entry) {
      this.endBlock();
      this.#entries.push(entry);
      this.#firstOrdinals.push(this.#count);
    }
    const at = this.#recordBytes;
    this.#ends.push(at + length);
    this.#count++;
    if (at + length > this.#records.length) this.#records = largerArray(this.#records, at + length);
    return at;
  }

  /** Makes the next record begin a new block. */
  endBlock(): void {
    if (this.#ends.length > 0) this.#closeBlock();
  }

  /** Places many records by `put` and settles in between, without a promise for each. */
  async placeAll(count: number, put: (index: number) => void): Promise<void> {
    for (let index = 0; index < count; index++) {
      put(index);
      if (this.isBusy) await this.settle();
    }
  }

  /** Number of records placed so far. */
  get count(): number {
    return this.#count;
  }

  /** Whether the maximum number of blocks is being compressed. */
  get isBusy(): boolean {
    return this.#compressing.length > CONCURRENT_COMPRESSIONS;
  }

  /** Waits until another block may be closed. */
  async settle(): Promise<void> {
    while (this.isBusy) await this.#writeBlock();
  }

  /** Appends a record to the open block or, if given an entry, to a new one. Returns its ordinal. */
  async add(record: Uint8Array, entry?: E): Promise<number> {
    const at = this.place(record.length, entry);
    this.#records.set(record, at);
    const ordinal = this.#count - 1;
    if (this.isBusy) await this.settle();
    return ordinal;
  }

  async finish(): Promise<DirectoryPlace> {
    if (this.#finished) throw new Error('the table is finished already');
    this.endBlock();
    while (this.#compressing.length > 0) await this.#writeBlock();
    if (this.#written === 0) await this.#write(objectHeader(this.#shape));
    this.#finished = true;
    const write = (directory: Uint8Array): Promise<DirectoryPlace> => this.#writeMarked(encodePlainBlock(directory));
    const limits = { limit: this.#options.directoryBytes, maxWhole: this.#options.wholeDirectoryBytes };
    const { directory, whole } = await writeDirectory(
      this.#layout,
      this.#shape,
      this.#entries,
      this.#count,
      limits,
      write,
    );
    this.#whole = whole;
    return directory;
  }

  /**
   * The place of a copy of a split directory in one piece, for releases whose root has room for it; null if the
   * directory is not split or exceeds `wholeDirectoryBytes`. Only after `finish`.
   */
  get wholeDirectory(): DirectoryPlace | null {
    return this.#whole;
  }

  /** The location of a record. Throws RangeError for an unknown ordinal, and Error before `finish`. */
  locate(ordinal: number): RecordLocation {
    if (!this.#finished) throw new Error('records have no location before the table is finished');
    if (!(ordinal >= 0 && ordinal < this.#count)) throw new RangeError(`the table has no record ${ordinal}`);
    const block = firstIndex(0, this.#firstOrdinals.length, (index) => at(this.#firstOrdinals, index) <= ordinal) - 1;
    const { offset, length } = at(this.#entries, block);
    return [offset, length, ordinal - at(this.#firstOrdinals, block)];
  }

  /** All blocks in order, with their numbers of records; only after `finish`. */
  blocks(): WrittenBlock[] {
    if (!this.#finished) throw new Error('blocks have no place before the table is finished');
    return this.#entries.map(({ offset, length }, each) => ({
      offset,
      length,
      records: (this.#firstOrdinals[each + 1] ?? this.#count) - at(this.#firstOrdinals, each),
    }));
  }

  get #recordBytes(): number {
    return this.#ends.at(-1) ?? 0;
  }

  #closeBlock(): void {
    const block = encodeRecordBlock(this.#shape, this.#records.subarray(0, this.#recordBytes), this.#ends);
    const stored =
      this.#shape === 'genotype matrix'
        ? Promise.resolve(encodeBlockOfGenotypes(block))
        : encodeBlockOfRecords(block, this.#options.compress);
    // #writeBlock reports an error. Until then it must not count as an unhandled rejection.
    stored.catch(() => {});
    this.#compressing.push(stored);
    this.#ends = [];
  }

  async #writeBlock(): Promise<void> {
    const stored = await present(this.#compressing.shift(), 'a block that is being compressed');
    if (this.#written === 0) await this.#write(objectHeader(this.#shape));
    const entry = at(this.#entries, this.#blocksWritten++);
    [entry.offset, entry.length] = await this.#writeMarked(stored);
  }

  async #writeMarked(block: Uint8Array): Promise<DirectoryPlace> {
    const stored = markBlock(block, this.#sink.number, this.#written);
    return [await this.#write(stored), stored.length];
  }

  async #write(bytes: Uint8Array): Promise<number> {
    const at = this.#written;
    this.#written += bytes.length;
    await this.#sink.write(bytes);
    return at;
  }
}
