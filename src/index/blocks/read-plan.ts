/**
 * Which reads get a set of byte ranges, and how many run at once. `planReads` is pure, so that I/O can be tested
 * without any.
 */
import type { ByteRange } from '../../store/store.ts';
import { at } from '../../checked.ts';

/**
 * Ranges of one object less than this far apart become one read. A range read from R2 answers its first byte after
 * some 30 ms and then delivers about 10 MB/s and more: skipping over 256 KiB costs at most 26 ms, less than a second
 * round trip, and reads are billed by number, not by size.
 */
export const MERGE_GAP = 256 * 1024;

/** A Worker has six connections a request; further reads would only queue behind these. */
export const MAX_OPEN_READS = 6;
/**
 * No read that covers several blocks is longer. A range request delivers 10 MB/s and more, so that a second one, at the
 * same time, costs nothing.
 */
export const MAX_READ_BYTES = 2 * 1024 * 1024;

/**
 * Stored bytes of the blocks that a long list is read by: decoded they take up to MEMORY_OF_STORED_BYTE as much, and
 * there are two such pieces.
 */
export const READ_AHEAD = 384 * 1024;

export interface PlannedRead {
  range: ByteRange;
  /** Indices into the ranges asked for that this read covers. */
  covers: number[];
}

/**
 * Reads that together cover all ranges, each range by exactly one of them; ordered by object and offset. None that
 * covers several is longer than `largest`.
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

/** Lets `limit` reads run at once; others wait for their turn, in the order of asking. For the reads of one request. */
export class OpenReads {
  readonly #limit: number;
  #open = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.#open < this.#limit) this.#open++;
    // Whoever ends hands its turn on, so that the count stays.
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
