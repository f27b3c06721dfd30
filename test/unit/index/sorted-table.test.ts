import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import type { TableWriterOptions } from '../../../src/index/blocks/object-sink.ts';
import { SortedTable, SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError } from '../../../src/store/store.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, get, only, present } from '../../../src/checked.ts';

type Row = [key: string, value: Uint8Array];

const bytesOf = (text: string) => new TextEncoder().encode(text);
const byKey = (a: Row, b: Row) => Buffer.compare(bytesOf(a[0]), bytesOf(b[0]));

async function write(rows: readonly Row[], options?: TableWriterOptions) {
  const store = new MemoryStore();
  const writer = new SortedTableWriter(store.sink('t'), options);
  const ordinals: number[] = [];
  for (const [key, value] of rows) ordinals.push(await writer.add(key, value));
  expect(ordinals.every((ordinal, each) => ordinal === each)).toBe(true);
  const directory = await writer.finish();
  return { store, writer, place: { object: 't', directory } };
}

function open({ store, place }: Awaited<ReturnType<typeof write>>, attach: boolean, cache = new ByteCache()) {
  const [offset, length] = place.directory;
  const counting = new CountingStore(store);
  const attached = attach ? get(store.objects, 't').slice(offset, offset + length) : undefined;
  return { counting, table: new SortedTable(place, new CachedBlockReader(counting, cache), attached) };
}

const keys = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ufeff', '\uffff', '😀'), maxLength: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
const values = fc.oneof(
  { weight: 9, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 300, maxLength: 900 }) },
);
const tables = fc.array(fc.tuple(keys, values), { maxLength: 60 }).map((rows) => rows.sort(byKey));
const layouts = fc.record({
  blockBytes: fc.constantFrom(1, 60, 200, 48 * 1024),
  directoryBytes: fc.constantFrom(1, 150, 256 * 1024),
});

test('finds the values of each key in the order written, and none for other keys, in any layout', async () => {
  await fc.assert(
    fc.asyncProperty(
      tables,
      layouts,
      fc.array(keys, { maxLength: 5 }),
      fc.boolean(),
      async (rows, layout, others, attach) => {
        const written = await write(rows, layout);
        const store = written.store;
        const [offset, length] = written.place.directory;
        const attached = attach ? get(store.objects, 't').slice(offset, offset + length) : undefined;
        const table = new SortedTable(written.place, new CachedBlockReader(store, new ByteCache()), attached);
        const wanted = [...others, ...rows.map(([key]) => key)];
        const expected = wanted.map((key) => rows.filter((row) => row[0] === key).map((row) => row[1]));
        expect(await table.find(wanted)).toEqual(expected);
        expect(await table.find(wanted)).toEqual(expected);

        const locations = rows.map((_, ordinal) => written.writer.locate(ordinal)).reverse();
        expect(await table.at(locations)).toEqual(rows.map((row) => row[1]).reverse());

        const from = others[0] ?? '';
        const listed: Row[] = [];
        for await (const entry of table.entries(from)) listed.push(entry);
        expect(listed).toEqual(rows.filter((row) => byKey(row, [from, row[1]]) >= 0));
      },
    ),
    { numRuns: 60 },
  );
});

test('stores a value of hundreds of kilobytes in a block of its own', async () => {
  const large = bytesOf(crypto.getRandomValues(new Uint8Array(65_536)).toString());
  const written = await write([
    ['a', bytesOf('1')],
    ['b', large],
    ['c', bytesOf('2')],
  ]);
  const [small, found] = await open(written, false).table.find(['c', 'b']);
  expect(small).toEqual([bytesOf('2')]);
  expect(Buffer.compare(only(found ?? []), large)).toBe(0);
});

const many: Row[] = Array.from({ length: 5000 }, (_, each) => [
  `id${String(each).padStart(6, '0')}`,
  crypto.getRandomValues(new Uint8Array(200)),
]);
const manyInLargeBlocks = await write(many);
const manyInSmallBlocks = await write(many, { blockBytes: 1024 });

