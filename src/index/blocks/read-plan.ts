/**
 * Plans the reads for a set of byte ranges and limits how many run at once. `planReads` is pure, so it can be tested
 * without I/O.
 */
import type { ByteRange } from '../../store/store.ts';
import { at } from '../../checked.ts';

/**
 * Maximum gap between ranges of one object that are merged into one read. R2 sends the first byte of a range after
 * about 30 ms and then at least 10 MB/s. Reading a gap of 256 KiB takes at most 26 ms, less than a second round trip,
 * and reads are billed by number, not by size.
 */
export const MERGE_GAP = 256 * 1024;

/** A Worker has six connections per request; further reads would only wait for them. */
export const MAX_OPEN_READS = 6;
/**
 * Maximum length of a read that covers several blocks. A range request delivers at least 10 MB/s, so a second, parallel
 * one costs no additional time.
 */
export const MAX_READ_BYTES = 2 * 1024 * 1024;

/**
 * Stored bytes of one piece of a long list. Decoded, a piece takes up to MEMORY_OF_STORED_BYTE times as much, and two
 * pieces are in memory.
 */
export const READ_AHEAD = 384 * 1024;

export interface PlannedRead {
  range: ByteRange;
  /** Indices of the requested ranges that this read covers. */
  covers: number[];
}

/**
 * Reads that cover all ranges, each range by exactly one read; ordered by object and offset. A read of several ranges
 * is at most `largest` bytes long.
 */
export function planReads(ranges: readonly ByteRange[], gap = MERGE_GAP, largest = MAX_READ_BYTES): PlannedRead[] {
  const order = ranges.map((_, index) => index).sort((a, b) => compareRanges(at(ranges, a), at(ranges, b)));
  const reads: PlannedRead[] = [];
  for (const index of order) {
    const { object, offset, length } = at(ranges, index);
    const last = reads.at(-1);
    const end = offset + length;
    const reached = last ? last.range.offset + last.range.length : 0;
    const near = last && last.range.object === object && offset - reached < gap;
    if (last && near && Math.max(end, reached) - last.range.offset <= Math.max(largest, last.range.length)) {
      last.range.length = Math.max(end, reached) - last.range.offset;
      last.covers.push(index);
    } else {
      reads.push({ range: { object, offset, length }, covers: [index] });
    }
  }
  return reads;
}

function compareRanges(a: ByteRange, b: ByteRange): number {
  if (a.object !== b.object) return a.object < b.object ? -1 : 1;
  return a.offset - b.offset || b.length - a.length;
}

/** Lets at most `limit` reads of one request run at once. Others wait, in order. */
export class OpenReads {
  readonly #limit: number;
  #open = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.#open < this.#limit) this.#open++;
    // A read that ends passes its turn to the next, so the count stays the same.
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#open--;
    }
  }
}
