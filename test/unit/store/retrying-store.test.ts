/** What a store is asked, and when, as it fails, stalls or takes long. Time is that of the test. */
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

/** What a try does: answers after some milliseconds, or fails, or never ends. */
type Try = { after: number; give?: Uint8Array; fail?: Error } | 'stall';

class ScriptedStore implements Store {
  readonly began: number[] = [];
  readonly signals: AbortSignal[] = [];
  readonly #tries: readonly Try[];

  /** The last of them goes for all that follow. */
  constructor(...tries: Try[]) {
    this.#tries = tries;
  }

  read(_: unknown, { signal }: ReadOptions = {}): Promise<Uint8Array> {
    const each = at(this.#tries, Math.min(this.began.length, this.#tries.length - 1));
    this.began.push(Date.now());
    this.signals.push(signal!);
    return new Promise((resolve, reject) => {
      if (each !== 'stall') setTimeout(() => (each.fail ? reject(each.fail) : resolve(each.give ?? bytes)), each.after);
    });
  }

  value(key: string, options?: ReadOptions): Promise<Uint8Array | null> {
    return this.read(key, options);
  }
}

/** What becomes of a read, and how many milliseconds after its begin. */
async function outcome(reading: Promise<unknown>): Promise<{ given: unknown; at: number }> {
  const told = reading.then(
    (given) => ({ given, at: Date.now() }),
    (given: unknown) => ({ given, at: Date.now() }),
  );
  await vi.runAllTimersAsync();
  return told;
}

const away = (after = 1): Try => ({ after, fail: passingError('away') });

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('a healthy store', () => {
  test('is asked once, and no timer is left', async () => {
    const store = new ScriptedStore({ after: 99 });
    const reading = new RetryingStore(store, policy).read(range);
    await vi.advanceTimersByTimeAsync(99);
    expect(await reading).toBe(bytes);
    expect(store.began).toEqual([0]);
    expect(vi.getTimerCount()).toBe(0);
    expect(at(store.signals, 0).aborted).toBe(false);
  });

  test('is told to read anew what was damaged', async () => {
    const store = { read: vi.fn(async () => bytes), value: async () => null };
    await new RetryingStore(store, policy).read(range, { fresh: true });
    expect(store.read).toHaveBeenCalledWith(range, expect.objectContaining({ fresh: true }));
  });
});

describe('a straggler', () => {
  test('is helped by one more read, and let go when that answers', async () => {
    const store = new ScriptedStore('stall', { after: 20 });
    expect(await outcome(new RetryingStore(store, policy).read(range))).toEqual({ given: bytes, at: 120 });
    expect(store.began).toEqual([0, 100]);
    expect(at(store.signals, 0).aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('counts when it answers first', async () => {
    const store = new ScriptedStore({ after: 130 }, { after: 500 });
    expect((await outcome(new RetryingStore(store, policy).read(range))).at).toBe(130);
    expect(store.began).toHaveLength(2);
  });

  test('counts when its help fails, and the help when it fails', async () => {
    for (const tries of [
      [{ after: 300 }, away()],
      [away(300), { after: 250 }],
    ] as Try[][]) {
      vi.setSystemTime(0);
      const store = new ScriptedStore(...tries);
      expect((await outcome(new RetryingStore(store, policy).read(range))).given).toBe(bytes);
      expect(store.began).toEqual([0, 100]);
    }
  });

  test('of a value is one after three times as long', async () => {
    const store = new ScriptedStore({ after: 299 }, { after: 400 });
    const retrying = new RetryingStore(store, policy);
    await outcome(retrying.value('current'));
    expect(store.began).toHaveLength(1);
    await outcome(retrying.value('current'));
    expect(store.began).toHaveLength(3);
  });

  test('is helped only as long as stragglers are few', async () => {
    const store = new ScriptedStore({ after: 150 });
    const retrying = new RetryingStore(store, policy);
    for (let each = 0; each < 100; each++) await outcome(retrying.read(range));
    // Ten to begin with, and one for twenty reads.
    expect(store.began.length).toBeGreaterThanOrEqual(110);
    expect(store.began.length).toBeLessThanOrEqual(116);
  });
});

describe('a store that fails', () => {
  test('is asked as often as it is set, with random pauses that double', async () => {
    const store = new ScriptedStore(away(0));
    const { given, at } = await outcome(new RetryingStore(store, policy, () => 0.5).read(range));
    expect(given).toEqual(passingError('away'));
    expect(store.began).toEqual([0, 100, 300]);
    expect(at).toBe(300);
  });

  test('and comes back is not noticed', async () => {
    const store = new ScriptedStore(away(), { after: 1, give: bytes.subarray(0, 3) }, { after: 1 });
    expect((await outcome(new RetryingStore(store, policy).read(range))).given).toBe(bytes);
    expect(store.began).toHaveLength(3);
  });

  test('for good, or is wrong in itself, is asked once', async () => {
    for (const fail of [new StoreError('a is missing'), new TypeError('a mistake')]) {
      const store = new ScriptedStore({ after: 1, fail });
      expect((await outcome(new RetryingStore(store, policy).read(range))).given).toBe(fail);
      expect(store.began).toHaveLength(1);
    }
  });

  test('is given up after the limit of each try; what is under way is told so', async () => {
    const store = new ScriptedStore('stall');
    const { given, at } = await outcome(new RetryingStore(store, policy, () => 0).read(range));
    expect(given).toEqual(passingError('a at byte 0: no answer within 1000 ms'));
    expect(at).toBe(3000);
    expect(store.began).toEqual([0, 100, 1000, 1100, 2000, 2100]);
    expect(store.signals.every(({ aborted }) => aborted)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('and stays so is asked once by each read in the end, and again more often when it is back', async () => {
    const tries: Try[] = [away(0)];
    const store = new ScriptedStore(...tries);
    const retrying = new RetryingStore(store, policy, () => 0);
    for (let each = 0; each < 50; each++) await outcome(retrying.read(range));
    expect(store.began).toHaveLength(150);
    await outcome(retrying.read(range));
    expect(store.began).toHaveLength(151);
    // It answers for a while, and fails then.
    const healthy = vi.spyOn(store, 'read').mockImplementation(async () => bytes);
    for (let each = 0; each < 2; each++) await retrying.read(range);
    healthy.mockRestore();
    await outcome(retrying.read(range));
    expect(store.began).toHaveLength(154);
  });
});

test('one read that stalls holds up no other', async () => {
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

describe('a program that is held up for longer than a read may take', () => {
  let folder: string;

  beforeEach(async () => {
    vi.useRealTimers();
    folder = await mkdtemp(join(tmpdir(), 'genomic-edge-busy-'));
    await writeFile(join(folder, 'a'), bytes);
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Nothing else runs for so many milliseconds. */
  const holdUp = (milliseconds: number) => {
    for (const end = Date.now() + milliseconds; Date.now() < end; );
  };

  test.each([
    { limit: 100, hedge: 30 },
    { limit: 100, hedge: 100 },
  ])('takes what has been read meanwhile, and asks for nothing twice: %o', async (times) => {
    const files = new LocalFolder(folder);
    const read = vi.spyOn(files, 'read');
    const retrying = new RetryingStore(files, { ...policy, ...times, attempts: 1 });
    const reading = retrying.read(range);
    holdUp(400);
    expect(await reading).toEqual(bytes);
    expect(read).toHaveBeenCalledTimes(1);
    await files.close();
  });

  test('gives up all the same what has not', async () => {
    const store = new ScriptedStore('stall');
    const reading = new RetryingStore(store, { ...policy, limit: 20, hedge: 10, attempts: 1 }).read(range);
    holdUp(100);
    await expect(reading).rejects.toThrow('a at byte 0: no answer within 20 ms');
  });
});

describe('what an operator sets', () => {
  test('replaces what is usual, as far as it goes', () => {
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
  ])('is refused: %s', (text, message) => {
    expect(() => readRetryPolicy(text)).toThrow(message);
  });
});
