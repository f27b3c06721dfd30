/** When a store is read that fails, stalls or is slow. Times are milliseconds of a fake clock. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { readRetryPolicy } from '../../../src/store/retry-policy.ts';
import { RetryingStore } from '../../../src/store/retrying-store.ts';
import { passingError, StoreError, type ReadOptions, type Store } from '../../../src/store/store.ts';
import { at } from '../../../src/checked.ts';

const range = { object: 'a', offset: 0, length: 4 };
const bytes = Uint8Array.of(1, 2, 3, 4);
const policy = { attempts: 3, limit: 1000, hedge: 100, pause: 200 };

/** An attempt to read: it returns or fails after some milliseconds, or never ends. */
type Try = { after: number; give?: Uint8Array; fail?: Error } | 'stall';

class ScriptedStore implements Store {
  readonly began: number[] = [];
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly #tries: readonly Try[];

  /** The last try repeats. */
  constructor(...tries: Try[]) {
    this.#tries = tries;
  }

  read(_: unknown, { signal }: ReadOptions = {}): Promise<Uint8Array> {
    const each = at(this.#tries, Math.min(this.began.length, this.#tries.length - 1));
    this.began.push(Date.now());
    this.signals.push(signal);
    return new Promise((resolve, reject) => {
      if (each !== 'stall') setTimeout(() => (each.fail ? reject(each.fail) : resolve(each.give ?? bytes)), each.after);
    });
  }

  value(key: string, options?: ReadOptions): Promise<Uint8Array | null> {
    return this.read(key, options);
  }
}

/** The result or error of a read, and the time when it settles. */
async function outcome(reading: Promise<unknown>): Promise<{ given: unknown; at: number }> {
  const settled = reading.then(
    (given) => ({ given, at: Date.now() }),
    (given: unknown) => ({ given, at: Date.now() }),
  );
  await vi.runAllTimersAsync();
  return settled;
}

const away = (after = 1): Try => ({ after, fail: passingError('away') });

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('a healthy store', () => {
  test('is read once, and no timer remains', async () => {
    const store = new ScriptedStore({ after: 99 });
    const reading = new RetryingStore(store, policy).read(range);
    await vi.advanceTimersByTimeAsync(99);
    expect(await reading).toBe(bytes);
    expect(store.began).toEqual([0]);
    expect(vi.getTimerCount()).toBe(0);
    expect(at(store.signals, 0)?.aborted).toBe(false);
  });

  test('gets the option for a fresh read', async () => {
    const store = { read: vi.fn(async () => bytes), value: async () => null };
    await new RetryingStore(store, policy).read(range, { fresh: true });
    expect(store.read).toHaveBeenCalledWith(range, expect.objectContaining({ fresh: true }));
  });
});

describe('a slow read', () => {
  test('is hedged by a second read, and aborted when that one returns', async () => {
    const store = new ScriptedStore('stall', { after: 20 });
    expect(await outcome(new RetryingStore(store, policy).read(range))).toEqual({ given: bytes, at: 120 });
    expect(store.began).toEqual([0, 100]);
    expect(at(store.signals, 0)?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('counts if it returns before the second read', async () => {
    const store = new ScriptedStore({ after: 130 }, { after: 500 });
    expect((await outcome(new RetryingStore(store, policy).read(range))).at).toBe(130);
    expect(store.began).toHaveLength(2);
  });

  test('counts if the second read fails, and the second read counts if the first fails', async () => {
    const cases: Try[][] = [
      [{ after: 300 }, away()],
      [away(300), { after: 250 }],
    ];
    for (const tries of cases) {
      vi.setSystemTime(0);
      const store = new ScriptedStore(...tries);
      expect((await outcome(new RetryingStore(store, policy).read(range))).given).toBe(bytes);
      expect(store.began).toEqual([0, 100]);
    }
  });

  test('of a value is hedged after three times as long', async () => {
    const store = new ScriptedStore({ after: 299 }, { after: 400 });
    const retrying = new RetryingStore(store, policy);
    await outcome(retrying.value('current'));
    expect(store.began).toHaveLength(1);
    await outcome(retrying.value('current'));
    expect(store.began).toHaveLength(3);
  });

  test('is hedged only while slow reads are few', async () => {
    const store = new ScriptedStore({ after: 150 });
    const retrying = new RetryingStore(store, policy);
    for (let each = 0; each < 100; each++) await outcome(retrying.read(range));
    // Ten second reads at first, then one per twenty reads.
    expect(store.began.length).toBeGreaterThanOrEqual(110);
    expect(store.began.length).toBeLessThanOrEqual(116);
  });
});

describe('a store that fails', () => {
  test('is read up to the configured number of attempts, with random pauses that double', async () => {
    const store = new ScriptedStore(away(0));
    const { given, at } = await outcome(new RetryingStore(store, policy, () => 0.5).read(range));
    expect(given).toEqual(passingError('away'));
    expect(store.began).toEqual([0, 100, 300]);
    expect(at).toBe(300);
  });

  test('and recovers causes no error', async () => {
    const store = new ScriptedStore(away(), { after: 1, give: bytes.subarray(0, 3) }, { after: 1 });
    expect((await outcome(new RetryingStore(store, policy).read(range))).given).toBe(bytes);
    expect(store.began).toHaveLength(3);
  });

  test('with a permanent error is read once', async () => {
    for (const fail of [new StoreError('a is missing'), new TypeError('a bug')]) {
      const store = new ScriptedStore({ after: 1, fail });
      expect((await outcome(new RetryingStore(store, policy).read(range))).given).toBe(fail);
      expect(store.began).toHaveLength(1);
    }
  });

  test('to answer is aborted after the time limit of each attempt', async () => {
    const store = new ScriptedStore('stall');
    const { given, at } = await outcome(new RetryingStore(store, policy, () => 0).read(range));
    expect(given).toEqual(passingError('a at byte 0: no answer within 1000 ms'));
    expect(at).toBe(3000);
    expect(store.began).toEqual([0, 100, 1000, 1100, 2000, 2100]);
    expect(store.signals.every((signal) => signal?.aborted)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('for long is not retried any more, until it has recovered', async () => {
    const tries: Try[] = [away(0)];
    const store = new ScriptedStore(...tries);
    const retrying = new RetryingStore(store, policy, () => 0);
    for (let each = 0; each < 50; each++) await outcome(retrying.read(range));
    expect(store.began).toHaveLength(150);
    await outcome(retrying.read(range));
    expect(store.began).toHaveLength(151);
    // It recovers for two reads and fails again.
    const healthy = vi.spyOn(store, 'read').mockImplementation(async () => bytes);
    for (let each = 0; each < 2; each++) await retrying.read(range);
    healthy.mockRestore();
    await outcome(retrying.read(range));
    expect(store.began).toHaveLength(154);
  });
});

test('a stalled read delays no other read', async () => {
  const store: Store = {
    read: ({ object }) => (object === 'slow' ? new Promise(() => {}) : Promise.resolve(bytes)),
    value: async () => null,
  };
  const retrying = new RetryingStore(store, policy);
  const slow = retrying.read({ ...range, object: 'slow' }).catch((error: unknown) => error);
  for (let each = 0; each < 20; each++) expect(await retrying.read(range)).toBe(bytes);
  expect(Date.now()).toBe(0);
  await vi.runAllTimersAsync();
  expect(await slow).toBeInstanceOf(StoreError);
});

describe('a read in a program that is blocked for longer than the time limit', () => {
  let folder: string;

  beforeEach(async () => {
    vi.useRealTimers();
    folder = await mkdtemp(join(tmpdir(), 'genomic-edge-busy-'));
    await writeFile(join(folder, 'a'), bytes);
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Blocks the event loop. */
  const block = (milliseconds: number) => {
    for (const end = Date.now() + milliseconds; Date.now() < end; );
  };

  test.each([
    { limit: 100, hedge: 30 },
    { limit: 100, hedge: 100 },
  ])('returns bytes that arrived meanwhile and is not repeated: %o', async (times) => {
    const files = new LocalFolder(folder);
    const read = vi.spyOn(files, 'read');
    const retrying = new RetryingStore(files, { ...policy, ...times, attempts: 1 });
    const reading = retrying.read(range);
    block(400);
    expect(await reading).toEqual(bytes);
    expect(read).toHaveBeenCalledTimes(1);
    await files.close();
  });

  test('fails if no bytes arrived', async () => {
    const store = new ScriptedStore('stall');
    const reading = new RetryingStore(store, { ...policy, limit: 20, hedge: 10, attempts: 1 }).read(range);
    block(100);
    await expect(reading).rejects.toThrow('a at byte 0: no answer within 20 ms');
  });
});

describe('the retry policy', () => {
  test('has defaults for values that the operator does not set', () => {
    expect(readRetryPolicy('{"limit": 20000, "attempts": 1}')).toEqual({
      attempts: 1,
      limit: 20_000,
      hedge: 500,
      pause: 200,
    });
  });

  test.each([
    ['5', 'PATIENCE must be a JSON object such as {"limit": 5000}, not 5'],
    ['{', 'PATIENCE must be a JSON object'],
    ['{"retries": 2}', "unknown key 'retries' in PATIENCE; allowed are attempts, limit, hedge, pause"],
    ['{"attempts": 0}', 'attempts in PATIENCE must be a whole number from 1 to 10, not 0'],
    ['{"hedge": "500"}', 'hedge in PATIENCE must be a whole number from 1 to 120000, not "500"'],
  ])('rejects %s', (text, message) => {
    expect(() => readRetryPolicy(text)).toThrow(message);
  });
});
