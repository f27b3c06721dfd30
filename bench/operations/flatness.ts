/**
 * Does an operation cost the same on a large index as on a small one? Reads must; bytes may grow with the logarithm of
 * the index, as a table does whose directory gets another level.
 */
import { MAX_OPEN_READS } from '../../src/index/blocks/read-plan.ts';
import type { OperationMeasurement, Reads } from './measurement.ts';

/**
 * Bytes of a full block of records, before compression, or of a leaf of a directory; those of a small table are not
 * full.
 */
const BLOCK = 64 * 1024;
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
 * 'flat'; 'per item': a list of a POST costs on the large index at most what each item by itself costs on the small,
 * where they all stand side by side; 'with its answer': reads grow no faster than the answer, of which there is more;
 * 'a level more': the directories of its tables have become too large for one level, so that a leaf is read before a
 * block, one after the other; else what it is that grows.
 */
export type Verdict = 'flat' | 'per item' | 'with its answer' | 'a level more' | Growth | '–';
type Growth = 'waves grow' | 'reads grow' | 'bytes grow';

/** Verdicts that do not keep to what is promised. */
export const BROKEN: readonly Verdict[] = ['a level more', 'waves grow', 'reads grow', 'bytes grow'];

/** Compares the smallest with the largest. `items` of a POST, else 1. */
export function verdictOf(small: ScaledOperation, large: ScaledOperation, items: number): Verdict {
  if (!small.measured.reads || !large.measured.reads) return '–';
  let growth = growthBeyond(small, large, {});
  if (!growth) return 'flat';
  // Items are read beside each other, by turns where there are more reads than may be open at once.
  if (items > 1) growth = growthBeyond(small, large, { reads: items, waves: Math.ceil(items / MAX_OPEN_READS) });
  if (!growth) return 'per item';
  // A long answer is read on and on.
  const longer = large.measured.answerBytes / small.measured.answerBytes;
  if (longer >= GROWN) growth = growthBeyond(small, large, { reads: longer * items, waves: longer * items });
  if (!growth) return 'with its answer';
  const isOneLevel =
    growth === 'waves grow' &&
    !growthBeyond(small, large, { reads: 2 * items, waves: Math.ceil(items / MAX_OPEN_READS), levels: 1 });
  return isOneLevel ? 'a level more' : growth;
}

/** How many times as many reads and waves there may be, and how many waves more. */
interface Allowance {
  reads?: number;
  waves?: number;
  levels?: number;
}

/** What there is more of than may be, in a cold process or a warm one: the gravest first; null for nothing. */
function growthBeyond(
  small: ScaledOperation,
  large: ScaledOperation,
  { reads = 1, waves = 1, levels = 0 }: Allowance,
): Growth | null {
  const states = (['cold', 'warm'] as const).map(
    (state) => [small.measured.reads![state], large.measured.reads![state]] as const,
  );
  if (states.some(([before, after]) => after.waves > before.waves * waves + levels)) return 'waves grow';
  if (states.some(([before, after]) => after.reads > before.reads * reads + HALF_A_READ)) return 'reads grow';
  if (
    states.some(
      ([before, after]) => after.bytes > bytesAllowed(before, after, small.indexBytes, large.indexBytes) * reads,
    )
  )
    return 'bytes grow';
  return null;
}

function bytesAllowed(before: Reads, after: Reads, smallIndex: number, largeIndex: number): number {
  return Math.max(before.bytes, after.reads * BLOCK) * Math.max(1, Math.log2(largeIndex) / Math.log2(smallIndex));
}
