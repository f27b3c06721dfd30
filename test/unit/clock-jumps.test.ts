/**
 * The clock of the machine is set to another time while the service runs. Waiting times and counts use a clock that
 * cannot be set, so nothing changes.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InMemoryRateLimiter } from '../../src/http/rate-limit.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { MemoryBudget } from '../../src/operation/memory-reservation.ts';
import { CurrentRelease } from '../../src/release/current-release.ts';
import { encodeRoot } from '../../src/release/root.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { RetryingStore } from '../../src/store/retrying-store.ts';
import type { Store } from '../../src/store/store.ts';

const HOUR = 3_600_000;

const jump = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

// Fake timers let time pass. `setSystemTime` only sets the clock of the machine.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([-HOUR, HOUR])('a release is replaced as usual after a jump of %i ms', async (milliseconds) => {
  const entry = { object: 'ids', size: 1, sha256: '', directory: [0, 1] as [number, number] };
  const root = (id: string) => encodeRoot({ id, version: 115, species: [], genomes: [], ids: entry });
  let current = root('one');
  const store: Store = { read: () => Promise.reject(new Error('no objects here')), value: async () => current };
  const releases = new CurrentRelease(store, new CachedBlockReader(store, new ByteCache()), { maxAge: 1000 });
  expect((await releases.get()).manifest.id).toBe('one');
  jump(milliseconds);
  current = root('two');
  vi.advanceTimersByTime(999);
  expect((await releases.get()).manifest.id).toBe('one');
  vi.advanceTimersByTime(1);
  expect((await releases.get()).manifest.id).toBe('two');
});

test.each([-HOUR, HOUR])(
  'the requests of a client are counted for its period after a jump of %i ms',
  (milliseconds) => {
    const limiter = new InMemoryRateLimiter({ limit: 1, period: 60 });
    expect(limiter.take('one').allowed).toBe(true);
    jump(milliseconds);
    expect(limiter.take('one')).toEqual({ allowed: false, remaining: 0, reset: 60 });
    vi.advanceTimersByTime(60_000);
    expect(limiter.take('one').allowed).toBe(true);
  },
);

test.each([-HOUR, HOUR])('a stalled read ends in time after a jump of %i ms', async (milliseconds) => {
  const stalled: Store = { read: () => new Promise(() => {}), value: () => new Promise(() => {}) };
  const policy = { attempts: 1, limit: 5_000, hedge: 1_000, pause: 0 };
  const reading = new RetryingStore(stalled, policy).read({ object: 'one', offset: 0, length: 1 });
  const outcome = expect(reading).rejects.toThrow('no answer within 5000 ms');
  jump(milliseconds);
  await vi.advanceTimersByTimeAsync(5_000);
  await outcome;
});

test.each([-HOUR, HOUR])('memory of a dropped request is free after 30 s after a jump of %i ms', (milliseconds) => {
  const budget = new MemoryBudget(10);
  void budget.forRequest().reserve(10);
  jump(milliseconds);
  const other = budget.forRequest();
  vi.advanceTimersByTime(29_000);
  other.reserve(1)?.catch(() => {});
  expect(budget.reserved).toBe(10);
  vi.advanceTimersByTime(1_001);
  budget
    .forRequest()
    .reserve(1)
    ?.catch(() => {});
  expect(budget.reserved).not.toBe(10);
});
