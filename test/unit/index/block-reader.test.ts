import { describe, expect, test, vi } from 'vitest';
import { encodePlainBlock } from '../../../src/index/blocks/block.ts';
import { CachedBlockReader, ReadCounts } from '../../../src/index/blocks/block-reader.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError, type ByteRange, type Store } from '../../../src/store/store.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, get } from '../../../src/checked.ts';

/** Blocks of ten bytes with the value of their index. @param apart bytes between two blocks */
async function writeBlocks(count: number, apart = 0): Promise<{ store: MemoryStore; ranges: ByteRange[] }> {
  const store = new MemoryStore();
  const sink = store.sink('a');
  const ranges: ByteRange[] = [];
  for (let each = 0; each < count; each++) {
    const block = encodePlainBlock(new Uint8Array(10).fill(each));
    ranges.push({ object: 'a', offset: get(store.objects, 'a').length, length: block.length });
    await sink.write(block);
    await sink.write(new Uint8Array(apart));
  }
  return { store, ranges };
}

test('near blocks need one read, cached blocks none, and blocks are returned in the requested order', async () => {
  const { store, ranges } = await writeBlocks(4);
  const counting = new CountingStore(store);
  const reader = new CachedBlockReader(counting, new ByteCache());
  expect((await reader.blocks([at(ranges, 2), at(ranges, 0), at(ranges, 2)])).map(([first]) => first)).toEqual([
    2, 0, 2,
  ]);
  expect(counting.reads).toEqual([{ object: 'a', offset: 0, length: 45 }]);
  counting.reset();
  expect(
    (await reader.blocks([at(ranges, 3), at(ranges, 2), at(ranges, 1), at(ranges, 0)])).map(([first]) => first),
  ).toEqual([3, 2, 1, 0]);
  expect(counting.reads).toEqual([{ object: 'a', offset: 15, length: 45 }]);
  expect(reader.cachedBlocks(ranges)).toHaveLength(4);
});

test('bytes between the requested blocks count as read but not as used', async () => {
  const { store, ranges } = await writeBlocks(3, 100);
  const counts = new ReadCounts();
  const reader = new CachedBlockReader(store, new ByteCache()).forRequest(counts);
  const length = at(ranges, 0).length;
  await reader.blocks([at(ranges, 0), at(ranges, 2), at(ranges, 0)]);
  expect(counts).toMatchObject({ reads: 1, bytes: 3 * length + 200, usedBytes: 2 * length });
  await reader.blocks(ranges);
  expect(counts).toMatchObject({ reads: 2, bytes: 4 * length + 200, usedBytes: 3 * length });
});

test('blocks in a read-ahead range need no further read until the next read-ahead', async () => {
  const { store, ranges } = await writeBlocks(6);
  const counting = new CountingStore(store);
  const counts = new ReadCounts();
  const reader = new CachedBlockReader(counting, new ByteCache(0)).forRequest(counts);
  const spanOf = (from: number, to: number) => ({
    object: 'a',
    offset: at(ranges, from).offset,
    length: at(ranges, to).offset + at(ranges, to).length - at(ranges, from).offset,
  });
  await reader.readAhead([spanOf(1, 3)]);
  counting.reset();
  expect((await reader.blocks([at(ranges, 3), at(ranges, 1), at(ranges, 3)])).map(([first]) => first)).toEqual([
    3, 1, 3,
  ]);
  expect(counting.reads).toEqual([]);
  expect((await reader.blocks([at(ranges, 0), at(ranges, 2), at(ranges, 4)])).map(([first]) => first)).toEqual([
    0, 2, 4,
  ]);
  expect(counting.reads).toEqual([spanOf(0, 4)]);
  await reader.readAhead([spanOf(5, 5)]);
  counting.reset();
  expect(at(await reader.blocks([at(ranges, 1)]), 0)[0]).toBe(1);
  expect(counting.reads).toEqual([ranges[1]]);
  // A read-ahead does not repeat ranges that were read ahead before.
  await reader.readAhead([at(ranges, 0), at(ranges, 5), at(ranges, 0)]);
  expect(counting.reads.slice(1)).toEqual([ranges[0]]);
  counting.reset();
  expect((await reader.blocks([at(ranges, 5), at(ranges, 0)])).map(([first]) => first)).toEqual([5, 0]);
  expect(counting.reads).toEqual([]);
});

