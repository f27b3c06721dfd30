import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fictionalTaxa } from '../../../data/fictional/terms/taxonomy.ts';
import { NAME_TABLES } from '../../../src/release/table-registry.ts';
import { sqlLike } from '../../../src/names/sql-like.ts';
import { present } from '../../../src/checked.ts';
import { ApiError } from '../../../src/api-error.ts';
import { MERGE_GAP } from '../../../src/index/blocks/read-plan.ts';
import { BLOCK_BYTES } from '../../../src/index/tables/record-object-writer.ts';
import { LISTS_READ, MAX_CHUNK_BYTES, MAX_RECORDS } from '../../../src/release/name-index.ts';
import { makeNames, type MadeNames } from '../../support/made-names.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';

async function ordinalsLike(made: MadeNames, pattern: string): Promise<number[]> {
  const found = await made.cold().like(pattern, NO_LIMITS.work);
  return (await Array.fromAsync(found.each())).map(({ ordinal }) => ordinal);
}

describe('a name index', () => {
  test('finds every record of a name once, and the preferred one first', async () => {
    const made = await makeNames([['Mus'], ['Rattus'], ['MUS', 'Mus'], ['mus']]);
    expect(await ordinalsLike(made, 'mUs')).toEqual([0, 2, 3]);
    expect((await made.cold().first('mUs '))?.ordinal).toBe(0);
    expect(await ordinalsLike(made, 'mu')).toEqual([]);
    expect(await ordinalsLike(made, 'm_s')).toEqual([0, 2, 3]);
    expect(await ordinalsLike(made, 'm\\_s')).toEqual([]);
  });

  test('finds a record once if several of its names match', async () => {
    const made = await makeNames([['Homo'], ['Homo sapiens', 'Homo sapiens L.', 'Homo sapiens']]);
    expect(await ordinalsLike(made, '%sapiens%')).toEqual([1]);
  });

  test('does not join letters of several names of a record', async () => {
    const made = await makeNames([['Homo', 'minor sapiens'], ['sapiens homo'], ['Homo sapiens']]);
    expect(await ordinalsLike(made, '%homo%sapiens%')).toEqual([2]);
  });

  test('agrees with comparing every name', async () => {
    const letter = fc.constantFrom('a', 'b', 'c', ' ', '\0', 'é', 'E', '\u{1F9EC}', 'İ', 'σ', 'Σ');
    const text = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
    const pattern = fc
      .array(fc.oneof({ weight: 3, arbitrary: letter }, fc.constantFrom('%', '_', '\\_')), {
        minLength: 1,
        maxLength: 9,
      })
      .map((letters) => letters.join(''));
    const records = fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.array(pattern, { maxLength: 10 }),
        fc.integer({ min: 0, max: 300 }),
        async (names, patterns, blockBytes) => {
          const made = await makeNames(names, { table: { blockBytes } });
          for (const each of patterns) {
            if (/^[%_]*$/.test(each)) continue;
            const matches = sqlLike(each);
            const expected = names.flatMap((ofRecord, at) => (ofRecord.some(matches) ? [at] : []));
            expect(await ordinalsLike(made, each), each).toEqual(expected);
          }
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  test('intersects long lists, which span several chunks', async () => {
    const made = await makeNames(
      Array.from({ length: 30_000 }, (_, each) => [
        `x${each} ${each % 2 ? 'sapiens' : 'erectus'} ${each % 3 ? 'minor' : 'major'}`,
      ]),
      { count: 2_500_000 },
    );
    const expected = Array.from({ length: 30_000 }, (_, each) => each).filter(
      (each) => each % 6 === 3 && String(each).includes('99'),
    );
    expect(await ordinalsLike(made, '%99%sapiens%major')).toEqual(expected);
    made.store.reset();
    const all = await made.index().like('%sapiens%major', NO_LIMITS.work);
    expect(all.places).toHaveLength(5000);
    // A directory, its leaves, the beginnings of the lists, the rest.
    expect(made.store.waves).toBeLessThanOrEqual(4);
  });
});

describe('a name index with the names of a taxonomy', () => {
  const taxa = [...fictionalTaxa(20_000)].map((taxon) => taxon.names.map(([name]) => name));
  let made: MadeNames;
  beforeAll(async () => {
    // The count is too large to search all names.
    made = await makeNames(taxa, { count: 2_500_000 });
  });

  const PATTERNS = [
    '%quel%',
    '%oides',
    '%spotted%mouse',
    '%virus KX 1%',
    '%DSM 777%',
    '%1758%',
    'Mel%',
    'M_lli%',
    '%idae',
    '%sp.%',
    '%son, 19_5',
  ];

  test.each(PATTERNS)('finds %s in few waves', async (pattern) => {
    made.store.reset();
    const { places } = await made.index().like(pattern, NO_LIMITS.work);
    // Cold: a directory, its leaves, the beginnings of the lists, the rest.
    expect(made.store.waves).toBeLessThanOrEqual(4);
    expect(made.store.bytes).toBeLessThan(2 ** 20);
    const matches = sqlLike(pattern);
    const expected = taxa.flatMap((names, ordinal) => (names.some(matches) ? [ordinal] : []));
    expect(await ordinalsLike(made, pattern)).toEqual(expected);
    // Few records are read in vain, unless little is read at all.
    expect(places.length).toBeLessThanOrEqual(1.1 * expected.length + 50);
  });

  test('reads less than 2 MiB of lists for a search over 2.5 million names', () => {
    // 40,000 blocks with two varints each.
    const places = 40_000 * 4;
    // The root of the directory, and a leaf and a block per list. They are spread over the table, so gaps are read as
    // well.
    const directory = present(NAME_TABLES.trigrams.directoryBytes, 'the limit of the directory');
    const beginnings = directory + LISTS_READ * (directory / 4 + BLOCK_BYTES + MERGE_GAP);
    expect(places + beginnings + 2 * MAX_RECORDS + MAX_CHUNK_BYTES).toBeLessThan(2 * 2 ** 20);
  });

  test('rejects a vague pattern before it reads much', async () => {
    for (const pattern of ['%us%', 'B_%', '%a%b%c%']) {
      made.store.reset();
      await expect(made.index().like(pattern, NO_LIMITS.work)).rejects.toThrow(ApiError);
      expect(made.store.bytes).toBe(0);
    }
    const many = await makeNames(Array.from({ length: MAX_RECORDS + 1 }, (_, each) => [`${each} virus`]));
    many.store.reset();
    await expect(many.index().like('%virus', NO_LIMITS.work)).rejects.toThrow("Too many names are like '%virus'");
    expect(many.store.bytes).toBeLessThan(2 ** 20);
  });
});
