/** A region with more variants than fit in memory: they are read and written as the client reads. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { longLists, regionClient } from './long-lists-release.ts';

const VARIANTS = 200_000;
const MIB = 1024 * 1024;

const ask = await regionClient(await longLists({ variants: VARIANTS, every: 10 }));

test.each([['application/json', 40], ['text/x-gff3', 20]])('%s of 200,000 variants keeps less than 32 MiB alive beside what was there before', async (type, least) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const response = await ask('1:1-2000000?feature=variation;feature=somatic_variation', type);
  let bytes = 0;
  let most = 0;
  let looked = 0;
  let largest = 0;
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    largest = Math.max(largest, chunk.length);
    if (bytes >= looked + 4 * MIB) {
      looked = bytes;
      most = Math.max(most, used() - before);
    }
  }
  expect(bytes).toBeGreaterThan(least * MIB);
  expect(largest).toBeLessThan(MIB);
  expect(most).toBeLessThan(32 * MIB);
});
