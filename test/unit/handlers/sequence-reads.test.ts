import { describe, expect, it } from 'vitest';
import { CountingStore } from '../../support/counting-store.ts';
import { makeStore } from './sequence-release.ts';
import { clientOf } from './sequence-client.ts';

const store = await makeStore();

/** Waves of reads after the one of the root. */
const WAVES: [path: string, waves: number, body?: unknown][] = [
  ['/sequence/region/human/1:1-2000', 2],
  ['/sequence/region/human/1:1-2000:-1?mask=soft', 2],
  ['/sequence/region/human/1:1-2000?mask_feature=1', 2],
  ['/sequence/region/human/MT:500-100', 2],
  ['/sequence/region/human/1:1020-1030', 1],
  ['/sequence/region/human', 2, { regions: ['1:1-9', 'PATCH1:190-300', 'MT:590-3', 'nowhere:1-2'] }],
  ['/sequence/id/FICG1', 3],
  ['/sequence/id/FICG1?type=protein;multiple_sequences=1', 3],
  ['/sequence/id/FICT4?type=cdna;mask_feature=1', 3],
  ['/sequence/id/FICP5', 3],
  ['/sequence/id', 3, { ids: ['FICG1', 'FICT4', 'FICE8', 'ESTG1', 'NOPE'] }],
  ['/sequence/id/NOPE', 1],
];

describe('with the root in memory', () => {
  it.each(WAVES)('%s needs %i waves of store reads', async (path, waves, body) => {
    const counting = new CountingStore(store);
    const ask = await clientOf(counting);
    counting.reset();
    const first = await ask(path, { body });
    expect(counting.waves).toBe(waves);
    const reads = counting.reads.length;
    expect((await ask(path, { body })).text).toBe(first.text);
    expect(counting.reads.length, 'the second request reads nothing').toBe(reads);
  });
});
