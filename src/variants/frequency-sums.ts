/**
 * How a record of details tells the sums of its counted groups: how much less than usual each is, as a number that may be negative. A population lacks samples at a variant about as
 * all do that are pooled with it: of these each tells how much more it lacks than its part of what the pool lacks, and the last nothing, as it has the rest.
 */
import type { FieldReader, FieldWriter } from '../index/fields.ts';
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

/** What writeSums is to write, and whether it is halves. */
export function differencesOf(summed: readonly SummedGroup[]): { differences: number[]; halves: boolean } {
  let halves = true;
  for (let each = 0; each < summed.length; each++) if (lacking(summed[each]!) % 2 !== 0) halves = false;
  const unit = halves ? 2 : 1;
  const differences: number[] = [];
  for (let each = 0; each < summed.length; each++) {
    const one = summed[each]!;
    if (!one.isLast) differences.push(lacking(one) / unit - expected(one, unit));
  }
  return { differences, halves };
}

export function writeSums(writer: FieldWriter, differences: readonly number[]): void {
  for (let each = 0; each < differences.length; each++) writer.signed(differences[each]!);
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

/** What is expected to lack, of what its pool does. */
function expected({ group, pool }: SummedGroup, unit: number): number {
  if (!pool?.group.usual || !group.usual) return 0;
  return Math.round(lacking(pool) / unit * (group.usual / pool.group.usual));
}

function lacking(one: SummedGroup): number {
  return usual(one) - one.sum;
}

function usual({ group }: SummedGroup): number {
  return group.usual ?? 0;
}
