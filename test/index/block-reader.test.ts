import { expect, test } from 'vitest';
import { encodePlainBlock } from '../../src/index/block.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { StoreError, type ByteRange, type Store } from '../../src/store/store.ts';
import { CountingStore } from '../support/counting-store.ts';
import { MemoryStore } from '../support/memory-store.ts';

/** Blocks of ten bytes, block i full of i, `apart` bytes from each other. */
async function writeBlocks(count: number, apart = 0): Promise<{ store: MemoryStore; ranges: ByteRange[] }> {
  const store = new MemoryStore();
  const sink = store.sink('a');
  const ranges: ByteRange[] = [];
  for (let each = 0; each < count; each++) {
    const block = encodePlainBlock(new Uint8Array(10).fill(each));
    ranges.push({ object: 'a', offset: store.objects.get('a')!.length, length: block.length });
    await sink.write(block);
    await sink.write(new Uint8Array(apart));
  }
  return { store, ranges };
}

test('near blocks cost one read, cached ones none, and the order is that of asking', async () => {
  const { store, ranges } = await writeBlocks(4);
  const counting = new CountingStore(store);
  const reader = new CachedBlockReader(counting, new ByteCache());
  expect((await reader.blocks([ranges[2]!, ranges[0]!, ranges[2]!])).map(([first]) => first)).toEqual([2, 0, 2]);
  expect(counting.reads).toEqual([{ object: 'a', offset: 0, length: 45 }]);
  counting.reset();
  expect((await reader.blocks([ranges[3]!, ranges[2]!, ranges[1]!, ranges[0]!])).map(([first]) => first)).toEqual([3, 2, 1, 0]);
  expect(counting.reads).toEqual([{ object: 'a', offset: 15, length: 45 }]);
  expect(reader.cachedBlocks(ranges)).toHaveLength(4);
});

test('at most six reads are open at once, and all are made', async () => {
  const { store, ranges } = await writeBlocks(20, 300_000);
  let open = 0;
  let most = 0;
  const slow: Store = {
    value: (key) => store.value(key),
    async read(range) {
      most = Math.max(most, ++open);
      await new Promise((later) => setTimeout(later, 2));
      open--;
      return store.read(range);
    },
  };
  const blocks = await new CachedBlockReader(slow, new ByteCache()).blocks(ranges);
  expect(blocks.map(([first]) => first)).toEqual(ranges.map((_, index) => index));
  expect(most).toBe(6);
});

test('a failed read is the failure of its request only', async () => {
  const { store, ranges } = await writeBlocks(1);
  let broken = true;
  const flaky: Store = { value: async () => null, read: async (range) => (broken ? Promise.reject(new StoreError('gone')) : store.read(range)) };
  const reader = new CachedBlockReader(flaky, new ByteCache());
  await expect(reader.blocks(ranges)).rejects.toThrow('gone');
  broken = false;
  expect(await reader.blocks(ranges)).toHaveLength(1);
});

test('a store that gives too little is noticed', async () => {
  const { store, ranges } = await writeBlocks(1);
  const short: Store = { value: async () => null, read: async (range) => (await store.read(range)).subarray(1) };
  await expect(new CachedBlockReader(short, new ByteCache()).blocks(ranges)).rejects.toThrow(StoreError);
});
