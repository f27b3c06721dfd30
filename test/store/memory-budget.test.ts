import { expect, test } from 'vitest';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { BLOCK_CACHE, MEMORY_NEEDED, WORKER_MEMORY } from '../../src/store/memory-budget.ts';

test('all that may be in memory at once fits a Worker', () => {
  expect(MEMORY_NEEDED).toBeLessThan(WORKER_MEMORY);
});

test('a cache keeps to its part unless told otherwise', () => {
  const cache = new ByteCache();
  for (let each = 0; each < 50; each++) cache.set({ object: 'a', offset: each, length: 1 }, new Uint8Array(2 ** 20));
  expect(cache.size).toBeLessThanOrEqual(BLOCK_CACHE);
  expect(cache.size).toBeGreaterThan(BLOCK_CACHE - 2 ** 21);
});
