/** R2 and KV of workerd, through Miniflare. */
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { present } from '../../../src/checked.ts';
import { StoreError, type Store } from '../../../src/store/store.ts';
import { KvValues, type ReadableNamespace } from '../../../src/store/kv-values.ts';
import { R2Store, type ReadableBucket } from '../../../src/store/r2-store.ts';

const content = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
let miniflare: Miniflare;
let bucket: R2Store;
let store: Store;

beforeAll(async () => {
  miniflare = new Miniflare({
    modules: true,
    script: 'export default {}',
    r2Buckets: ['OBJECTS'],
    kvNamespaces: ['VALUES'],
  });
  const objects = await miniflare.getR2Bucket('OBJECTS');
  const values = await miniflare.getKVNamespace('VALUES');
  await objects.put('release/object.bin', content);
  await objects.put('current', 'in the bucket');
  await values.put('current', 'in KV');
  await values.put('large', new Uint8Array(5_000_000).fill(7));
  bucket = new R2Store(objects as unknown as ReadableBucket);
  const kv = new KvValues(values as unknown as ReadableNamespace);
  store = { read: (range, options) => bucket.read(range, options), value: (key, options) => kv.value(key, options) };
});

afterAll(() => miniflare.dispose());

const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

test('objects are read from R2 by range, and values from KV', async () => {
  expect(await store.read({ object: 'release/object.bin', offset: 10, length: 20 })).toEqual(content.subarray(10, 30));
  expect(text(await store.value('current'))).toBe('in KV');
  expect(await store.value('none')).toBeNull();
  expect(text(await store.value('current', { first: 2 }))).toMatch(/^in/);
  expect(await store.value('none', { first: 2 })).toBeNull();
});

test('the beginning of a large value is read from KV without the rest', async () => {
  const beginning = present(await store.value('large', { first: 64 }), 'the large value');
  expect(beginning.length).toBeGreaterThanOrEqual(64);
  expect(beginning.length).toBeLessThan(500_000);
  expect(beginning.every((byte) => byte === 7)).toBe(true);
  expect(await store.value('large')).toHaveLength(5_000_000);
});

test('a bucket can store values as well', async () => {
  expect(text(await bucket.value('current'))).toBe('in the bucket');
  expect(text(await bucket.value('current', { first: 2 }))).toBe('in');
  expect(text(await bucket.value('current', { first: 200 }))).toBe('in the bucket');
  expect(await bucket.value('none')).toBeNull();
});

test('missing and truncated objects are StoreErrors', async () => {
  await expect(store.read({ object: 'none', offset: 0, length: 1 })).rejects.toThrow('none is not in the bucket');
  await expect(store.read({ object: 'release/object.bin', offset: 990, length: 20 })).rejects.toThrow(
    'release/object.bin ends before byte 1010',
  );
  await expect(store.read({ object: 'release/object.bin', offset: 2000, length: 20 })).rejects.toThrow(StoreError);
  await expect(store.value('../current')).rejects.toThrow('is not an object name');
});

test('errors of the bucket are passing, missing and truncated objects are not', async () => {
  const passing = (read: Promise<unknown>) =>
    read.then(
      () => null,
      (error: StoreError) => error.passing,
    );
  for (const [object, offset] of [
    ['none', 0],
    ['release/object.bin', 990],
    ['release/object.bin', 2000],
  ] as const) {
    expect(await passing(store.read({ object, offset, length: 20 }))).toBe(false);
  }
  const failing = { get: async () => Promise.reject(new Error('internal error (10001)')) };
  expect(await passing(new R2Store(failing).value('current'))).toBe(true);
  expect(await passing(new KvValues(failing).value('current'))).toBe(true);
  const cut = {
    get: async () => ({ size: 1000, arrayBuffer: async () => new ArrayBuffer(10) }),
  } as unknown as ReadableBucket;
  expect(await passing(new R2Store(cut).read({ object: 'x', offset: 0, length: 20 }))).toBe(true);
});

test('a body that arrives after its request was aborted is cancelled', async () => {
  let cancelled = 0;
  const late = {
    get: async () => ({
      size: 1000,
      body: { cancel: async () => void cancelled++ },
      arrayBuffer: () => expect.unreachable(),
    }),
  } as unknown as ReadableBucket;
  await expect(
    new R2Store(late).read({ object: 'x', offset: 0, length: 20 }, { signal: AbortSignal.abort() }),
  ).rejects.toThrow(StoreError);
  expect(cancelled).toBe(1);
});

test('a failure of R2 or KV is a StoreError', async () => {
  const failing = { get: async () => Promise.reject(new Error('internal error (10001)')) };
  await expect(new R2Store(failing).value('current')).rejects.toThrow(
    'current cannot be read from the bucket: internal error (10001)',
  );
  await expect(new KvValues(failing).value('current')).rejects.toThrow(StoreError);
});
