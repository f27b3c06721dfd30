/**
 * Does an operation cost the same on a large index as on a small one? Reads must; bytes may grow with the logarithm of the
 * index, as a table does whose directory gets another level.
 */
import { OPEN_READS } from '../../src/store/memory-budget.ts';
import type { OperationMeasurement, Reads } from './measurement.ts';

/** Records fill blocks up to this size, which those of a small table do not. Bytes, before compression: src/index/record-object-writer.ts. */
const BLOCK = 48 * 1024;
/** Reads are means over requests, of which some meet the boundary of a block. */
const HALF_A_READ = 0.5;
/** An answer counts as grown that is so many times as long. */
const GROWN = 1.5;

export interface ScaledOperation {
  measured: OperationMeasurement;
  /** Of the whole index. */
  indexBytes: number;
}

/**
 * 'flat'; 'per item': a list of a POST costs on the large index at most what each item by itself costs on the small, where
 * they all stand side by side; 'with its answer': reads grow no faster than the answer, of which there is more.
 */
export type Verdict = 'flat' | 'per item' | 'with its answer' | 'GROWS' | '–';

/** Compares the smallest with the largest. `items` of a POST, else 1. */
export function verdictOf(small: ScaledOperation, large: ScaledOperation, items: number): Verdict {
  if (!small.measured.reads || !large.measured.reads) return '–';
  if (isFlat(small, large, { reads: 1, waves: 1 })) return 'flat';
  // Items are read beside each other, by turns where there are more reads than may be open at once.
  if (items > 1 && isFlat(small, large, { reads: items, waves: Math.ceil(items / OPEN_READS) })) return 'per item';
  // A long answer is read on and on.
  const growth = large.measured.answerBytes / small.measured.answerBytes;
  return growth >= GROWN && isFlat(small, large, { reads: growth * items, waves: growth * items }) ? 'with its answer' : 'GROWS';
}

function isFlat(small: ScaledOperation, large: ScaledOperation, times: { reads: number; waves: number }): boolean {
  return (['cold', 'warm'] as const).every((state) => {
    const [before, after] = [small.measured.reads![state], large.measured.reads![state]];
    return after.waves <= before.waves * times.waves && after.reads <= before.reads * times.reads + HALF_A_READ
      && after.bytes <= bytesAllowed(before, after, small.indexBytes, large.indexBytes) * times.reads;
  });
}

function bytesAllowed(before: Reads, after: Reads, smallIndex: number, largeIndex: number): number {
  return Math.max(before.bytes, after.reads * BLOCK) * Math.max(1, Math.log2(largeIndex) / Math.log2(smallIndex));
}
