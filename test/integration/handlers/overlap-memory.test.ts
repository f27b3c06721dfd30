/** A region with more variants than fit in memory: they are read and written as the client reads. */
import { expect, test } from 'vitest';
import { MIB, takeWatched } from '../../support/live-memory.ts';
import { longLists, regionClient } from './long-lists-release.ts';

const VARIANTS = 200_000;

const ask = await regionClient(await longLists({ variants: VARIANTS, every: 10 }));

test.each([
  ['application/json', 40],
  ['text/x-gff3', 20],
])('%s of 200,000 variants allocates less than 32 MiB', async (type, least) => {
  const { bytes, largest, alive } = await takeWatched(
    () => ask('1:1-2000000?feature=variation;feature=somatic_variation', type),
    4 * MIB,
  );
  expect(bytes).toBeGreaterThan(least * MIB);
  expect(largest).toBeLessThan(MIB);
  expect(alive).toBeLessThan(32 * MIB);
});
