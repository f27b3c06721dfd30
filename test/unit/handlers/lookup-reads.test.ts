import { describe, expect, it } from 'vitest';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { client, makeStore } from './lookup-release.ts';

const COLD: [path: string, waves: number, body?: unknown][] = [
  ['/lookup/id/FICG1', 3],
  ['/lookup/id/FICG1.4', 3],
  ['/lookup/id/FICE3', 3],
  ['/lookup/id/FICG1?expand=1;utr=1;mane=1', 3],
  ['/lookup/id/FICG1?format=condensed', 2],
  ['/lookup/id/nosuch', 2],
  ['/lookup/id/COMMON?species=mouse', 3],
  ['/lookup/symbol/human/Alpha?expand=1', 3],
  ['/lookup/id', 3, { ids: ['FICG1', 'COMMON', 'FICE3', 'nosuch'], expand: 0 }],
  ['/info/ping', 1],
  ['/info/species', 1],
  ['/info/assembly/human', 2],
  ['/info/assembly/human/1', 2],
  ['/info/assembly/human/1?bands=1', 3],
];

const index = await makeStore();

describe('on a cold start, including the read of the root', () => {
  it.each(COLD)('%s needs %i waves of store reads', async (path, waves, body) => {
    const store = new CountingStore(index);
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    await client(release)(path, body);
    expect(store.waves).toBe(waves);
    await client(release)(path, body);
    expect(store.waves, 'the second request reads nothing').toBe(waves);
  });
});
