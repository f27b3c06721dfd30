/** JSON that DuckDB puts together is what JSON.stringify makes of the same values. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { jsonFloat } from '../../../build-index/compile/rows/json-sql.ts';
import { openDatabase } from '../../../build-index/dump/database.ts';
import { testFolder } from '../../support/test-folder.ts';

const database = await openDatabase({ folder: await testFolder(), species: 'x', group: 'core', release: null, schema: new Map(), tables: new Map() }, {});
afterAll(() => database.close());

async function written(numbers: readonly (number | null)[]): Promise<string[]> {
  // As texts, which DuckDB reads as they are meant: it takes a literal for a DECIMAL.
  const rows = numbers.map((number, place) => `(${place}, ${number === null ? 'NULL' : `'${Object.is(number, -0) ? '-0' : number}'`}::DOUBLE)`);
  const found = await database.all<{ json: string }>(`SELECT ${jsonFloat('number')} AS json FROM (VALUES ${rows.join()}) AS numbers(place, number) ORDER BY place`);
  return found.map(({ json }) => json);
}

test.each([
  null, NaN, Infinity, -Infinity, 0, -0, 1, -1, 100, 0.1, -0.25, 1.05, 99.9999, 1e-4, 9.99e-5, 1e-5, -1.25e-5, 1.234e-6, 1e-6, 9.5e-7, 1e-7, 1e-10, 1e-100, 5e-324, 1e14, 123456789012345.6,
  1e15, -1e15, 1234567890123456.5, 1e16, 1.5e16, 123456789012345680, 1e20, 1e21, -1.5e21, Number.MAX_VALUE,
])('%s', async (number) => {
  expect(await written([number])).toEqual([JSON.stringify(number)]);
});

test('any number', async () => {
  const doubles = fc.oneof(fc.double(), fc.double({ min: -1, max: 1 }), fc.integer().map((each) => each / 1000), fc.maxSafeInteger());
  const numbers = fc.sample(doubles, { numRuns: 3000, seed: 1 });
  expect(await written(numbers)).toEqual(numbers.map((number) => JSON.stringify(number)));
});
