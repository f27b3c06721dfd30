import { beforeAll, expect, test } from 'vitest';
import { at } from '../../../src/checked.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { IntervalTable, IntervalTableWriter } from '../../../src/index/tables/interval-table.ts';
import { featureDensity, MAX_COUNTED_BYTES } from '../../../src/release/feature-density.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';

const LENGTH = 4_000_000;
/** Ever denser along the region, with payloads that do not compress. */
const starts: number[] = [];
let store: CountingStore;
let table: IntervalTable;

beforeAll(async () => {
  const memory = new MemoryStore();
  const writer = new IntervalTableWriter(memory.sink('t'), { blockBytes: 16 * 1024 });
  let seed = 1;
  for (let start = 1; start <= LENGTH; start += Math.max(1, 100 - Math.floor((90 * start) / LENGTH))) {
    const payload = Uint8Array.from({ length: 30 }, () => (seed = (seed * 48271) % 2147483647) & 255);
    starts.push(start);
    await writer.add(0, start, start, payload);
  }
  const place = { object: 't', directory: await writer.finish() };
  store = new CountingStore(memory);
  table = new IntervalTable(place, new CachedBlockReader(store, new ByteCache()));
});

const counted = (start: number, end: number, bins: number) => {
  const length = Math.ceil((end - start + 1) / bins);
  const counts = Array.from({ length: bins }, () => 0);
  for (const each of starts) if (each >= start && each <= end) counts[Math.floor((each - start) / length)]!++;
  return counts;
};

test.each([
  [1, 100_000, 10],
  [500_001, 500_700, 7],
  [500_001, 500_010, 100],
])('counts records exactly where few are stored: %i to %i in %i parts', async (start, end, bins) => {
  expect(await featureDensity(table, { region: 0, start, end }, bins)).toEqual({
    counts: counted(start, end, bins),
    exact: true,
  });
});

test('estimates from the directory and three blocks where many are stored', async () => {
  const whole = { region: 0, start: 1, end: LENGTH };
  expect(await table.storedBytes([whole])).toBeGreaterThan(2 * MAX_COUNTED_BYTES);
  const before = store.bytes;
  const { counts, exact } = await featureDensity(table, whole, 50);
  expect(exact).toBe(false);
  expect(store.bytes - before).toBeLessThan(64 * 1024);
  for (const [bin, count] of counted(1, LENGTH, 50).entries())
    expect(Math.abs(at(counts, bin) - count) / count, `part ${bin}`).toBeLessThan(0.15);
});

test('a region without records, and a genome without the table, have none', async () => {
  const nothing = { counts: [0, 0, 0], exact: true };
  expect(await featureDensity(table, { region: 9, start: 1, end: 1000 }, 3)).toEqual(nothing);
  expect(await featureDensity(null, { region: 0, start: 1, end: 1000 }, 3)).toEqual(nothing);
});
