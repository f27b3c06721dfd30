/** The name index of a build finds every name and every LIKE pattern, for names of any letters. */
import { TERM_TABLES } from '../../../../../src/release/table-registry.ts';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { writeNameIndex } from '../../../../../build-index/compile/rows/name-index.ts';
import { openDatabase } from '../../../../../build-index/dump/database.ts';
import { IndexFolder } from '../../../../../build-index/output/index-folder.ts';
import { CachedBlockReader } from '../../../../../src/index/blocks/block-reader.ts';
import { SortedTable } from '../../../../../src/index/tables/sorted-table.ts';
import { NameIndex } from '../../../../../src/release/name-index.ts';
import { ByteCache } from '../../../../../src/store/byte-cache.ts';
import { NO_LIMITS } from '../../../../support/no-limits.ts';
import { testFolder } from '../../../../support/test-folder.ts';
import { at, present } from '../../../../../src/checked.ts';

const folder = await testFolder();
const database = await openDatabase(
  { folder, species: 'x', group: 'core', release: null, schema: new Map(), tables: new Map() },
  {},
);
afterAll(() => database.close());

let builds = 0;

/** Writes the index of records by their names. The content of a record is its ordinal. */
async function indexOf(records: readonly (readonly string[])[]) {
  const work = join(folder, String(builds++));
  const index = await IndexFolder.ofUnit(work, join(work, 'objects'));
  const table = await index.sortedTable(TERM_TABLES.terms);
  for (const ordinal of records.keys())
    await table.writer.add(String(ordinal).padStart(4, '0'), Uint8Array.of(ordinal));
  const place = await table.finish();
  await database.all('CREATE TABLE given (record BIGINT, name VARCHAR, place BIGINT)');
  let next = 0;
  await database.append(
    'given',
    records.flatMap((names, record) => names.map((name) => [record, name, next++])),
  );
  const entry = await writeNameIndex(database, 'SELECT * FROM given', table.writer, index, 'ontology');
  await database.all('DROP TABLE given');
  const store = index.written();
  const reader = new CachedBlockReader(store, new ByteCache());
  const ordinals = async (places: Parameters<SortedTable['at']>[0]) =>
    (await new SortedTable(place, reader).at(places)).map(([ordinal]) => present(ordinal, 'ordinal'));
  return { names: new NameIndex(entry, reader), ordinals, close: () => store.close() };
}

/** Letters that compare as equal. */
const ALIKE = [
  'aAÀã',
  'eEéÉ',
  'iIİï',
  'oÓ',
  'yÜý',
  'äÄÆ',
  'åÅ',
  'öÖ',
  'øØ',
  'kK\u212a',
  'ßẞ',
  'σςΣ',
  'ж\u0416',
  '\u{10400}\u{10428}',
  ' \0',
  'c',
  'ı',
  '\u{1F9EC}',
  '\uffff',
].map((letters) => Array.from(letters));
const kindOf = new Map(ALIKE.flatMap((letters, kind) => letters.map((letter) => [letter, kind] as const)));

/** The definition of LIKE, letter by letter. */
function isLike([first, ...rest]: readonly string[], name: readonly string[]): boolean {
  if (first === undefined) return name.length === 0;
  if (first === '%') return isLike(rest, name) || (name.length > 0 && isLike([first, ...rest], name.slice(1)));
  return (
    name.length > 0 && (first === '_' || kindOf.get(first) === kindOf.get(at(name, 0))) && isLike(rest, name.slice(1))
  );
}

// Few letters per index, so that names share letters.
const few = fc.subarray(ALIKE.flat(), { minLength: 6, maxLength: 10 });
const given = few.chain((letters) => {
  const letter = fc.constantFrom(...letters);
  const text = (of: fc.Arbitrary<string>) => fc.array(of, { minLength: 1, maxLength: 8 }).map((some) => some.join(''));
  return fc.record({
    records: fc.array(fc.array(text(letter), { maxLength: 4 }), { minLength: 1, maxLength: 12 }),
    patterns: fc.array(
      text(fc.oneof({ weight: 4, arbitrary: letter }, { weight: 1, arbitrary: fc.constantFrom('%', '_') })),
      { maxLength: 8 },
    ),
  });
});

test('finds every name once per record: by itself, its beginning, end, middle and any pattern', async () => {
  await fc.assert(
    fc.asyncProperty(given, async ({ records, patterns }) => {
      const { names, ordinals, close } = await indexOf(records);
      const bearing = (pattern: string) =>
        records.flatMap((ofRecord, ordinal) =>
          ofRecord.some((each) => isLike(Array.from(pattern), Array.from(each))) ? [ordinal] : [],
        );
      const all = [...new Set(records.flat())];
      for (const each of all) expect(await ordinals(await names.named(each)), each).toEqual(bearing(each));
      const ofNames = all
        .map((each) => Array.from(each))
        .flatMap((letters) => [
          `%${letters.slice(-3).join('')}`,
          `${letters.slice(0, 3).join('')}%`,
          `%${letters.slice(1, 4).join('')}%`,
          `_${letters.slice(1).join('')}`,
        ]);
      for (const pattern of [...patterns, ...ofNames].filter((each) => !/^[%_]*$/.test(each))) {
        const { places, matches } = await names.like(pattern, NO_LIMITS.work);
        const found = (await ordinals(places)).filter((ordinal) => !matches || at(records, ordinal).some(matches));
        expect(
          found.sort((a, b) => a - b),
          pattern,
        ).toEqual(bearing(pattern));
      }
      await close();
    }),
    { seed: 1, numRuns: 40 },
  );
});