test('cached blocks are not read ahead, and damage in a read-ahead block is found when it is requested', async () => {
  const { store, ranges } = await writeBlocks(2);
  const counting = new CountingStore(store);
  const cached = new CachedBlockReader(counting, new ByteCache());
  await cached.blocks([at(ranges, 0)]);
  const [bytes, place] = [get(store.objects, 'a'), at(ranges, 1).offset + 7];
  bytes[place] = at(bytes, place) ^ 1;
  counting.reset();
  const reader = cached.forRequest();
  await reader.readAhead(ranges);
  expect(counting.reads).toEqual([ranges[1]]);
  await expect(reader.blocks([at(ranges, 1)])).rejects.toThrow(StoreError);
});

test.each([
  ['a read that fails', { read: () => Promise.reject(new StoreError('away')) }],
  ['a short read', { read: async () => new Uint8Array(3) }],
  ['wrong bytes', { read: async ({ length }: ByteRange) => new Uint8Array(length) }],
])('%s is noted in the counts', async (_, faulty) => {
  const { store, ranges } = await writeBlocks(1);
  const counts = new ReadCounts();
  const value = (key: string) => store.value(key);
  const read = async (reads: Store) => {
    const [block] = await new CachedBlockReader(reads, new ByteCache()).forRequest(counts).blocks(ranges);
    return block;
  };
  await read(store);
  expect(counts.failed).toBe(false);
  await expect(read({ value, ...faulty })).rejects.toThrow(StoreError);
  expect(counts.failed).toBe(true);
});

/** Holds back all reads until `answerUntil`, and counts how many were open at the same time. */
class HeldStore implements Store {
  readonly #store: Store;
  readonly #held: (() => void)[] = [];
  reads = 0;
  most = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  value(key: string): Promise<Uint8Array | null> {
    return this.#store.value(key);
  }

