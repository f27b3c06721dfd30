/** The short version of what `npm run harden` measures of memory. */
import { expect, test } from 'vitest';
import { demoIndex } from '../runtime/demo-index.ts';
import { memory } from './memory.ts';

test('the heaviest requests of the demo, a dozen at once, leave the isolate of the Worker within its memory', async () => {
  const figures = await memory({ seed: 1, count: 40, index: await demoIndex(), log: () => {} });
  expect(figures.filter(({ ok }) => !ok)).toEqual([]);
}, 120_000);
