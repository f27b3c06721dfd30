import { describe, expect, test } from 'vitest';
import { OutOfMemory, runUnits } from '../../../../build-index/units/schedule.ts';
import type { BuildPlan, Unit } from '../../../../build-index/units/unit.ts';
import { last } from '../../../../src/checked.ts';

const unit = (id: string, plainBytes: number, after: string[] = []): Unit => ({
  id,
  task: { kind: 'ontology', database: id },
  after,
  inputs: [],
  plainBytes,
  key: id,
});
const planOf = (...units: Unit[]): BuildPlan => ({
  compiler: '',
  databases: [],
  units,
  isStrict: false,
  departures: [],
  notices: [],
});
const reasonOf = () => 'it had too little memory, or so';

const OUT_OF_MEMORY: [where: string, error: Error][] = [
  ['in this process', new Error('Out of Memory Error: failed to pin block of size 256.0 KiB')],
  ['in another process', new OutOfMemory('it could not go on')],
];

describe.each(OUT_OF_MEMORY)('a unit that runs out of memory %s', (_, error) => {
  const outOfMemory = (): never => {
    throw error;
  };
  const plan = planOf(unit('large', 100), unit('small', 1), unit('behind', 1, ['large']), unit('other', 50));

  test('runs again alone, and then the units that need it run', async () => {
    const began: [id: string, parallel: number, running: number][] = [];
    let running = 0;
    await runUnits(
      plan,
      new Set(),
      2,
      async ({ id }, parallel) => {
        began.push([id, parallel, running++]);
        try {
          await Promise.resolve();
          if (id === 'large' && parallel > 1) outOfMemory();
        } finally {
          running--;
        }
      },
      reasonOf,
    );
    expect(began.filter(([id]) => id === 'large')).toEqual([
      ['large', 2, 0],
      ['large', 1, 0],
    ]);
    expect(last(began)[0]).toBe('behind');
    expect(began).toHaveLength(5);
  });

  test('fails if it runs out of memory alone', async () => {
    const run = async ({ id }: Unit) => {
      if (id === 'large') outOfMemory();
    };
    await expect(runUnits(plan, new Set(), 2, run, reasonOf)).rejects.toThrow(
      /^large failed: it had too little.*\nbehind did not start/,
    );
    await expect(runUnits(plan, new Set(), 1, run, reasonOf)).rejects.toThrow(/^large failed/);
  });
});
