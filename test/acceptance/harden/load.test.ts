/** A short run under load with a release published meanwhile. Made-up figures test the limits of long runs. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { testFolder } from '../../support/test-folder.ts';
import { newInterval, type Interval } from './arrivals.ts';
import { load, otherRelease } from './load.ts';
import { loadFigures, type LoadRun } from './load-figures.ts';
import { growth } from './resident-memory.ts';
import { expectNoFault } from './no-fault.ts';

const SEED = 20_261_122;
const folder = await testFolder();
let next = '';
beforeAll(async () => {
  next = await otherRelease(join(folder, 'next'), SEED);
}, 240_000);

test.each([1, 2])(
  'no request fails or gets the answer of neither release while %i processes get another release and are replaced',
  async (processes) => {
    const index = join(folder, `index-${processes}`);
    await cp(await demoIndex(), index, { recursive: true });
    await expectNoFault((log) => load({ seed: SEED, minutes: 0.1, tried: 3, processes, index, next, log }));
  },
  240_000,
);

describe('a run fails for', () => {
  const interval = (minute: number, change: Partial<Interval> = {}, time = 1000): Interval => {
    const made: Interval = {
      ...newInterval(minute, minute >= 15),
      sent: 1,
      byRelease: [minute < 15 ? 1 : 0, minute < 15 ? 0 : 1],
      ...change,
    };
    made.times.record(time);
    return made;
  };
  const minutes = Array.from({ length: 30 }, (_, minute) => minute);
  const run = (change: Partial<LoadRun> = {}): LoadRun => ({
    processes: 1,
    minutes: 30,
    rate: 800,
    capacity: 1000,
    measured: interval(0),
    intervals: minutes.map((minute) => interval(minute)),
    memory: minutes.map((minute) => ({ second: minute * 60, megabytes: 100 })),
    ...change,
  });
  const notOk = (change?: Partial<LoadRun>) =>
    loadFigures(run(change))
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);

  test('none of these in a good run, even if a second release needs additional memory', () => {
    expect(notOk()).toEqual([]);
    expect(
      notOk({ memory: minutes.map((minute) => ({ second: minute * 60, megabytes: minute < 15 ? 100 : 180 })) }),
    ).toEqual([]);
  });

  test.each<[string, Partial<LoadRun>]>([
    [
      'load, one process: failed requests',
      { intervals: minutes.map((minute) => interval(minute, { failed: minute === 20 ? 1 : 0 })) },
    ],
    ['load, one process: failed requests', { measured: interval(0, { failed: 1 }) }],
    [
      'load, one process: answers that match neither release',
      { intervals: minutes.map((minute) => interval(minute, { wrong: minute === 3 ? 1 : 0 })) },
    ],
    [
      'load, one process: answers of the old release after that',
      { intervals: minutes.map((minute) => interval(minute, minute === 29 ? { byRelease: [1, 5] } : {})) },
    ],
    [
      'load, one process: answers of the new release after it was published',
      { intervals: minutes.map((minute) => interval(minute, { after: false })) },
    ],
    [
      'load, one process: growth of memory with one release, and with two',
      { memory: minutes.map((minute) => ({ second: minute * 60, megabytes: 100 + minute * 2 })) },
    ],
    [
      'load, one process: growth of memory with one release, and with two',
      { memory: minutes.map((minute) => ({ second: minute * 60, megabytes: 100 + Math.max(0, minute - 15) * 2 })) },
    ],
    [
      'load, one process: growth of memory with one release, and with two',
      { memory: minutes.map((minute) => ({ second: minute * 60, megabytes: 100 + (minute < 15 ? minute * 2 : 40) })) },
    ],
    [
      'load, one process: p99 of the last third against the first',
      { intervals: minutes.map((minute) => interval(minute, {}, minute < 20 ? 1000 : 2100)) },
    ],
  ])('%s', (name, change) => {
    expect(notOk(change)).toEqual([name]);
  });

  test('memory growth that is a slope, not for memory that rises and falls', () => {
    expect(growth([0, 1, 2, 3].map((minute) => ({ second: minute * 60, megabytes: 50 + 3 * minute })))).toBeCloseTo(3);
    expect(growth([10, 30, 30, 10].map((megabytes, minute) => ({ second: minute * 60, megabytes })))).toBeCloseTo(0);
    expect(growth([])).toBe(0);
  });
});