test('many keys need one wave with the directory in memory, and none when cached', async () => {
  const { table, counting } = open(manyInLargeBlocks, true);
  const wanted = ['id000001', 'id002500', 'id004999', 'nothing'];
  expect((await table.find(wanted)).map((found) => found.length)).toEqual([1, 1, 1, 0]);
  expect(counting.waves).toBe(1);
  expect(counting.reads.length).toBeLessThanOrEqual(3);
  counting.reset();
  await table.find(wanted);
  expect(counting.reads).toEqual([]);
});

test('a directory that is not in memory needs one more wave, once', async () => {
  const { table, counting } = open(manyInLargeBlocks, false);
  await table.find(['id000001', 'id004000']);
  expect(counting.waves).toBe(2);
  counting.reset();
  await table.find(['id002000']);
  expect(counting.waves).toBe(1);
});

test('the leaves of a directory with two levels need one more wave, once', async () => {
  const { table, counting } = open(await write(many, { directoryBytes: 100 }), true);
  await table.find(['id000001', 'id004000']);
  expect(counting.waves).toBe(2);
  counting.reset();
  await table.find(['id000002', 'id004001']);
  expect(counting.waves).toBe(0);
});

test('a record by location needs one read of its block and no directory', async () => {
  const { table, counting } = open(manyInLargeBlocks, false);
  const location = manyInLargeBlocks.writer.locate(3000);
  expect(await table.at([location])).toEqual([at(many, 3000)[1]]);
  expect(counting.reads).toEqual([{ object: 't', offset: location[0], length: location[1] }]);
});

test('listing reads several blocks at a time', async () => {
  const { table, counting } = open(await write(many, { blockBytes: 4096 }), true);
  let count = 0;
  for await (const _ of table.entries()) count++;
  expect(count).toBe(many.length);
  expect(counting.waves).toBeLessThan(30);
});

test('listing a whole table caches nothing; listing from a key caches the first blocks', async () => {
  const cache = new ByteCache();
  const { table } = open(manyInSmallBlocks, true, cache);
  for await (const _ of table.entries());
  expect(cache.size).toBe(0);
  for await (const _ of table.entries(at(many, 1)[0]));
  const kept = cache.size;
  expect(kept).toBeGreaterThan(30 * 1024);
  expect(kept).toBeLessThan(80 * 1024);
  await table.find(many.map(([key]) => key));
  expect(cache.size).toBeGreaterThan(4 * kept);
});

test.each([200, 256 * 1024])(
  'a sample of records comes from the whole table and reads little of it, with a directory of %i bytes',
  async (directoryBytes) => {
    const cache = new ByteCache();
    const written = directoryBytes > 200 ? manyInSmallBlocks : await write(many, { blockBytes: 1024, directoryBytes });
    const { table, counting } = open(written, true, cache);
    const found = (await Array.fromAsync(table.evenlySpaced(20))).map(([key]) => key);
    expect(found).toEqual([...new Set(found)].sort());
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(
        found.filter((key) => Math.floor((4 * Number(key.slice(2))) / many.length) === quarter).length,
      ).toBeGreaterThanOrEqual(4);
    }
    expect(counting.bytes).toBeLessThan(100_000);
    expect(cache.size).toBe(0);
  },
);

test('callers may reuse the memory of keys and values that they have added', async () => {
  const keys = Array.from({ length: 300 }, (_, each) => `name ${String(each).padStart(4, '0')}`);
  const write = async (isFresh: boolean) => {
    const written: Uint8Array[] = [];
    const writer = new SortedTableWriter({ write: async (bytes) => void written.push(bytes) }, { blockBytes: 64 });
    let memory = Buffer.alloc(16);
    for (const key of keys) {
      if (isFresh) memory = Buffer.alloc(16);
      const length = memory.write(key);
      const slices = { bytes: memory, starts: Uint32Array.of(0), ends: Uint32Array.of(length) };
      await writer.addAll(slices, slices);
    }
    await writer.finish();
    return Buffer.concat(written);
  };
  expect(Buffer.compare(await write(false), await write(true))).toBe(0);
});

