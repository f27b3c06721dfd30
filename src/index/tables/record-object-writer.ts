/**
 * Writes the object of a table of records: header, blocks of records, directory; and remembers where each record went.
 */
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
import { at } from '../../checked.ts';

/** 48 KiB of table rows deflate to some 12 KB: small beside a round trip, large enough to compress well. */
export const BLOCK_BYTES = 48 * 1024;
/** A directory is read whole by whoever needs one block of a table that is not attached to the root. */
const DIRECTORY_BYTES = 256 * 1024;
/** Blocks compressed at the same time: zlib's thread pool has four threads. */
const COMPRESSING = 4;

export class RecordObjectWriter<E extends DirectoryEntry> {
  readonly #sink: ObjectSink;
  readonly #shape: IndexShape;
  readonly #layout: DirectoryLayout<E>;
  readonly #options: Required<TableWriterOptions>;
  /** One entry a block, the open one included; the shape keeps what it needs of the block's records in it. */
  readonly #entries: E[] = [];
  /** Ordinal of the first record of each block. */
  readonly #firstOrdinals: number[] = [];
  /** Records of the open block, one behind the other, as far as `#ends` says; the rest is room for others. */
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

  /** The entry of the open block, or null when a record of `length` bytes would begin a new block. */
  openEntry(length: number): E | null {
    const size = recordBlockLength(this.#ends.length + 1, this.#recordBytes + length);
    return this.#ends.length > 0 && size <= this.#options.blockBytes ? this.#entries.at(-1)! : null;
  }

  /** Where records of the open block are written, at the place that `place` gives; another array after each record. */
  get records(): Uint8Array {
    return this.#records;
  }

  /**
   * Makes room for a record in the open block, or, given an entry, in a new one. Whoever places many must `settle` in
   * between.
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

  /** The next record begins a block. */
  endBlock(): void {
    if (this.#ends.length > 0) this.#closeBlock();
  }

  /** Places many records, each as `put` does, and settles in between: without a promise for each. */
  async placeAll(count: number, put: (index: number) => void): Promise<void> {
    for (let index = 0; index < count; index++) {
      put(index);
      if (this.isBusy) await this.settle();
    }
  }

  /** Records placed so far. */
  get count(): number {
    return this.#count;
  }

  /** Whether as many blocks are being compressed as may be. */
  get isBusy(): boolean {
    return this.#compressing.length > COMPRESSING;
  }

  /** Waits until blocks may be closed again. */
  async settle(): Promise<void> {
    while (this.isBusy) await this.#writeBlock();
  }

  /** Appends to the open block, or, given an entry, to a new one. Returns the record's ordinal. */
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
    const write = async (directory: Uint8Array): Promise<DirectoryPlace> => {
      return this.#writeMarked(encodePlainBlock(directory));
    };
    const limits = { limit: this.#options.directoryBytes, mostWhole: this.#options.wholeDirectoryBytes };
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
   * Where a split directory stands in one piece, for whoever has room to keep it at hand; null where it is not split,
   * or larger than it may be. After `finish`.
   */
  get wholeDirectory(): DirectoryPlace | null {
    return this.#whole;
  }

  /** Where a record stands. Throws RangeError for an ordinal that was not given out, Error before `finish`. */
  locate(ordinal: number): RecordLocation {
    if (!this.#finished) throw new Error('records have no location before the table is finished');
    if (!(ordinal >= 0 && ordinal < this.#count)) throw new RangeError(`the table has no record ${ordinal}`);
    const block = firstIndex(0, this.#firstOrdinals.length, (index) => at(this.#firstOrdinals, index) <= ordinal) - 1;
    const { offset, length } = at(this.#entries, block);
    return [offset, length, ordinal - at(this.#firstOrdinals, block)];
  }

  /** The blocks in their order, with how many records each has; after `finish`. */
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
    // Its failure is reported where the block is written; until then it must not count as unhandled.
    stored.catch(() => {});
    this.#compressing.push(stored);
    this.#ends = [];
  }

  async #writeBlock(): Promise<void> {
    const stored = await this.#compressing.shift()!;
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
