import { describe, expect, it } from 'vitest';
import { CountingStore } from '../../support/counting-store.ts';
import { client, makeStore } from './overlap-release.ts';

const ALL = ['gene', 'transcript', 'exon', 'cds', 'mane', 'repeat', 'simple', 'misc', 'band']
  .map((kind) => `feature=${kind}`)
  .join(';');

const index = await makeStore();

describe('with the root in memory', () => {
  // This root contains no directories, so reading a table begins with its directory.
  it.each([
    ['region/human/1:1-3000?feature=gene', 3],
    [`region/human/1:1-3000?${ALL}`, 3],
    [`id/FG1?${ALL}`, 5],
    ['translation/FP1', 3],
  ])('%s needs %i waves of store reads cold and none warm', async (path, waves) => {
    const store = new CountingStore(index);
    const get = await client(store);
    store.reset();
    expect((await get(path)).status).toBe(200);
    expect(store.waves).toBe(waves);
    store.reset();
    await get(path);
    expect(store.waves).toBe(0);
  });

  it('a request with an unknown kind of feature is rejected before any read', async () => {
    const store = new CountingStore(index);
    const get = await client(store);
    await get('region/human/1:1-3000?feature=none');
    store.reset();
    expect((await get('region/human/1:1-3000?feature=gene;feature=wibble')).status).toBe(400);
    expect(store.waves).toBe(0);
  });
});
