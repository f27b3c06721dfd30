import { beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeRoot } from '../../../src/release/root.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { CurrentRelease } from '../../../src/release/current-release.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError, type Store } from '../../../src/store/store.ts';

const entry: TableEntry = { object: 'ids', size: 1, sha256: '', directory: [0, 1] };
const root = (id: string) => encodeRoot({ id, version: 115, species: [], genomes: [], ids: entry });

let current: Uint8Array | null;
let failure: Error | null;
/** The number of bytes of each read; undefined for all. */
let reads: (number | undefined)[];
let clock: number;

const store: Store = {
  read: () => Promise.reject(new StoreError('no objects here')),
  async value(_, { first } = {}) {
    reads.push(first);
    if (failure) throw failure;
    return current;
  },
};

function releases(): CurrentRelease {
  return new CurrentRelease(store, new CachedBlockReader(store, new ByteCache()), { maxAge: 1000, now: () => clock });
}

beforeEach(() => {
  [current, failure, reads, clock] = [root('one'), null, [], 5_000_000];
});

describe('the current release', () => {
  test('is read once and then returned without waiting', async () => {
    const kept = releases();
    const first = await kept.get();
    clock += 999;
    expect(kept.get()).toBe(first);
    expect(reads).toEqual([undefined]);
  });

  test('stays the same object while the pointer names it, and is replaced when it names another', async () => {
    const kept = releases();
    const first = await kept.get();
    clock += 1000;
    expect(await kept.get()).toBe(first);
    expect(reads).toEqual([undefined, 64]);
    current = root('two');
    clock += 1000;
    expect((await kept.get()).manifest.id).toBe('two');
    expect(reads).toEqual([undefined, 64, 64, undefined]);
  });

  test('is checked by one request while others use the release in memory', async () => {
    const kept = releases();
    const first = await kept.get();
    current = root('two');
    clock += 1000;
    const looking = kept.get();
    expect(looking).toBeInstanceOf(Promise);
    expect(kept.get()).toBe(first);
    await looking;
    expect(reads).toEqual([undefined, 64, undefined]);
  });

  test('is not replaced by an older release that a slow read returns later', async () => {
    const kept = releases();
    await kept.get();
    let answerSlowly = (_: Uint8Array): void => {};
    const slow = vi.spyOn(store, 'value').mockReturnValueOnce(new Promise((answer) => (answerSlowly = answer)));
    clock += 1000;
    const before = kept.get();
    current = root('two');
    clock += 1000;
    const two = await kept.get();
    expect(two.manifest.id).toBe('two');
    answerSlowly(root('one'));
    expect(await before).toBe(two);
    expect(await kept.get()).toBe(two);
    slow.mockRestore();
  });

  test('stays in use while the pointer is missing, damaged or cannot be read', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const kept = releases();
    const first = await kept.get();
    for (const breakPointer of [
      () => (failure = new StoreError('away')),
      () => {
        failure = null;
        current = new Uint8Array(40);
      },
      () => (current = null),
    ]) {
      breakPointer();
      clock += 1000;
      expect(await kept.get()).toBe(first);
    }
    expect(log).toHaveBeenCalledTimes(3);
    log.mockRestore();
    current = root('two');
    clock += 1000;
    expect((await kept.get()).manifest.id).toBe('two');
  });

  test('is returned while a slow check is running, and replaced when the check ends', async () => {
    vi.useFakeTimers();
    const kept = releases();
    const first = await kept.get();
    let answerSlowly = (_: Uint8Array): void => {};
    const slow = vi.spyOn(store, 'value').mockReturnValueOnce(new Promise((answer) => (answerSlowly = answer)));
    clock += 1000;
    const looking = kept.get();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await looking).toBe(first);
    current = root('two');
    answerSlowly(current);
    await vi.advanceTimersByTimeAsync(0);
    expect((await kept.get()).manifest.id).toBe('two');
    expect(vi.getTimerCount()).toBe(0);
    slow.mockRestore();
    vi.useRealTimers();
  });

  test('that cannot be read at first is an error, and the next request retries', async () => {
    const kept = releases();
    current = null;
    await expect(kept.get()).rejects.toThrow(StoreError);
    current = root('one');
    expect((await kept.get()).manifest.id).toBe('one');
  });
});
