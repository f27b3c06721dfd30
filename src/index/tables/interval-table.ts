/**
 * Interval table: records of (region, start, end), found by overlap. A record in a block is
 *
 *   region (4) | start (4) | end (4) | payload
 *
 * in order of region and start. For the entries of the directory, and why a search finds all records, see
 * interval-directory.ts.
 */
import type { ByteRange } from '../../store/store.ts';
import type { BlockReader } from '../blocks/block-reader.ts';
import { after, readBlocks, totalLength, readInPieces } from '../blocks/block-reads.ts';
import type { ByteSlices } from '../blocks/byte-slices.ts';
import { Directory } from './directory.ts';
import { firstIndex } from './first-index.ts';
import { readU32, writeU32 } from '../blocks/integers.ts';
import {
  layout,
  SHAPE,
  views,
  type IntervalEntry,
  type IntervalQuery,
  type ListedInterval,
} from './interval-directory.ts';
import type { DirectoryPlace, ObjectSink, RecordLocation, TableWriterOptions } from '../blocks/object-sink.ts';
import { recordCount, recordStart } from './record-block.ts';
import { locatedBlocks, locatedRecord, spacedIndices } from './table-reads.ts';
import { RecordObjectWriter } from './record-object-writer.ts';
import { at, only } from '../../checked.ts';

export type { IntervalQuery };

const PAYLOAD_AT = 12;
/** Payloads up to this length are copied in a loop. */
const FEW = 128;

export interface Interval {
  region: number;
  /** 1-based inclusive. */
  start: number;
  end: number;
  /** A view of a shared block: never write to it. */
  payload: Uint8Array;
  /** The record's identity. */
  location: RecordLocation;
}

export class IntervalTableWriter {
  readonly #object: RecordObjectWriter<IntervalEntry>;
  #region = 0;
  #start = 0;
  #runningMaximum = 0;

  constructor(sink: ObjectSink, options?: TableWriterOptions) {
    this.#object = new RecordObjectWriter(sink, SHAPE, layout, options);
  }

  /**
   * Adds a record and returns its ordinal (0-based). Records ascend by region and start; 0 <= start <= end < 2^32, and
   * the same limits for region. Throws Error for a record out of order. Copies the payload.
   */
  async add(region: number, start: number, end: number, payload: Uint8Array): Promise<number> {
    this.#put(region, start, end, payload, 0, payload.length);
    const ordinal = this.#object.count - 1;
    if (this.#object.isBusy) await this.#object.settle();
    return ordinal;
  }

  /** Adds records, like `add` but without a promise for each. */
  addAll(
    regions: ArrayLike<number>,
    starts: ArrayLike<number>,
    ends: ArrayLike<number>,
    payloads: ByteSlices,
  ): Promise<void> {
    return this.#object.placeAll(regions.length, (index) =>
      this.#put(
        regions[index]!,
        starts[index]!,
        ends[index]!,
        payloads.bytes,
        payloads.starts[index]!,
        payloads.ends[index]!,
      ),
    );
  }

  /** The payload is `bytes` from `from` (inclusive) to `to` (exclusive). */
  #put(region: number, start: number, end: number, bytes: Uint8Array, from: number, to: number): void {
    if (start > end) throw new Error(`the interval ${region}:${start}-${end} ends before it starts`);
    if (region < this.#region || (region === this.#region && start < this.#start)) {
      throw new Error(
        `the interval ${region}:${start}-${end} follows ${this.#region}:${this.#start}: intervals must ascend by start`,
      );
    }
    this.#runningMaximum = region === this.#region ? Math.max(this.#runningMaximum, end) : end;
    this.#region = region;
    this.#start = start;
    const length = PAYLOAD_AT + to - from;
    const open = this.#object.openEntry(length);
    if (open) {
      open.lastRegion = region;
      open.runningMaximum = this.#runningMaximum;
      open.greatestEnd = Math.max(open.greatestEnd, end);
    }
    const first = open
      ? undefined
      : {
          offset: 0,
          length: 0,
          firstRegion: region,
          firstStart: start,
          lastRegion: region,
          runningMaximum: this.#runningMaximum,
          greatestEnd: end,
        };
    const at = this.#object.place(length, first);
    const { records } = this.#object;
    writeU32(records, at, region);
    writeU32(records, at + 4, start);
    writeU32(records, at + 8, end);
    // For short payloads, which most are, a loop is faster than a view and one call.
    if (to - from > FEW) records.set(bytes.subarray(from, to), at + PAYLOAD_AT);
    else for (let target = at + PAYLOAD_AT; from < to; from++) records[target++] = bytes[from]!;
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
}