test('the writer rejects keys in wrong order, lone surrogates, and records after the end', async () => {
  const writer = new SortedTableWriter(new MemoryStore().sink('t'));
  await writer.add('b', new Uint8Array());
  await expect(writer.add('a', new Uint8Array())).rejects.toThrow("the key 'a' follows the greater key 'b'");
  // U+FFFF comes after U+1F600 in UTF-16 and before it in UTF-8.
  await writer.add('\uffff', new Uint8Array());
  await writer.add('😀', new Uint8Array());
  await expect(writer.add('\ud83d', new Uint8Array())).rejects.toThrow('surrogate');
  expect(() => writer.locate(0)).toThrow('before the table is finished');
  await writer.finish();
  expect(() => writer.locate(3)).toThrow(RangeError);
  await expect(writer.add('😀z', new Uint8Array())).rejects.toThrow('finished');
});

test('the writer rejects with the error of the compressor', async () => {
  const writer = new SortedTableWriter(new MemoryStore().sink('t'), {
    compress: async () => Promise.reject(new Error('no memory')),
  });
  await writer.add('a', new Uint8Array(1000));
  await expect(writer.finish()).rejects.toThrow('no memory');
});

test('a lone surrogate matches no key', async () => {
  const { table } = open(await write([['\ufffd', bytesOf('1')]]), false);
  expect(await table.find(['\ud800', '\ufffd'])).toEqual([[], [bytesOf('1')]]);
});

test('a location without a record is a StoreError', async () => {
  const written = await write([['a', bytesOf('1')]]);
  const [offset, length] = written.writer.locate(0);
  const { table } = open(written, false);
  await expect(table.at([[offset, length, 1]])).rejects.toThrow('has 1 records, none of index 1');
  await expect(table.at([[offset + 1, length, 0]])).rejects.toThrow(StoreError);
  await expect(table.at([[offset + 100_000, length, 0]])).rejects.toThrow(StoreError);
});

test('storedBytes predicts the bytes that a search reads', async () => {
  const rows: Row[] = Array.from(
    { length: 60 },
    (_, each): Row => [`key${String(each).padStart(2, '0')}`, new Uint8Array(20).fill(each)],
  );
  const { counting, table } = open(await write(rows, { blockBytes: 100, directoryBytes: 256 * 1024 }), true);
  expect(await table.storedBytes([])).toBe(0);
  const bytes = await table.storedBytes(['key05']);
  expect(counting.reads).toEqual([]);
  await table.find(['key05']);
  expect(bytes).toBeGreaterThan(0);
  expect(counting.bytes).toBe(bytes);
  // Neighbours share blocks, which are read once.
  const all = rows.map(([key]) => key);
  const fresh = open(await write(rows, { blockBytes: 100, directoryBytes: 256 * 1024 }), true);
  await fresh.table.find(all);
  expect(await fresh.table.storedBytes(all)).toBe(fresh.counting.bytes);
});

test('writes a split directory also in one piece, but only with wholeDirectoryBytes', async () => {
  const rows = Array.from({ length: 200 }, (_, each): Row => [String(each).padStart(4, '0'), bytesOf('value')]);
  const [split, both] = [
    await write(rows, { blockBytes: 60, directoryBytes: 150 }),
    await write(rows, { blockBytes: 60, directoryBytes: 150, wholeDirectoryBytes: 1 << 20 }),
  ];
  expect(split.writer.wholeDirectory).toBeNull();
  const [, length] = present(both.writer.wholeDirectory, 'the whole directory');
  expect(get(both.store.objects, 't').length - get(split.store.objects, 't').length).toBe(length);
});
