/** A region with more pairs than fit in memory as text: they are made as they are taken. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { buildMinimalIndex, POPULATION, SPECIES } from '../../bench/linkage/minimal-index.ts';
import { createApp } from '../../src/app.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';

const VARIANTS = 1600;
const PAIRS = (VARIANTS * (VARIANTS - 1)) / 2;
const MIB = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'linkage-memory-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function service() {
  const samples = Array.from({ length: 40 }, (_, each) => `S${each}`);
  // All alike: every pair is in complete linkage.
  const genotypes = samples.map((_, each) => (each < 15 ? '0|1' : '0|0')).join('\t');
  const lines = Array.from({ length: VARIANTS }, (_, each) => `1\t${1 + each * 100}\trs${each}\tA\tG\t.\t.\t.\tGT\t${genotypes}`);
  const vcf = join(folder, 'alike.vcf');
  await writeFile(vcf, `${['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO', 'FORMAT', ...samples].join('\t')}\n${lines.join('\n')}\n`);
  await buildMinimalIndex(vcf, ['1'], join(folder, 'index'));
  const store = new LocalFolder(join(folder, 'index'));
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(16 * MIB)));
  const app = createApp({ operations, openRelease: () => release });
  return { store, ask: () => app.request(`/rest/ld/${SPECIES}/region/1:1-1000000/${POPULATION}`, { headers: { 'Content-Type': 'application/json' } }) };
}

const { store, ask } = await service();
afterAll(() => store.close());

test('1.3 million pairs keep less than 64 MiB alive beside what was there before', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const response = await ask();
  let bytes = 0;
  let pairs = 0;
  let most = 0;
  let looked = 0;
  let largest = 0;
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    largest = Math.max(largest, chunk.length);
    for (const byte of chunk) if (byte === 0x7b) pairs++;
    if (bytes >= looked + 8 * MIB) {
      looked = bytes;
      most = Math.max(most, used() - before);
    }
  }
  expect(pairs).toBe(PAIRS);
  expect(bytes).toBeGreaterThan(100 * MIB);
  expect(largest).toBeLessThan(MIB);
  // What a collection frees is given back a little later.
  expect(most).toBeLessThan(64 * MIB);
});

test('whoever stops reading stops the counting', async () => {
  const began = performance.now();
  const reader = (await ask()).body!.getReader();
  await reader.read();
  const first = performance.now() - began;
  await reader.cancel();
  const response = await ask();
  const all = performance.now();
  await response.arrayBuffer();
  expect(first).toBeLessThan(performance.now() - all);
});
