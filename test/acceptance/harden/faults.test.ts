/**
 * A short run of store faults. `npm run harden -- --only faults` is the long one. Single retries are tested in
 * test/unit/store/retrying-store.test.ts.
 */
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { faults } from './faults.ts';

test('faults of the store never lead to wrong answers, and rarely reach the client', async () => {
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
