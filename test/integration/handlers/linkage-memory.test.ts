/** A region with more pairs than fit in memory as text: pairs are computed as the client reads. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { present } from '../../../src/checked.ts';
import { buildMinimalIndex, POPULATION, SPECIES } from '../../../bench/linkage-index.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { withLimits } from '../../../src/operation/limits.ts';
import { LinkedVariants } from '../../../src/linkage/pairs.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { MIB, takeWatched } from '../../support/live-memory.ts';

const VARIANTS = 1600;
const PAIRS = (VARIANTS * (VARIANTS - 1)) / 2;

const folder = await mkdtemp(join(tmpdir(), 'linkage-memory-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function service(limits = '{}') {
  const samples = Array.from({ length: 40 }, (_, each) => `S${each}`);
  // All alike, so that every pair is in complete linkage.
  const genotypes = samples.map((_, each) => (each < 15 ? '0|1' : '0|0')).join('\t');
  const lines = Array.from(
    { length: VARIANTS },
    (_, each) => `1\t${1 + each * 100}\trs${each}\tA\tG\t.\t.\t.\tGT\t${genotypes}`,
  );
  const vcf = join(folder, 'alike.vcf');
  await writeFile(
    vcf,
    `${['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO', 'FORMAT', ...samples].join('\t')}\n` +
      `${lines.join('\n')}\n`,
  );
  await buildMinimalIndex(vcf, ['1'], join(folder, 'index'));
  const store = openFolder(join(folder, 'index'));
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(16 * MIB)));
  const app = createApp({ operations: withLimits(operations, limits), openRelease: () => release });
  return {
    store,
    ask: (region = '1:1-1000000') =>
      app.request(`/rest/ld/${SPECIES}/region/${region}/${POPULATION}`, {
        headers: { 'Content-Type': 'application/json' },
      }),
  };
}

const { store, ask } = await service();
afterAll(() => store.close());

test('1.3 million pairs allocate less than 64 MiB', async () => {
  let pairs = 0;
  const { bytes, largest, alive } = await takeWatched(
    () => ask(),
    8 * MIB,
    (chunk) => {
      for (const byte of chunk) if (byte === 0x7b) pairs++;
    },
  );
  expect(pairs).toBe(PAIRS);
  expect(bytes).toBeGreaterThan(100 * MIB);
  expect(largest).toBeLessThan(MIB);
  // The garbage collector frees memory a little later.
  expect(alive).toBeLessThan(64 * MIB);
});

test('a client that stops reading stops the computation', async () => {
  const counted = vi.spyOn(LinkedVariants.prototype, 'partnersAfter');
  const reader = present((await ask()).body, 'body').getReader();
  await reader.read();
  await reader.cancel();
  const atCancel = counted.mock.calls.length;
  // Other work in progress would continue in these turns.
  for (let turn = 0; turn < 1000; turn++) await new Promise(setImmediate);
  expect(counted.mock.calls.length).toBe(atCancel);
  expect(atCancel).toBeGreaterThan(0);
  expect(atCancel).toBeLessThan(VARIANTS / 10);
  counted.mockRestore();
});

test('more pairs than a request may compute are rejected at once with a smaller request to send instead', async () => {
  const limited = await service(
    JSON.stringify({ 'GET /ld/:species/region/:region/:population_name': { milliseconds: 10 } }),
  );
  const refused = await limited.ask();
  expect([refused.status, await refused.json()]).toEqual([
    400,
    {
      error:
        'This request takes too much computing: about 26 ms, but at most 10 ms are allowed. Please ask for a smaller ' +
        'region or a higher r2',
    },
  ]);
  // Half as many variants have a quarter of the pairs.
  expect((await limited.ask('1:1-80000')).status).toBe(200);
  await limited.store.close();
});
