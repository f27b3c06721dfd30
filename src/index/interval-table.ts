/**
 * Interval table: records of (region, start, end), found by what they overlap. The record of a block is
 *
 *   region (4) | start (4) | end (4) | payload
 *
 * in order of region and start. Of each block the directory tells region and start of its first record (R, S), region of its last
 * record (L), the greatest end among all records of region L up to the end of the block, this block's and those before (M, the running
 * maximum), the greatest end within the block (E). An entry is, beside the one before it in its group (L = S = 0 before the first),
 *
 *   varint: twice R less L of that, and 1 more when L is not R | varint: S, less S of that when R is the same |
 *   varint M less S | varint M less E; when L is not R instead of both: varint L less R | varint M | varint E
 *
 * Blocks that may overlap (region r, s..e) are neighbours, found by two binary searches:
 * - none after the last block with (R, S) <= (r, e): records from there on start behind e, or in a later region;
 * - none before the first block with (L, M) >= (r, s). L never falls, and M never falls while L stays, so the pairs are
 *   sorted; a block before has L < r and no record of r, or L = r and all ends of r up to it before s.
 * Between those two, a block with E < s is left out as well: M stays high behind one long record, E does not.
 */
import type { ByteRange } from '../store/store.ts';
import type { BlockReader } from './block-reader.ts';
import { after, readBlocks, totalLength } from './block-reads.ts';
import type { ByteSlices } from './byte-slices.ts';
import { Directory, DirectoryViews } from './directory.ts';
import type { FieldReader } from './fields.ts';
import { firstIndex } from './first-index.ts';
import { readU32, writeU32 } from './fixed-width.ts';
import type { DirectoryPlace, ObjectSink, RecordLocation, TableWriterOptions } from './object-sink.ts';
import type { DirectoryEntry, DirectoryLayout, ListedEntry } from './packed-directory.ts';
import { readInPieces } from './read-ahead.ts';
import { recordCount, recordStart } from './record-block.ts';
import { locatedBlocks, locatedRecord } from './record-location.ts';
import { RecordObjectWriter } from './record-object-writer.ts';
import { evenlyApart } from './table-walk.ts';

const SHAPE = 'interval table';
const PAYLOAD_AT = 12;
/** Up to so many bytes are copied one by one. */
const FEW = 128;

export interface Interval {
  region: number;
  /** 1-based inclusive, as written. */
  start: number;
  end: number;
  /** A view of a shared block: never write to it. */
  payload: Uint8Array;
  /** The record's identity. */
  location: RecordLocation;
}

export interface IntervalQuery {
  region: number;
  start: number;
  end: number;
}

interface IntervalEntry extends DirectoryEntry {
  firstRegion: number;
  firstStart: number;
  lastRegion: number;
  runningMaximum: number;
  greatestEnd: number;
}

const layout: DirectoryLayout<IntervalEntry> = {
  pack(fields, { firstRegion, firstStart, lastRegion, runningMaximum, greatestEnd }, before) {
    fields.number(2 * (firstRegion - (before?.lastRegion ?? 0)) + Number(lastRegion !== firstRegion))
      .number(before?.firstRegion === firstRegion ? firstStart - before.firstStart : firstStart);
    if (lastRegion === firstRegion) fields.number(runningMaximum - firstStart).number(runningMaximum - greatestEnd);
    else fields.number(lastRegion - firstRegion).number(runningMaximum).number(greatestEnd);
  },
  join: (entries) => ({ ...entries[0]!, lastRegion: entries.at(-1)!.lastRegion, runningMaximum: entries.at(-1)!.runningMaximum,
    greatestEnd: entries.reduce((greatest, entry) => Math.max(greatest, entry.greatestEnd), 0) }),
};

export class IntervalTableWriter {
  readonly #object: RecordObjectWriter<IntervalEntry>;
  #region = 0;
  #start = 0;
  #runningMaximum = 0;

  constructor(sink: ObjectSink, options?: TableWriterOptions) {
    this.#object = new RecordObjectWriter(sink, SHAPE, layout, options);
  }

