/** A short run with damaged indexes. `npm run harden -- --only corruption` is the long one. */
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { corruption } from './corruption.ts';

test('damage never leads to a wrong answer', async () => {
  const lines: string[] = [];
  const figures = await corruption({
    seed: 20_261_122,
    count: 200,
    index: await demoIndex(),
    log: (line) => lines.push(line),
  });
  expect(
    figures.filter(({ ok }) => !ok),
    lines.join('\n'),
  ).toEqual([]);
}, 120_000);
