/**
 * Compares the cost of an operation on a small and a large index. Reads must not grow. Bytes may grow with the
 * logarithm of the index size, because directories of large tables have more levels.
 */
import { MAX_OPEN_READS } from '../../src/index/blocks/read-plan.ts';
import type { OperationMeasurement, Reads } from './measurement.ts';

/** Bytes of a full block of records before compression, or of a directory leaf. Blocks of small tables are smaller. */
const BLOCK = 64 * 1024;
/** Tolerance for means over requests, some of which need a second block. */
const HALF_A_READ = 0.5;
/** Growth factor from which an answer counts as longer. */
const GROWN = 1.5;

export interface ScaledOperation {
  measured: OperationMeasurement;
  /** Bytes of the whole index. */
  indexBytes: number;
}

/**
 * - `flat`: no growth
 * - `per item`: a POST costs on the large index at most what its items cost one by one on the small index, where they
 *   share blocks
 * - `with its answer`: reads grow no faster than the answer
 * - `a level more`: directories have a second level on the large index, so a leaf is read before a block
 * - otherwise the kind of growth; `–` without data
 */
export type Verdict = 'flat' | 'per item' | 'with its answer' | 'a level more' | Growth | '–';
type Growth = 'waves grow' | 'reads grow' | 'bytes grow';

/** Verdicts that break the promise of flat reads. */
export const BROKEN: readonly Verdict[] = ['a level more', 'waves grow', 'reads grow', 'bytes grow'];

/** Compares the smallest with the largest index. @param items of a POST, else 1 */
export function verdictOf(small: ScaledOperation, large: ScaledOperation, items: number): Verdict {
  const [before, after] = [small.measured.reads, large.measured.reads];
  if (!before || !after) return '–';
  const growthBeyond = (allowance: Allowance): Growth | null =>
    growthOf(
      [
        [before.cold, after.cold],
        [before.warm, after.warm],
      ],
      small.indexBytes,
      large.indexBytes,
      allowance,
    );
  let growth = growthBeyond({});
  if (!growth) return 'flat';
  // Items are read in parallel, at most MAX_OPEN_READS at a time.
  if (items > 1) growth = growthBeyond({ reads: items, waves: Math.ceil(items / MAX_OPEN_READS) });
  if (!growth) return 'per item';
  // A long answer is read in parts, one after the other.
  const longer = large.measured.answerBytes / small.measured.answerBytes;
  if (longer >= GROWN) growth = growthBeyond({ reads: longer * items, waves: longer * items });
  if (!growth) return 'with its answer';
  const isOneLevel =
    growth === 'waves grow' && !growthBeyond({ reads: 2 * items, waves: Math.ceil(items / MAX_OPEN_READS), levels: 1 });
  return isOneLevel ? 'a level more' : growth;
}

/** Allowed factors of reads and waves, and additional waves. */
interface Allowance {
  reads?: number;
  waves?: number;
  levels?: number;
}

/** The most serious growth beyond the allowance in any state of a process; null for none. */
function growthOf(
  states: readonly (readonly [before: Reads, after: Reads])[],
  smallIndex: number,
  largeIndex: number,
  { reads = 1, waves = 1, levels = 0 }: Allowance,
): Growth | null {
  if (states.some(([before, after]) => after.waves > before.waves * waves + levels)) return 'waves grow';
  if (states.some(([before, after]) => after.reads > before.reads * reads + HALF_A_READ)) return 'reads grow';
  if (states.some(([before, after]) => after.bytes > bytesAllowed(before, after, smallIndex, largeIndex) * reads))
    return 'bytes grow';
  return null;
}

function bytesAllowed(before: Reads, after: Reads, smallIndex: number, largeIndex: number): number {
  return Math.max(before.bytes, after.reads * BLOCK) * Math.max(1, Math.log2(largeIndex) / Math.log2(smallIndex));
}
