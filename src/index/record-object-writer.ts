/** Writes the object of a table of records: header, blocks of records, directory; and remembers where each record went. */
import { encodeBlockOfRecords, encodePlainBlock, gzip } from './block.ts';
import { markBlock } from './block-mark.ts';
import { writeDirectory, type DirectoryEntry, type DirectoryLayout } from './directory.ts';
import { firstIndex } from './first-index.ts';
import { objectHeader, type Shape } from './object-header.ts';
import type { DirectoryPlace, ObjectSink, RecordLocation, TableWriterOptions } from './object-sink.ts';
import { encodeRecordBlock, recordBlockLength } from './record-block.ts';

/** 48 KiB of table rows deflate to some 12 KB: small beside a round trip, large enough to compress well. */
export const BLOCK_BYTES = 48 * 1024;
/** A directory is read whole by whoever needs one block of a table that is not attached to the root. */
const DIRECTORY_BYTES = 256 * 1024;
/** Blocks compressed at the same time: zlib's thread pool has four threads. */
const COMPRESSING = 4;

export class RecordObjectWriter<E extends DirectoryEntry> {
  readonly #sink: ObjectSink;
  readonly #shape: Shape;
  readonly #layout: DirectoryLayout<E>;
  readonly #options: Required<TableWriterOptions>;
  /** One entry a block, the open one included; the shape keeps what it needs of the block's records in it. */
  readonly #entries: E[] = [];
  /** Ordinal of the first record of each block. */
  readonly #firstOrdinals: number[] = [];
  #records: Uint8Array[] = [];
  #recordBytes = 0;
  #count = 0;
  #written = 0;
  #blocksWritten = 0;
  #finished = false;
  readonly #compressing: Promise<Uint8Array>[] = [];

  constructor(sink: ObjectSink, shape: Shape, layout: DirectoryLayout<E>, options: TableWriterOptions = {}) {
    this.#sink = sink;
    this.#shape = shape;
    this.#layout = layout;
    this.#options = {
      blockBytes: options.blockBytes ?? BLOCK_BYTES,
      compress: options.compress ?? gzip,
      directoryBytes: options.directoryBytes ?? DIRECTORY_BYTES,
    };
  }

  /** The entry of the open block, or null when a record of `length` bytes would begin a new block. */
  openEntry(length: number): E | null {
    const size = recordBlockLength(this.#records.length + 1, this.#recordBytes + length);
    return this.#records.length > 0 && size <= this.#options.blockBytes ? this.#entries.at(-1)! : null;
  }

  /** Appends to the open block, or, given an entry, to a new one. Returns the record's ordinal. */
  async add(record: Uint8Array, entry?: E): Promise<number> {
    if (this.#finished) throw new Error('the table is finished: no record can be added');
    if (entry) {
      if (this.#records.length > 0) await this.#closeBlock();
      this.#entries.push(entry);
      this.#firstOrdinals.push(this.#count);
    }
    this.#records.push(record);
    this.#recordBytes += record.length;
    return this.#count++;
  }

  async finish(): Promise<DirectoryPlace> {
    if (this.#finished) throw new Error('the table is finished already');
    if (this.#records.length > 0) await this.#closeBlock();
    while (this.#compressing.length > 0) await this.#writeBlock();
    if (this.#written === 0) await this.#write(objectHeader(this.#shape));
    this.#finished = true;
    const write = async (directory: Uint8Array): Promise<DirectoryPlace> => {
      return this.#writeMarked(encodePlainBlock(directory));
    };
    return writeDirectory(this.#layout, this.#shape, this.#entries, this.#count, this.#options.directoryBytes, write);
  }

  /** Where a record stands. Throws RangeError for an ordinal that was not given out, Error before `finish`. */
  locate(ordinal: number): RecordLocation {
    if (!this.#finished) throw new Error('records have no location before the table is finished');
    if (!(ordinal >= 0 && ordinal < this.#count)) throw new RangeError(`the table has no record ${ordinal}`);
    const block = firstIndex(0, this.#firstOrdinals.length, (index) => this.#firstOrdinals[index]! <= ordinal) - 1;
    const { offset, length } = this.#entries[block]!;
    return [offset, length, ordinal - this.#firstOrdinals[block]!];
  }

  /** The blocks in their order, with how many records each has; after `finish`. */
  blocks(): { offset: number; length: number; records: number }[] {
    if (!this.#finished) throw new Error('blocks have no place before the table is finished');
    return this.#entries.map(({ offset, length }, each) => ({ offset, length, records: (this.#firstOrdinals[each + 1] ?? this.#count) - this.#firstOrdinals[each]! }));
  }

  async #closeBlock(): Promise<void> {
    const stored = encodeBlockOfRecords(encodeRecordBlock(this.#shape, this.#records), this.#options.compress);
    // Its failure is reported where the block is written; until then it must not count as unhandled.
    stored.catch(() => {});
    this.#compressing.push(stored);
    this.#records = [];
    this.#recordBytes = 0;
    if (this.#compressing.length > COMPRESSING) await this.#writeBlock();
  }

  async #writeBlock(): Promise<void> {
    const stored = await this.#compressing.shift()!;
    if (this.#written === 0) await this.#write(objectHeader(this.#shape));
    const entry = this.#entries[this.#blocksWritten++]!;
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