  /**
   * Adds a record and returns its ordinal (0-based). Records ascend by region and start; 0 <= start <= end < 2^32, as
   * region. Throws Error for one that does not. The payload is copied.
   */
  async add(region: number, start: number, end: number, payload: Uint8Array): Promise<number> {
    this.#put(region, start, end, payload, 0, payload.length);
    const ordinal = this.#object.count - 1;
    if (this.#object.isBusy) await this.#object.settle();
    return ordinal;
  }

  /** Adds records, as `add`: without a promise for each. */
  addAll(regions: ArrayLike<number>, starts: ArrayLike<number>, ends: ArrayLike<number>, payloads: ByteSlices): Promise<void> {
    return this.#object.placeAll(regions.length, (index) => this.#put(regions[index]!, starts[index]!, ends[index]!, payloads.bytes, payloads.starts[index]!, payloads.ends[index]!));
  }

  /** The payload is `bytes` from `from` to `to`. */
  #put(region: number, start: number, end: number, bytes: Uint8Array, from: number, to: number): void {
    if (start > end) throw new Error(`the interval ${region}:${start}-${end} ends before it starts`);
    if (region < this.#region || (region === this.#region && start < this.#start)) {
      throw new Error(`the interval ${region}:${start}-${end} comes after ${this.#region}:${this.#start}, which is greater`);
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
    const first = open ? undefined : { offset: 0, length: 0, firstRegion: region, firstStart: start, lastRegion: region, runningMaximum: this.#runningMaximum, greatestEnd: end };
    const at = this.#object.place(length, first);
    const { records } = this.#object;
    writeU32(records, at, region);
    writeU32(records, at + 4, start);
    writeU32(records, at + 8, end);
    // A view of each payload, to copy it with one call, takes longer than a loop over the bytes of most.
    if (to - from > FEW) records.set(bytes.subarray(from, to), at + PAYLOAD_AT);
    else for (let target = at + PAYLOAD_AT; from < to; from++) records[target++] = bytes[from]!;
  }

  /** Writes what is left and the directory. */
  finish(): Promise<DirectoryPlace> {
    return this.#object.finish();
  }

  /** As RecordObjectWriter. */
  get wholeDirectory(): DirectoryPlace | null {
    return this.#object.wholeDirectory;
  }

  /** Where the record of an ordinal stands; after `finish`. */
  locate(ordinal: number): RecordLocation {
    return this.#object.locate(ordinal);
  }
}

type ListedInterval = IntervalEntry & ListedEntry;

const views = new DirectoryViews<ListedInterval, IntervalQuery>(SHAPE, unpackInterval, (view, { region, start, end }) => {
  const found: ListedInterval[] = [];
  const endsBefore = ({ lastRegion, runningMaximum }: ListedInterval) => lastRegion < region || (lastRegion === region && runningMaximum < start);
  for (const entry of view.from(Math.max(0, view.lastGroup(endsBefore)))) {
    if (entry.firstRegion > region || (entry.firstRegion === region && entry.firstStart > end)) break;
    if (!endsBefore(entry) && entry.greatestEnd >= start) found.push(entry);
  }
  return found;
});

function unpackInterval(fields: FieldReader, { index, offset, length }: ListedEntry, before: ListedInterval | null): ListedInterval {
  const head = fields.number();
  const firstRegion = (before?.lastRegion ?? 0) + Math.floor(head / 2);
  const firstStart = (before?.firstRegion === firstRegion ? before.firstStart : 0) + fields.number();
  if (head % 2 === 0) {
    const runningMaximum = firstStart + fields.number();
    return { index, offset, length, firstRegion, firstStart, lastRegion: firstRegion, runningMaximum, greatestEnd: runningMaximum - fields.number() };
  }
  return { index, offset, length, firstRegion, firstStart, lastRegion: firstRegion + fields.number(), runningMaximum: fields.number(), greatestEnd: fields.number() };
}

export class IntervalTable {
  readonly #object: string;
  readonly #reader: BlockReader;
  readonly #directory: Directory<ListedInterval, IntervalQuery>;

  /** `attached`: the stored bytes of `place.directory`, when they were read together with something else. */
  constructor(place: { object: string; directory: DirectoryPlace }, reader: BlockReader, attached?: Uint8Array) {
    this.#object = place.object;
    this.#reader = reader;
    this.#directory = new Directory(place, reader, attached, views);
  }

  /**
   * The records that share a base with each query, in order of start, equal starts as written. Both ends inclusive.
   * One wave of reads for all queries, after one for a directory that is not at hand.
   */
  async overlapping(queries: readonly IntervalQuery[]): Promise<Interval[][]> {
    return after(this.#directory.plan(queries), (plan) =>
      after(readBlocks(this.#reader, plan.flat()), (blocks) => {
        let next = 0;
        return queries.map((query, each) => {
          const found: Interval[] = [];
          for (const range of plan[each]!) this.#collect(blocks[next++]!, range, query, found);
          return found;
        });
      }),
    );
  }

  /**
   * As `overlapping` of one query, the records of a block at a time, for lists too long to hold: they are read as they are asked
   * for, a piece ahead.
   */
  async *eachOverlapping(query: IntervalQuery): AsyncGenerator<Interval[]> {
    const [plan] = await this.#directory.plan([query]);
    for await (const [range, block] of readInPieces(this.#reader, plan!)) {
      const found: Interval[] = [];
      this.#collect(block, range, query, found);
      if (found.length > 0) yield found;
    }
  }

  /** The blocks that `overlapping` would read for some queries; costs no more than the directory. */
  async plan(queries: readonly IntervalQuery[]): Promise<ByteRange[]> {
    return (await this.#directory.plan(queries)).flat();
  }

  /** Their bytes. */
  async storedBytes(queries: readonly IntervalQuery[]): Promise<number> {
    return totalLength(await this.#directory.plan(queries));
  }

  /** The payloads at some locations, in the order asked; one wave of reads. Throws StoreError for a place without a record. */
  async at(locations: readonly RecordLocation[]): Promise<Uint8Array[]> {
    const blocks = await locatedBlocks(this.#object, locations, this.#reader);
    return locations.map((location, each) => {
      const [start, end] = locatedRecord(this.#object, blocks[each]!, location, SHAPE);
      return blocks[each]!.subarray(start + PAYLOAD_AT, end);
    });
  }

  /** Every record in order of region and start. Reads a few blocks ahead. */
  async *scan(): AsyncIterable<Interval> {
    for await (const [range, block] of this.#directory.blocksFrom()) {
      const count = this.#count(block, range);
      for (let index = 0; index < count; index++) yield interval(block, range, index);
    }
  }

  /** Some `count` records evenly apart along the table, fewer or more as its blocks fall: to get to know it without reading all of it. */
  async *apart(count: number): AsyncIterable<Interval> {
    const blocks = await Array.fromAsync(this.#directory.blocksApart(count));
    for (const [range, block] of blocks) {
      for (const index of evenlyApart(Math.ceil(count / blocks.length), this.#count(block, range))) yield interval(block, range, index);
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
  return { region: readU32(block, at), start: readU32(block, at + 4), end: readU32(block, at + 8), payload, location: [offset, length, index] };
}