  async read(range: ByteRange): Promise<Uint8Array> {
    this.reads++;
    const turn = new Promise<void>((answer) => this.#held.push(answer));
    this.most = Math.max(this.most, this.#held.length);
    await turn;
    return this.#store.read(range);
  }

  /** Answers the reads one by one until `done` settles. */
  async answerUntil<T>(done: Promise<T>): Promise<T> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    done.then(end, end);
    while (!ended) {
      this.#held.shift()?.();
      await new Promise(setImmediate);
    }
    return done;
  }
}

test('one request has at most six open reads, however many of its parts read concurrently', async () => {
  const { store, ranges } = await writeBlocks(20, 300_000);
  const held = new HeldStore(store);
  const request = new CachedBlockReader(held, new ByteCache()).forRequest();
  const parts = Promise.all([
    request.blocks(ranges.slice(0, 8)),
    request.blocks(ranges.slice(8, 16)),
    request.withoutCaching().blocks(ranges.slice(16)),
  ]);
  const blocks = (await held.answerUntil(parts)).flat();
  expect(blocks.map(([first]) => first)).toEqual(ranges.map((_, index) => index));
  expect(held.reads).toBe(20);
  expect(held.most).toBe(6);
});

test('concurrent parts of one request read a block once; another request reads it again', async () => {
  const { store, ranges } = await writeBlocks(3, 300_000);
  const held = new HeldStore(store);
  const reader = new CachedBlockReader(held, new ByteCache());
  const request = reader.forRequest();
  const parts = Promise.all([
    request.blocks(ranges.slice(0, 2)),
    request.blocks(ranges.slice(1)),
    request.blocks([at(ranges, 1), at(ranges, 1)]),
  ]);
  expect((await held.answerUntil(parts)).map((part) => part.map(([first]) => first))).toEqual([
    [0, 1],
    [1, 2],
    [1, 1],
  ]);
  expect(held.reads).toBe(3);
  const cold = new CachedBlockReader(held, new ByteCache());
  await held.answerUntil(Promise.all([cold.forRequest().blocks(ranges), cold.forRequest().blocks(ranges)]));
  expect(held.reads).toBe(9);
});

test('a failed read rejects for every part that waits for it, and can be retried', async () => {
  const { store, ranges } = await writeBlocks(2, 300_000);
  let broken = true;
  const flaky: Store = {
    value: async () => null,
    read: async (range) => (broken ? Promise.reject(new StoreError('gone')) : store.read(range)),
  };
  const request = new CachedBlockReader(flaky, new ByteCache()).forRequest();
  const outcomes = await Promise.allSettled([request.blocks(ranges), request.blocks(ranges)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await request.blocks(ranges)).toHaveLength(2);
});

test('a scan uses cached blocks and does not change the cache', async () => {
  const { store, ranges } = await writeBlocks(3, 300_000);
  const counting = new CountingStore(store);
  const cache = new ByteCache();
  const reader = new CachedBlockReader(counting, cache);
  await reader.blocks(ranges.slice(0, 1));
  const size = cache.size;
  expect((await reader.withoutCaching().blocks(ranges)).map(([first]) => first)).toEqual([0, 1, 2]);
  expect(counting.reads).toHaveLength(3);
  expect(cache.size).toBe(size);
});

test('a failed read does not affect later requests', async () => {
  const { store, ranges } = await writeBlocks(1);
  let broken = true;
  const flaky: Store = {
    value: async () => null,
    read: async (range) => (broken ? Promise.reject(new StoreError('gone')) : store.read(range)),
  };
  const reader = new CachedBlockReader(flaky, new ByteCache());
  await expect(reader.blocks(ranges)).rejects.toThrow('gone');
  broken = false;
  expect(await reader.blocks(ranges)).toHaveLength(1);
});

test('a read that returns too few bytes is a StoreError', async () => {
  const { store, ranges } = await writeBlocks(1);
  const short: Store = { value: async () => null, read: async (range) => (await store.read(range)).subarray(1) };
  await expect(new CachedBlockReader(short, new ByteCache()).blocks(ranges)).rejects.toThrow(StoreError);
});

describe('a damaged block', () => {
  /** A store that damages the first reads. `fresh` has this option of each read. */
  const damagedFor = (store: Store, times: number) => {
    const fresh: (boolean | undefined)[] = [];
    const damaging: Store = {
      value: async () => null,
      read: async (range, options) => {
        const bytes = await store.read(range);
        return fresh.push(options?.fresh) <= times ? bytes.with(7, at(bytes, 7) ^ 1) : bytes;
      },
    };
    return { damaging, fresh };
  };

  test('is read again without caches, and only the undamaged copy is cached', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { store, ranges } = await writeBlocks(2);
    const { damaging, fresh } = damagedFor(store, 1);
    const reader = new CachedBlockReader(damaging, new ByteCache());
    for (let each = 0; each < 2; each++) expect((await reader.blocks(ranges)).map(([first]) => first)).toEqual([0, 1]);
    expect(fresh).toEqual([undefined, true]);
    expect(log.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^A second read returned sound bytes after this error: .* is damaged: its checksum differs$/,
        ),
      ],
    ]);
    log.mockRestore();
  });

  test('is a StoreError after two reads, for each request', async () => {
    const { store, ranges } = await writeBlocks(2);
    const { damaging, fresh } = damagedFor(store, Infinity);
    const reader = new CachedBlockReader(damaging, new ByteCache());
    for (let each = 0; each < 2; each++)
      await expect(reader.blocks(ranges)).rejects.toThrow('is damaged: its checksum differs');
    expect(fresh).toEqual([undefined, true, undefined, true]);
  });
});
