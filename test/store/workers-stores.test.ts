/** R2 and KV as workerd has them, through Miniflare. */
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { combineStores } from '../../src/store/combine-stores.ts';
import { KvValues, type ReadableNamespace } from '../../src/store/kv-values.ts';
import { R2Store, type ReadableBucket } from '../../src/store/r2-store.ts';
import { StoreError, type Store } from '../../src/store/store.ts';

const content = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
let miniflare: Miniflare;
let bucket: R2Store;
let store: Store;

beforeAll(async () => {
  miniflare = new Miniflare({ modules: true, script: 'export default {}', r2Buckets: ['OBJECTS'], kvNamespaces: ['VALUES'] });
  const objects = await miniflare.getR2Bucket('OBJECTS');
  const values = await miniflare.getKVNamespace('VALUES');
  await objects.put('release/object.bin', content);
  await objects.put('current', 'in the bucket');
  await values.put('current', 'in KV');
  bucket = new R2Store(objects as unknown as ReadableBucket);
  store = combineStores(bucket, new KvValues(values as unknown as ReadableNamespace));
});

afterAll(() => miniflare.dispose());

const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

test('objects come from R2 by range, values from KV', async () => {
  expect(await store.read({ object: 'release/object.bin', offset: 10, length: 20 })).toEqual(content.subarray(10, 30));
  expect(text(await store.value('current'))).toBe('in KV');
  expect(await store.value('none')).toBeNull();
});

test('a bucket alone has values too', async () => {
  expect(text(await bucket.value('current'))).toBe('in the bucket');
  expect(await bucket.value('none')).toBeNull();
});

test('what is missing or too short is a StoreError', async () => {
  await expect(store.read({ object: 'none', offset: 0, length: 1 })).rejects.toThrow('none is not in the bucket');
  await expect(store.read({ object: 'release/object.bin', offset: 990, length: 20 })).rejects.toThrow('release/object.bin ends before byte 1010');
  await expect(store.read({ object: 'release/object.bin', offset: 2000, length: 20 })).rejects.toThrow(StoreError);
  await expect(store.value('../current')).rejects.toThrow('is no name of an object');
});

test('a failure of the service is a StoreError', async () => {
  const failing = { get: async () => Promise.reject(new Error('internal error (10001)')) };
  await expect(new R2Store(failing).value('current')).rejects.toThrow('current cannot be read from the bucket: internal error (10001)');
  await expect(new KvValues(failing).value('current')).rejects.toThrow(StoreError);
});
