import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import {
  IntervalTable,
  IntervalTableWriter,
  type Interval,
  type IntervalQuery,
} from '../../../src/index/tables/interval-table.ts';
import type { TableWriterOptions } from '../../../src/index/blocks/object-sink.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { get } from '../../../src/checked.ts';

type Row = IntervalQuery & { payload: Uint8Array };

async function write(rows: readonly Row[], options?: TableWriterOptions) {
  const store = new MemoryStore();
  const writer = new IntervalTableWriter(store.sink('t'), options);
  const ordinals: number[] = [];
  for (const { region, start, end, payload } of rows) ordinals.push(await writer.add(region, start, end, payload));
  expect(ordinals.every((ordinal, each) => ordinal === each)).toBe(true);
  return { store, writer, place: { object: 't', directory: await writer.finish() } };
}

const highest = 2 ** 32 - 1;
const positions = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 100 }) },
  { weight: 1, arbitrary: fc.integer({ min: highest - 20, max: highest }) },
);
const intervals = fc
  .record({ region: fc.oneof(fc.nat(4), fc.constant(highest)), ends: fc.tuple(positions, positions) })
  .map(({ region, ends: [a, b] }) => ({ region, start: Math.min(a, b), end: Math.max(a, b) }));
const rows = fc
  .array(fc.tuple(intervals, fc.uint8Array({ maxLength: 30 })), { maxLength: 80 })
  .map((list) =>
    list
      .map(([interval, payload]): Row => ({ ...interval, payload }))
      .sort((a, b) => a.region - b.region || a.start - b.start),
  );
const layouts = fc.record({
  blockBytes: fc.constantFrom(1, 90, 300, 48 * 1024),
  directoryBytes: fc.constantFrom(1, 200, 256 * 1024),
});

test('a query finds the same intervals in the same order as a filter over all rows, in any layout', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      layouts,
      fc.array(intervals, { maxLength: 8 }),
      fc.boolean(),
      async (written, layout, queries, attach) => {
        const { store, writer, place } = await write(written, layout);
        const [offset, length] = place.directory;
        const attached = attach ? get(store.objects, 't').slice(offset, offset + length) : undefined;
        const table = new IntervalTable(place, new CachedBlockReader(store, new ByteCache()), attached);
        const all: Interval[] = written.map((row, ordinal) => ({ ...row, location: writer.locate(ordinal) }));
        const naive = queries.map(({ region, start, end }) =>
          all.filter((each) => each.region === region && each.start <= end && each.end >= start),
        );
        expect(await table.overlapping(queries)).toEqual(naive);
        for (const [each, query] of queries.entries()) {
          const inBlocks: Interval[] = [];
          for await (const some of table.eachOverlapping(query)) inBlocks.push(...some);
          expect(inBlocks).toEqual(naive[each]);
        }
        expect(await table.at(all.map(({ location }) => location))).toEqual(all.map(({ payload }) => payload));
        const scanned: Interval[] = [];
        for await (const each of table.scan()) scanned.push(each);
        expect(scanned).toEqual(all);
        const some = await Array.fromAsync(table.evenlySpaced(5));
        expect(some.length > 0).toBe(all.length > 0);
        expect(some).toEqual(
          all.filter(({ location }) => some.some((each) => String(each.location) === String(location))),
        );
      },
    ),
    { numRuns: 100 },
  );
});

/** Features of 50 bases, 100 apart, and at the start of the region one as long as the region. */
const crowd: Row[] = Array.from({ length: 30_000 }, (_, each) => ({
  region: 1,
  start: 1 + each * 100,
  end: 50 + each * 100,
  payload: new Uint8Array(4),
}));
const chromosome = [{ region: 1, start: 1, end: 3_000_000, payload: new Uint8Array(4) }, ...crowd];

test('queries need one wave with the directory in memory, and read only blocks that may overlap', async () => {
  const { store, place } = await write(chromosome, { compress: async (bytes) => bytes });
  const counting = new CountingStore(store);
  const [offset, length] = place.directory;
  const table = new IntervalTable(
    place,
    new CachedBlockReader(counting, new ByteCache()),
    get(store.objects, 't').slice(offset, offset + length),
  );
  const found = await table.overlapping([
    { region: 1, start: 2_500_000, end: 2_500_149 },
    { region: 1, start: 100, end: 100 },
    { region: 2, start: 1, end: 9 },
  ]);
  expect(found.map((each) => each.length)).toEqual([3, 1, 0]);
  expect(counting.waves).toBe(1);
  // The first block, which has the long feature, and the block of the first query. The blocks between them are not
  // read, although the long feature raises their running maximum.
  expect(counting.reads).toHaveLength(2);
  expect(counting.bytes).toBeLessThan(110 * 1024);
});

test('each level of a directory that is not in memory needs one more wave, once', async () => {
  const { store, place } = await write(chromosome, { blockBytes: 8 * 1024, directoryBytes: 200 });
  const counting = new CountingStore(store);
  const table = new IntervalTable(place, new CachedBlockReader(counting, new ByteCache()));
  await table.overlapping([{ region: 1, start: 2_000_000, end: 2_000_100 }]);
  expect(counting.waves).toBe(3);
  counting.reset();
  await table.overlapping([{ region: 1, start: 2_000_200, end: 2_000_300 }]);
  expect(counting.waves).toBe(0);
});

test('the writer rejects wrong order, wrong ends and positions beyond 32 bits', async () => {
  const writer = new IntervalTableWriter(new MemoryStore().sink('t'));
  const none = new Uint8Array();
  await writer.add(2, 10, 20, none);
  await expect(writer.add(2, 9, 20, none)).rejects.toThrow('follows 2:10');
  await expect(writer.add(1, 10, 20, none)).rejects.toThrow('intervals must ascend');
  await expect(writer.add(2, 12, 11, none)).rejects.toThrow('ends before it starts');
  await expect(writer.add(2, 12, 2 ** 32, none)).rejects.toThrow(RangeError);
  await expect(writer.add(2, 12.5, 13, none)).rejects.toThrow(RangeError);
});

test('storedBytes predicts the bytes that a query reads', async () => {
  const rows: Row[] = Array.from({ length: 60 }, (_, each) => ({
    region: 1,
    start: each * 10,
    end: each * 10 + 5,
    payload: new Uint8Array(20).fill(each),
  }));
  const { store, place } = await write(rows, { blockBytes: 100, directoryBytes: 256 * 1024 });
  const [offset, length] = place.directory;
  const counting = new CountingStore(store);
  const table = new IntervalTable(
    place,
    new CachedBlockReader(counting, new ByteCache()),
    get(store.objects, 't').slice(offset, offset + length),
  );
  const query = { region: 1, start: 100, end: 105 };
  expect(await table.storedBytes([{ ...query, region: 2 }])).toBe(0);
  const bytes = await table.storedBytes([query]);
  expect(counting.reads).toEqual([]);
  await table.overlapping([query]);
  expect(bytes).toBeGreaterThan(0);
  expect(counting.bytes).toBe(bytes);
});
