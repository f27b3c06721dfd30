import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryStore } from '../../support/memory-store.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { SortedTable, SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import { intersectionWithList, chunkKey, decodeHead, ordinalsOf } from '../../../src/names/trigram-list.ts';
import { TrigramListsWriter } from '../../../src/names/trigram-lists-writer.ts';
import { selectiveTrigrams, trigramsOfPattern } from '../../../src/names/trigrams.ts';
import { StoreError } from '../../../src/store/store.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { at, last, only, present } from '../../../src/checked.ts';

const letters = (name: string) =>
  Array.from(name, (letter) => present(letter.codePointAt(0), 'the result of codePointAt'));

async function written(fill: (lists: TrigramListsWriter) => void): Promise<SortedTable> {
  const store = new MemoryStore();
  const writer = new SortedTableWriter(store.sink('lists'));
  const lists = new TrigramListsWriter();
  fill(lists);
  await lists.write(writer, []);
  return new SortedTable(
    { object: 'lists', directory: await writer.finish() },
    new CachedBlockReader(store, new ByteCache()),
  );
}

async function listOf(table: SortedTable, trigram: string): Promise<{ records: number; parts: Uint8Array[] }> {
  const { records, chunks, chunkBytes, list } = decodeHead(only(only(await table.find([trigram]))));
  const further = (
    await table.find(Array.from({ length: chunks }, (_, before) => chunkKey(trigram, before + 1)))
  ).flat();
  expect(further.reduce((sum, { length }) => sum + length, 0)).toBe(chunkBytes);
  return { records, parts: [list, ...further] };
}

test('decodes the ordinals of a list, with any gaps, in one or several chunks', async () => {
  const gaps = fc.oneof(
    fc.array(fc.nat(100_000), { minLength: 1, maxLength: 40 }),
    fc.constantFrom(4095, 4096, 4097, 20_480, 20_481).map((count) => new Array<number>(count).fill(0)),
    fc.array(fc.constantFrom(0, 127, 128, 20_000), { minLength: 5000, maxLength: 10_000 }),
  );
  await fc.assert(
    fc.asyncProperty(gaps, fc.nat(9), async (each, step) => {
      let ordinal = -1;
      const ordinals = each.map((gap) => (ordinal += gap + 1));
      const abc = letters('abc');
      const table = await written((lists) => {
        for (const record of ordinals) lists.add(record, abc);
      });
      const { records, parts } = await listOf(table, 'abc');
      expect(records).toBe(ordinals.length);
      expect(Array.from(ordinalsOf(parts, records))).toEqual(ordinals);
      const some = ordinals.filter((_, index) => index % (step + 1) === 0);
      const candidates = [...new Set([...some, ...some.map((one) => one + 1)])].sort((a, b) => a - b);
      const known = new Set(ordinals);
      expect(Array.from(intersectionWithList(Uint32Array.from(candidates), parts, records))).toEqual(
        candidates.filter((one) => known.has(one)),
      );
    }),
    { seed: 1, numRuns: 16 },
  );
});

test('a name is in the lists of its trigrams and in those of its first and last letter', async () => {
  const letter = fc.constantFrom('a', 'b', 'z', ' ', 'ä', 'σ', '\uffee', '\u{1F9EC}', '\u{10ffff}');
  const name = fc.array(letter, { maxLength: 8 }).map((some) => some.join(''));
  // More letters than the writer keeps outside of its hash table.
  const many = String.fromCodePoint(...Array.from({ length: 300 }, (_, each) => 0x4e00 + each));
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 8 }), fc.boolean(), async (names, withMany) => {
      const all = withMany ? [many, ...names] : names;
      const table = await written((lists) => all.forEach((each, record) => lists.add(record, letters(each))));
      const expected = new Map<string, number[]>();
      all.forEach((each, record) => {
        const ends =
          letters(each).length > 0
            ? [`\u0002\u0002${at([...each], 0)}`, `${last([...each])}\u0003\u0003`, ...trigramsOfPattern(each)]
            : [];
        for (const trigram of ends) expected.set(trigram, [...(expected.get(trigram) ?? []), record]);
      });
      const found = new Map<string, number[]>();
      for await (const [key, value] of table.entries('\u0001')) {
        const { records, list } = decodeHead(value);
        found.set(key, Array.from(ordinalsOf([list], records)));
      }
      expect(found).toEqual(expected);
    }),
    { seed: 1, numRuns: 25 },
  );
});

test('selects rare trigrams of a pattern that do not overlap, and letters at its ends', () => {
  expect(selectiveTrigrams(trigramsOfPattern('%anazaxine%'), 4)).toEqual(['zax', 'naz', 'xin', 'aza']);
  expect(selectiveTrigrams(trigramsOfPattern('B_ict%'), 4)).toEqual(['\u0002\u0002b', 'ict']);
  expect(trigramsOfPattern('B_%')).toEqual([]);
});

test.each([3, 2 ** 33])('rejects a list with fewer than the %i ordinals of its head', (records) => {
  expect(() => ordinalsOf([Uint8Array.of(0, 5)], records)).toThrow(StoreError);
  expect(() => intersectionWithList(Uint32Array.of(6, 7), [Uint8Array.of(0, 5)], records)).toThrow(
    `a list of ${records} names has 2`,
  );
});
