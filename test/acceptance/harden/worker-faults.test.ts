/** A short run of faults inside workerd: `npm run harden -- --only worker-faults` is the long one. */
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { workerFaults } from './worker-faults.ts';

test('faults of R2 and KV inside workerd never lead to wrong answers, and the Worker recovers', async () => {
  const lines: string[] = [];
  const figures = await workerFaults({
    seed: 20_261_124,
    count: 200,
    index: await demoIndex(),
    log: (line) => lines.push(line),
  });
  expect(
    figures.filter(({ ok }) => !ok),
    lines.join('\n'),
  ).toEqual([]);
}, 180_000);
