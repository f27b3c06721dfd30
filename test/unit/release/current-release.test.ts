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
/** How many bytes were wanted each time; undefined for all. */
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
  test('is read once, then at hand without waiting', async () => {
    const kept = releases();
    const first = await kept.get();
    clock += 999;
    expect(kept.get()).toBe(first);
    expect(reads).toEqual([undefined]);
  });

  test('stays the same object while the pointer names it, and is exchanged when it names another', async () => {
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

  test('is looked for by one request, while others go on with the one at hand', async () => {
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

  test('is not exchanged back by who asked before it came and is answered after', async () => {
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

  test('goes on serving when the pointer cannot be read or is damaged, and recovers', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const kept = releases();
    const first = await kept.get();
    for (const trouble of [
      () => (failure = new StoreError('away')),
      () => {
        failure = null;
        current = new Uint8Array(40);
      },
      () => (current = null),
    ]) {
      trouble();
      clock += 1000;
      expect(await kept.get()).toBe(first);
    }
    expect(log).toHaveBeenCalledTimes(3);
    log.mockRestore();
    current = root('two');
    clock += 1000;
    expect((await kept.get()).manifest.id).toBe('two');
  });

  test('is answered from when a look for a newer one takes long, and exchanged when that ends', async () => {
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

  test('that was never read is an error for the one who asks, and asked for again by the next', async () => {
    const kept = releases();
    current = null;
    await expect(kept.get()).rejects.toThrow(StoreError);
    current = root('one');
    expect((await kept.get()).manifest.id).toBe('one');
  });
});
