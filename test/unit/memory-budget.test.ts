import { expect, test } from 'vitest';
import { ByteCache, BLOCK_CACHE } from '../../src/store/byte-cache.ts';
import {
  ATTACHED_DIRECTORIES,
  MAX_LIST_BYTES,
  MEMORY_NEEDED,
  MEMORY_OF_ANSWERS,
  MEMORY_OF_STORED_BYTE,
  MEMORY_OF_STREAMED_LIST,
  WORKER_MEMORY,
} from '../../src/memory-budget.ts';

test('the sum of all memory limits fits into a Worker', () => {
  expect(MEMORY_NEEDED).toBeLessThan(WORKER_MEMORY);
});

test('the memory for answers fits the largest list, and two streamed lists', () => {
  expect(MAX_LIST_BYTES * MEMORY_OF_STORED_BYTE).toBeLessThanOrEqual(MEMORY_OF_ANSWERS);
  expect(2 * MEMORY_OF_STREAMED_LIST).toBeLessThanOrEqual(MEMORY_OF_ANSWERS);
});

test('the block cache fits the directories of two more releases', () => {
  expect(2 * ATTACHED_DIRECTORIES).toBeLessThan(BLOCK_CACHE);
});

test('a block cache has the budgeted size by default', () => {
  const cache = new ByteCache();
  for (let each = 0; each < 50; each++) cache.set({ object: 'a', offset: each, length: 1 }, new Uint8Array(2 ** 20));
  expect(cache.size).toBeLessThanOrEqual(BLOCK_CACHE);
  expect(cache.size).toBeGreaterThan(BLOCK_CACHE - 2 ** 21);
});
