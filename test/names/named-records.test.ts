/** What a search by name reads of the records that it finds, and when it refuses to. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api-error.ts';
import { CachedBlockReader, type BlockReader } from '../../src/index/block-reader.ts';
import type { RecordLocation } from '../../src/index/object-sink.ts';
import { SortedTable, SortedTableWriter } from '../../src/index/sorted-table.ts';
import { NameIndexWriter } from '../../src/names/name-index-writer.ts';
import { NameIndex } from '../../src/names/name-index.ts';
import { AT_ONCE, batchesOfBlocks, MOST_BYTES, NamedRecords } from '../../src/names/named-records.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { CountingStore } from '../support/counting-store.ts';
import { MemoryStore } from '../support/memory-store.ts';
import { NO_LIMITS } from '../support/no-limits.ts';

/** Records of some bytes each, one a block, called `entry n`; as the index says, or elsewhere. */
async function namedRecords(count: number, bytes: number, placeOf?: (each: number) => RecordLocation) {
  const memory = new MemoryStore();
  const stored = async (compressible: Uint8Array) => compressible;
  const table = new SortedTableWriter(memory.sink('table'), { blockBytes: 1, compress: stored });
  for (let each = 0; each < count; each++) await table.add(String(each).padStart(6, '0'), new Uint8Array(bytes).fill(each));
  const directory = await table.finish();
  const writer = new NameIndexWriter();
  // Backwards, so that the order of the table is not that of the names.
  for (let each = count - 1; each >= 0; each--) writer.add(`entry ${count - each}`, placeOf?.(each) ?? table.locate(each));
  const [names, trigrams] = [new SortedTableWriter(memory.sink('names')), new SortedTableWriter(memory.sink('trigrams'))];
  const written = await writer.write(names, trigrams);
  const tables = { names: { object: 'names', directory: await names.finish() }, trigrams: { object: 'trigrams', directory: await trigrams.finish() }, count: written };
  const store = new CountingStore(memory);
  const reader: BlockReader = new CachedBlockReader(store, new ByteCache(0)).forRequest();
  const open = () => new SortedTable({ object: 'table', directory }, reader);
  return { store, records: new NamedRecords(open(), open, new NameIndex(tables, reader), (record) => record[0]!, 'entries') };
}

const ofTable = (store: CountingStore) => store.reads.filter(({ object }) => object === 'table');

async function gathered(each: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = [];
  for await (const record of each) all.push(record);
  return all;
}

describe('records found by name', () => {
  test('few come in one wave, of their own blocks only', async () => {
    const { store, records } = await namedRecords(20, 1000);
    const found = await records.like('entry _', NO_LIMITS.work);
    expect([found.count, found.isFew]).toEqual([9, true]);
    store.reset();
    expect(await gathered(found.each())).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(store.waves).toBe(1);
    expect(store.bytes).toBe(found.bytes);
  });

  test('many come part by part, each once and in the order of the table', async () => {
    const { store, records } = await namedRecords(200, 20_000);
    const found = await records.like('entry%', NO_LIMITS.work);
    expect([found.count, found.isFew]).toEqual([200, false]);
    store.reset();
    const each = found.each();
    await each.next();
    expect(store.bytes).toBeLessThanOrEqual(AT_ONCE);
    expect(await gathered(each)).toEqual(Array.from({ length: 199 }, (_, index) => index + 1));
    for (const { length } of ofTable(store)) expect(length).toBeLessThanOrEqual(AT_ONCE);
  });

  test('more than one answer may read are refused before any is read', async () => {
    const block = 1024 * 1024;
    const fitting = MOST_BYTES / block;
    const places = (each: number): RecordLocation => [each * block, block, 0];
    const { records } = await namedRecords(fitting, 1, places);
    expect((await records.like('entry%', NO_LIMITS.work)).bytes).toBe(MOST_BYTES);
    const { store, records: tooMany } = await namedRecords(fitting + 1, 1, places);
    await expect(tooMany.like('entry%', NO_LIMITS.work)).rejects.toThrow(new ApiError(`${fitting + 1} entries have a name like 'entry%', too many for one answer; please give more of its letters`));
    expect(ofTable(store)).toEqual([]);
  });

  test('the first with a name, but for blanks behind it', async () => {
    const { records } = await namedRecords(3, 10);
    expect(await records.first('ENTRY 3  ')).toBe(0);
    expect(await records.first(' entry 3')).toBeNull();
    // LIKE takes blanks as they are.
    expect((await records.like('entry 3 ', NO_LIMITS.work)).count).toBe(0);
  });
});

test('batches hold every place once, no block twice, and no more bytes than they may', () => {
  const places = fc.uniqueArray(fc.record({ block: fc.nat(30), index: fc.nat(5) }), { selector: ({ block, index }) => `${block}/${index}` });
  fc.assert(fc.property(places, fc.integer({ min: 1, max: 3000 }), (wanted, limit) => {
    const locations = wanted.map(({ block, index }): RecordLocation => [1000 * block, 100 + 30 * block, index]);
    const batches = batchesOfBlocks(locations, limit);
    expect(batches.flat()).toEqual([...locations].sort((a, b) => a[0] - b[0] || a[2] - b[2]));
    const blocks = batches.map((batch) => new Map(batch.map(([offset, length]) => [offset, length])));
    expect(blocks.flatMap((each) => [...each.keys()])).toHaveLength(new Set(locations.map(([offset]) => offset)).size);
    for (const each of blocks) expect(each.size === 1 || [...each.values()].reduce((sum, length) => sum + length, 0) <= limit).toBe(true);
  }), { seed: 1 });
});
