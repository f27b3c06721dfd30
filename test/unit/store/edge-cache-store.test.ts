import { beforeEach, describe, expect, test } from 'vitest';
import { EdgeCacheStore, type ResponseCache } from '../../../src/store/edge-cache-store.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, only } from '../../../src/checked.ts';

let bucket: CountingStore;
let kept: Map<string, Response>;
let work: Promise<unknown>[];
const cache: ResponseCache = {
  match: async (url) => kept.get(url)?.clone(),
  put: async (url, response) => void kept.set(url, response),
};
const through = (each: ResponseCache) => new EdgeCacheStore(bucket, each, (later) => void work.push(later));

beforeEach(() => {
  const memory = new MemoryStore();
  memory.objects.set(
    '115-a/genes ?-1.bin',
    Uint8Array.from({ length: 100 }, (_, at) => at),
  );
  [bucket, kept, work] = [new CountingStore(memory), new Map(), []];
});

const range = (offset: number, length: number) => ({ object: '115-a/genes ?-1.bin', offset, length });

describe('ranges in the edge cache', () => {
  test('are read from the bucket once for all stores', async () => {
    expect([...(await through(cache).read(range(10, 3)))]).toEqual([10, 11, 12]);
    await Promise.all(work);
    expect([...(await through(cache).read(range(10, 3)))]).toEqual([10, 11, 12]);
    expect(bucket.reads).toEqual([range(10, 3)]);
    expect([...kept.keys()]).toEqual(['https://blocks.invalid/115-a/genes%20%3F-1.bin?offset=10&length=3']);
    expect(only([...kept.values()]).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('are distinguished by object, offset and length', async () => {
    const store = through(cache);
    for (const each of [range(1, 2), range(1, 3), range(12, 3)]) await store.read(each);
    expect(bucket.reads).toHaveLength(3);
  });

  test('are read from the bucket if the cache fails or returns too few bytes', async () => {
    const failing = through({
      match: () => Promise.reject(new Error('too many calls')),
      put: () => Promise.reject(new Error('too many calls')),
    });
    expect([...(await failing.read(range(0, 2)))]).toEqual([0, 1]);
    await expect(Promise.all(work)).resolves.toBeDefined();
    const short = through({ ...cache, match: async () => new Response(new Uint8Array(1)) });
    expect([...(await short.read(range(0, 2)))]).toEqual([0, 1]);
  });

  test('are replaced by a fresh read', async () => {
    const store = through(cache);
    await store.read(range(10, 3));
    await Promise.all(work);
    kept.set(at([...kept.keys()], 0), new Response(Uint8Array.of(0, 0, 0)));
    expect([...(await store.read(range(10, 3)))]).toEqual([0, 0, 0]);
    expect([...(await store.read(range(10, 3), { fresh: true }))]).toEqual([10, 11, 12]);
    await Promise.all(work);
    expect([...(await store.read(range(10, 3)))]).toEqual([10, 11, 12]);
  });

  test('do not include ranges that the bucket lacks', async () => {
    await expect(through(cache).read(range(99, 2))).rejects.toThrow('ends before');
    expect(work).toEqual([]);
  });
});
