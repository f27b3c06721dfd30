/** Which reads get a set of byte ranges: a pure function, so that I/O can be reasoned about and tested without any. */
import { LARGEST_READ } from '../store/memory-budget.ts';
import type { ByteRange } from '../store/store.ts';

/**
 * Ranges of one object less than this far apart become one read. A range read from R2 answers its first byte after
 * some 30 ms and then delivers about 10 MB/s and more: skipping over 256 KiB costs at most 26 ms, less than a second
 * round trip, and reads are billed by number, not by size.
 */
export const MERGE_GAP = 256 * 1024;

export interface PlannedRead {
  range: ByteRange;
  /** Indices into the ranges asked for that this read covers. */
  covers: number[];
}

/**
 * Reads that together cover all ranges, each range by exactly one of them; ordered by object and offset. None that covers
 * several is longer than `largest`.
 */
export function planReads(ranges: readonly ByteRange[], gap = MERGE_GAP, largest = LARGEST_READ): PlannedRead[] {
  const order = ranges.map((_, index) => index).sort((a, b) => compareRanges(ranges[a]!, ranges[b]!));
  const reads: PlannedRead[] = [];
  for (const index of order) {
    const { object, offset, length } = ranges[index]!;
    const last = reads.at(-1);
    const end = offset + length;
    const reached = last ? last.range.offset + last.range.length : 0;
    const near = last && last.range.object === object && (offset - reached < gap);
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
