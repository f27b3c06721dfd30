/**
 * How a record of details tells the sums of its counted groups: how much less than usual each is, as a number that may be negative. A population lacks samples at a variant about as
 * all do that are pooled with it: of these each tells how much more it lacks than its part of what the pool lacks, and the last nothing, as it has the rest.
 */
import type { FieldReader } from '../index/fields.ts';
import type { FrequencyGroup } from './frequency-groups.ts';

/** A counted group whose sum is not told by another's names. */
export interface SummedGroup {
  group: FrequencyGroup;
  /** Among the groups of the record. */
  index: number;
  sum: number;
  /** That pools it; null for none. */
  pool: SummedGroup | null;
  /** The last one of a pool: its sum is the rest. */
  isLast: boolean;
  /** Whether its counts are told: those of pools follow. */
  isTold: boolean;
}

/** Sets `sum` of all. */
export function readSums(fields: FieldReader, summed: readonly SummedGroup[], areUsual: boolean, areHalves: boolean): void {
  const unit = areHalves ? 2 : 1;
  let rest = 0;
  for (const one of summed) {
    if (one.isLast) one.sum = rest;
    else one.sum = usual(one) - unit * (areUsual ? 0 : fields.signed() + expected(one, unit));
    rest = one.pool ? rest - one.sum : one.sum;
  }
}

function expected({ group, pool }: SummedGroup, unit: number): number {
  return pool ? expectedLack((usual(pool) - pool.sum) / unit, group.usual, pool.group.usual) : 0;
}

/** What a group is expected to lack where its pool lacks so much. @param usual sum of the group @param pooled that of its pool */
export function expectedLack(lack: number, usual: number | undefined, pooled: number | undefined): number {
  return usual && pooled ? Math.round(lack * (usual / pooled)) : 0;
}

function usual({ group }: SummedGroup): number {
  return group.usual ?? 0;
}
