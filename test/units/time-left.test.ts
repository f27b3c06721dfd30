/** The time that a build tells follows what its units read, how fast others of their kind were, and who waits for whom. */
import { expect, test } from 'vitest';
import { secondsLeft, type UnitTiming } from '../../build-index/units/time-left.ts';
import type { UnitTask } from '../../build-index/units/unit.ts';

function timing(id: string, kind: UnitTask['kind'], megabytes: number, seconds: number | null, done = false, after: string[] = []): UnitTiming {
  return { unit: { id, task: { kind } as UnitTask, after, plainBytes: megabytes * 1e6 }, seconds, done };
}

test('nothing is told before a unit is done, or late', () => {
  expect(secondsLeft([timing('a', 'core', 70, 3), timing('b', 'core', 70, null)], 1)).toBeNull();
  expect(secondsLeft([timing('a', 'core', 70, 15), timing('b', 'core', 70, null)], 1)).not.toBeNull();
});

test('the same bytes take as long again, whatever the machine', () => {
  for (const seconds of [1, 10, 100]) {
    expect(secondsLeft([timing('a', 'core', 70, seconds, true), timing('b', 'core', 140, null)], 1)).toBeCloseTo(2 * seconds);
    expect(secondsLeft([timing('a', 'core', 70, seconds, true), timing('b', 'core', 140, seconds / 2)], 1)).toBeCloseTo(1.5 * seconds);
  }
});

test('a unit whose kind takes long for its bytes is not taken for nearly done', () => {
  const left = secondsLeft([timing('genotypes', 'vcf-genotypes', 1000, 12, true), timing('names', 'variants', 1000, 6)], 2)!;
  expect(left).toBeGreaterThan(50);
});

test('units side by side take as long as the longest, and those that wait for each other as long as all', () => {
  const done = timing('a', 'core', 70, 10, true);
  expect(secondsLeft([done, timing('b', 'core', 70, null), timing('c', 'core', 70, null)], 2)).toBeCloseTo(10);
  expect(secondsLeft([done, timing('b', 'core', 70, null), timing('c', 'core', 70, null, false, ['b'])], 2)).toBeCloseTo(20);
});

test('a unit that is late is never said to be done at once', () => {
  expect(secondsLeft([timing('a', 'core', 70, 10, true), timing('b', 'core', 70, 100)], 1)).toBeGreaterThan(5);
});