export class IntervalTable {
  readonly #object: string;
  readonly #reader: BlockReader;
  readonly #directory: Directory<ListedInterval, IntervalQuery>;

  /** @param attached the stored bytes of `place.directory`, if the root contains them */
  constructor(place: { object: string; directory: DirectoryPlace }, reader: BlockReader, attached?: Uint8Array) {
    this.#object = place.object;
    this.#reader = reader;
    this.#directory = new Directory(place, reader, attached, views);
  }

  /**
   * The records that overlap each query by at least one base (both ends inclusive), ordered by start, equal starts as
   * written. One wave of reads for all queries, after one for a directory that is neither attached nor cached.
   */
  async overlapping(queries: readonly IntervalQuery[]): Promise<Interval[][]> {
    return after(this.#directory.plan(queries), (plan) =>
      after(readBlocks(this.#reader, plan.flat()), (blocks) => {
        let next = 0;
        return queries.map((query, each) => {
          const found: Interval[] = [];
          for (const range of at(plan, each)) this.#collect(at(blocks, next++), range, query, found);
          return found;
        });
      }),
    );
  }

  /**
   * Like `overlapping` for one query, one block at a time: for lists that do not fit into memory. Reads on demand, one
   * piece ahead.
   */
  async *eachOverlapping(query: IntervalQuery): AsyncGenerator<Interval[]> {
    const plan = only(await this.#directory.plan([query]));
    for await (const [range, block] of readInPieces(this.#reader, plan)) {
      const found: Interval[] = [];
      this.#collect(block, range, query, found);
      if (found.length > 0) yield found;
    }
  }

  /** The blocks that `overlapping` would read; reads only the directory. */
  async plan(queries: readonly IntervalQuery[]): Promise<ByteRange[]> {
    return (await this.#directory.plan(queries)).flat();
  }

  /** The blocks that `overlapping` would read for each query; reads only the directory. */
  async plans(queries: readonly IntervalQuery[]): Promise<ByteRange[][]> {
    return this.#directory.plan(queries);
  }

  /** The number of records in a block of `plan`. */
  async recordsIn(range: ByteRange): Promise<number> {
    return this.#count(only(await readBlocks(this.#reader, [range])), range);
  }

  /** Stored bytes of the blocks that `overlapping` would read; reads only the directory. */
  async storedBytes(queries: readonly IntervalQuery[]): Promise<number> {
    return totalLength(await this.#directory.plan(queries));
  }

  /**
   * The payloads at some locations, in the same order; one wave of reads. Throws StoreError for a location without a
   * record.
   */
  async at(locations: readonly RecordLocation[]): Promise<Uint8Array[]> {
    const blocks = await locatedBlocks(this.#object, locations, this.#reader);
    return locations.map((location, each) => {
      const [start, end] = locatedRecord(this.#object, at(blocks, each), location, SHAPE);
      return at(blocks, each).subarray(start + PAYLOAD_AT, end);
    });
  }

  /** All records, ordered by region and start. Reads a few blocks ahead. */
  async *scan(): AsyncIterable<Interval> {
    for await (const [range, block] of this.#directory.blocksFrom()) {
      const count = this.#count(block, range);
      for (let index = 0; index < count; index++) yield interval(block, range, index);
    }
  }

  /** About `count` records, evenly spaced over the table: shows what it contains without a scan. */
  async *evenlySpaced(count: number): AsyncIterable<Interval> {
    const blocks = await Array.fromAsync(this.#directory.evenlySpacedBlocks(count));
    for (const [range, block] of blocks) {
      for (const index of spacedIndices(Math.ceil(count / blocks.length), this.#count(block, range)))
        yield interval(block, range, index);
    }
  }

  #collect(block: Uint8Array, range: ByteRange, { region, start, end }: IntervalQuery, found: Interval[]): void {
    const count = this.#count(block, range);
    const first = firstIndex(0, count, (index) => readU32(block, recordStart(block, index)) < region);
    for (let index = first; index < count; index++) {
      const at = recordStart(block, index);
      if (readU32(block, at) !== region || readU32(block, at + 4) > end) return;
      if (readU32(block, at + 8) >= start) found.push(interval(block, range, index));
    }
  }

  #count(block: Uint8Array, { offset }: ByteRange): number {
    return recordCount(block, SHAPE, this.#object, offset);
  }
}

function interval(block: Uint8Array, { offset, length }: ByteRange, index: number): Interval {
  const at = recordStart(block, index);
  const payload = block.subarray(at + PAYLOAD_AT, recordStart(block, index + 1));
  return {
    region: readU32(block, at),
    start: readU32(block, at + 4),
    end: readU32(block, at + 8),
    payload,
    location: [offset, length, index],
  };
}
