/** A short run under load with a release published meanwhile; what takes time to see is judged from made-up figures. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { newStretch, type Stretch } from './arrivals.ts';
import { load } from './load.ts';
import { loadFigures, type LoadRun } from './load-figures.ts';
import { growth } from './resident-memory.ts';

test('no request fails, and none is answered from neither release, while another one is published', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-load-'));
  const lines: string[] = [];
  try {
    const index = join(folder, 'index');
    await cp(await demoIndex(), index, { recursive: true });
    const figures = await load({ seed: 20_261_122, minutes: 0.2, tried: 6, index, log: (line) => lines.push(line) });
    expect(
      figures.filter(({ ok }) => !ok),
      lines.join('\n'),
    ).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);

describe('a run is not ok', () => {
  const stretch = (minute: number, change: Partial<Stretch> = {}, time = 1000): Stretch => {
    const made = {
      ...newStretch(minute, minute >= 15),
      sent: 1,
      byRelease: [minute < 15 ? 1 : 0, minute < 15 ? 0 : 1] as [number, number],
      ...change,
    };
    made.times.record(time);
    return made;
  };
  const minutes = Array.from({ length: 30 }, (_, minute) => minute);
  const run = (change: Partial<LoadRun> = {}): LoadRun => ({
    minutes: 30,
    rate: 800,
    capacity: 1000,
    measured: stretch(0),
    stretches: minutes.map((minute) => stretch(minute)),
    memory: minutes.map((minute) => ({ second: minute * 60, megabytes: 100 })),
    ...change,
  });
  const notOk = (change?: Partial<LoadRun>) =>
    loadFigures(run(change))
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);

  test('but one in which all is well is, also where a second release takes memory of its own', () => {
    expect(notOk()).toEqual([]);
    expect(
      notOk({ memory: minutes.map((minute) => ({ second: minute * 60, megabytes: minute < 15 ? 100 : 180 })) }),
    ).toEqual([]);
  });

  test.each<[string, Partial<LoadRun>]>([
    [
      'load: failed requests',
      { stretches: minutes.map((minute) => stretch(minute, { failed: minute === 20 ? 1 : 0 })) },
    ],
    ['load: failed requests', { measured: stretch(0, { failed: 1 }) }],
    [
      'load: answers that neither release gives',
      { stretches: minutes.map((minute) => stretch(minute, { wrong: minute === 3 ? 1 : 0 })) },
    ],
    [
      'load: answers of the old release after that',
      { stretches: minutes.map((minute) => stretch(minute, minute === 29 ? { byRelease: [1, 5] } : {})) },
    ],
    [
      'load: answers of the new release after it was published',
      { stretches: minutes.map((minute) => stretch(minute, { after: false })) },
    ],
    [
      'load: growth of memory with one release, and with two',
      { memory: minutes.map((minute) => ({ second: minute * 60, megabytes: 100 + minute * 2 })) },
    ],
    [
      'load: growth of memory with one release, and with two',
      { memory: minutes.map((minute) => ({ second: minute * 60, megabytes: 100 + Math.max(0, minute - 15) * 2 })) },
    ],
    [
      'load: growth of memory with one release, and with two',
      { memory: minutes.map((minute) => ({ second: minute * 60, megabytes: 100 + (minute < 15 ? minute * 2 : 40) })) },
    ],
    [
      'load: p99 of the last third against the first',
      { stretches: minutes.map((minute) => stretch(minute, {}, minute < 20 ? 1000 : 2100)) },
    ],
  ])('%s', (name, change) => {
    expect(notOk(change)).toEqual([name]);
  });

  test('growth is a slope: what goes up and down again is none', () => {
    expect(growth([0, 1, 2, 3].map((minute) => ({ second: minute * 60, megabytes: 50 + 3 * minute })))).toBeCloseTo(3);
    expect(growth([10, 30, 30, 10].map((megabytes, minute) => ({ second: minute * 60, megabytes })))).toBeCloseTo(0);
    expect(growth([])).toBe(0);
  });
});
