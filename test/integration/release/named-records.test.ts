/** Reads of the records that a search by name finds, and when the search is rejected. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/api-error.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import { BATCH_BYTES, batchesOfBlocks, MAX_BYTES, NamedRecords } from '../../../src/release/named-records.ts';
import type { CountingStore } from '../../support/counting-store.ts';
import { makeNames, type MadeRecord } from '../../support/made-names.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';

/** Records of `bytes` bytes, each in its own block, with names in another order than the table. */
async function namedRecords(count: number, bytes: number) {
  const stored = async (compressible: Uint8Array) => compressible;
  const names = Array.from({ length: count }, (_, each) => [`entry ${count - each}`]);
  const { store, cold } = await makeNames(names, { bytes, table: { blockBytes: 1, compress: stored } });
  return { store, records: cold(0) };
}

const ofTable = (store: CountingStore) => store.reads.filter(({ object }) => object === 'table');

async function gathered(each: AsyncIterable<MadeRecord>): Promise<number[]> {
  return (await Array.fromAsync(each)).map(({ ordinal }) => ordinal);
}

describe('records found by name', () => {
  test('are read in one wave from their own blocks if they are few', async () => {
    const { store, records } = await namedRecords(20, 1000);
    const found = await records.like('entry _', NO_LIMITS.work);
    expect([found.howMany, found.isFew]).toEqual(['9', true]);
    store.reset();
    expect(await gathered(found.each())).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(store.waves).toBe(1);
    expect(store.bytes).toBe(found.bytes);
  });

  test('are read in parts if they are many, each once and in the order of the table', async () => {
    const { store, records } = await namedRecords(200, 20_000);
    const found = await records.like('entry%', NO_LIMITS.work);
    expect([found.howMany, found.isFew]).toEqual(['200', false]);
    store.reset();
    const each = found.each();
    await each.next();
    expect(store.bytes).toBeLessThanOrEqual(BATCH_BYTES);
    expect(await gathered(each)).toEqual(Array.from({ length: 199 }, (_, index) => index + 1));
    for (const { length } of ofTable(store)) expect(length).toBeLessThanOrEqual(BATCH_BYTES);
  });

  test('omit records that do not match after all, and say beforehand that this is possible', async () => {
    const { records } = await namedRecords(300, 10);
    // Trigrams do not contain order: 'y 1', ' 12', '12' and the end.
    const found = await records.like('%y 1%12', NO_LIMITS.work);
    expect(found.howMany).toBe('Up to 2');
    expect(await gathered(found.each())).toEqual([300 - 112]);
  });

  test('are rejected before reading if one answer cannot read them all', async () => {
    const block = 1024 * 1024;
    const fitting = MAX_BYTES / block;
    const likeEntry = (count: number, isSure: boolean) => {
      const places = Array.from({ length: count }, (_, each): RecordLocation => [each * block, block, 0]);
      const of = { kind: 'entries' } as ConstructorParameters<typeof NamedRecords>[0];
      const index = {
        like: async () => ({ places, matches: isSure ? null : () => true }),
      } as unknown as ConstructorParameters<typeof NamedRecords>[1];
      return new NamedRecords(of, index).like('entry%', NO_LIMITS.work);
    };
    expect((await likeEntry(fitting, true)).bytes).toBe(MAX_BYTES);
    await expect(likeEntry(fitting + 1, true)).rejects.toThrow(
      new ApiError(
        `${fitting + 1} entries have a name like 'entry%', too many for one answer; please give more of its letters`,
      ),
    );
    await expect(likeEntry(fitting + 1, false)).rejects.toThrow(
      new ApiError(
        `Up to ${fitting + 1} entries have a name like 'entry%', too many for one answer; please give more of its ` +
          'letters',
      ),
    );
  });

  test('include the first record of a name, ignoring blanks after it', async () => {
    const { records } = await namedRecords(3, 10);
    expect((await records.first('ENTRY 3  '))?.ordinal).toBe(0);
    expect(await records.first(' entry 3')).toBeNull();
    // LIKE does not ignore blanks.
    expect(await gathered((await records.like('entry 3 ', NO_LIMITS.work)).each())).toEqual([]);
  });
});

test('batches contain every place once, no block twice, and no more bytes than allowed', () => {
  const places = fc.uniqueArray(fc.record({ block: fc.nat(30), index: fc.nat(5) }), {
    selector: ({ block, index }) => `${block}/${index}`,
  });
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 3000 }), (wanted, limit) => {
      const locations = wanted.map(({ block, index }): RecordLocation => [1000 * block, 100 + 30 * block, index]);
      const batches = batchesOfBlocks(locations, limit);
      expect(batches.flat()).toEqual([...locations].sort((a, b) => a[0] - b[0] || a[2] - b[2]));
      const blocks = batches.map((batch) => new Map(batch.map(([offset, length]) => [offset, length])));
      expect(blocks.flatMap((each) => [...each.keys()])).toHaveLength(
        new Set(locations.map(([offset]) => offset)).size,
      );
      for (const each of blocks)
        expect(each.size === 1 || [...each.values()].reduce((sum, length) => sum + length, 0) <= limit).toBe(true);
    }),
    { seed: 1 },
  );
});
