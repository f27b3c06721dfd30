/** A short run of the memory measurement of `npm run harden`. */
import { expect, test } from 'vitest';
import { demoIndex } from '../../support/demo-index.ts';
import { memory } from './memory.ts';

test('a dozen of the heaviest demo requests at a time fit into the memory of the Worker', async () => {
  const figures = await memory({ seed: 1, count: 40, index: await demoIndex(), log: () => {} });
  expect(figures.filter(({ ok }) => !ok)).toEqual([]);
}, 120_000);
