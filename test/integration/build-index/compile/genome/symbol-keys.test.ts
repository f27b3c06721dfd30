import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { symbolKeyOf } from '../../../../../build-index/compile/genome/xref-tables.ts';
import { symbolKey } from '../../../../../src/genome/symbol-record.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function keysInSql(names: readonly string[]): Promise<unknown[]> {
  const result = await connection.runAndReadAll(
    `SELECT ${symbolKeyOf('name')} FROM (SELECT unnest(from_json(?, '["VARCHAR"]')) AS name)`,
    [JSON.stringify(names)],
  );
  return result.getRows().map(([key]) => key);
}

/** Names mix letters of Europe's scripts with signs, and half of them end with spaces. */
const letter = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0xa0, max: 0x58f }),
    fc.integer({ min: 0x1e00, max: 0x1fff }),
    fc.integer({ min: 0x2100, max: 0x218b }),
    fc.constantFrom(0x20, 0x09, 0x3a3, 0x3c2, 0x130, 0x131, 0xdf, 0x1e9e, 0x212a, 0x1f9ec),
  )
  .map((code) => String.fromCodePoint(code));
const name = fc
  .tuple(fc.array(letter, { maxLength: 12 }), fc.constantFrom('', '', ' ', '   '))
  .map(([letters, end]) => letters.join('') + end);

test('the compiler stores a name under the key that a lookup uses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 40 }), async (names) => {
      expect(await keysInSql(names)).toEqual(names.map(symbolKey));
    }),
  );
});

test('keys ignore case and spaces at the end, but not other spaces', () => {
  expect(symbolKey('Brca2 ')).toBe(symbolKey('BRCA2'));
  expect(symbolKey(' BRCA2')).not.toBe(symbolKey('BRCA2'));
  expect(symbolKey('B\t')).not.toBe(symbolKey('B'));
});
