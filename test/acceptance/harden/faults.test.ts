/**
 * A short run of faults: `npm run harden -- --only faults` is the long one. What is asked of a store, and when, is in
 * test/unit/store/retrying-store.test.ts.
 */
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { faults } from './faults.ts';

test('faults of the store never make an answer wrong, and seldom reach the client', async () => {
  const lines: string[] = [];
  const figures = await faults({
    seed: 20_261_122,
    count: 400,
    index: await demoIndex(),
    log: (line) => lines.push(line),
  });
  expect(
    figures.filter(({ ok }) => !ok),
    lines.join('\n'),
  ).toEqual([]);
}, 120_000);
