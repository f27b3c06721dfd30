/** Appended rows are stored in DuckDB unchanged, in any number and with any values. */
import fc from 'fast-check';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { RowAppender, type Value } from '../../../../build-index/dump/row-appender.ts';
import { queryRows } from '../../../../build-index/dump/query-chunks.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'grapheme', minLength: 60, maxLength: 70 }),
  fc.string({ maxLength: 14 }),
  fc.constant('long'.repeat(5000)),
);
const row = fc.tuple(
  fc.option(fc.maxSafeInteger()),
  fc.option(fc.integer()),
  fc.option(fc.integer({ min: -128, max: 127 })),
  fc.option(fc.double({ noNaN: true })),
  fc.option(text),
  fc.option(fc.uint8Array({ maxLength: 30 })),
);

async function appended(columns: string, rows: Iterable<readonly Value[]>): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`CREATE TABLE made (${columns})`);
    const appender = new RowAppender(await connection.createAppender('made'), () => {});
    try {
      for (const each of rows) appender.add(each);
    } finally {
      appender.close();
    }
    const found: unknown[][] = [];
    for await (const some of queryRows<Record<string, unknown>>(connection, 'FROM made'))
      found.push(...some.map((each) => Object.values(each)));
    return found;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

it('rows are returned as appended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), fc.integer({ min: 1, max: 300 }), async (some, times) => {
      const rows = Array.from({ length: times }, () => some).flat();
      const found = await appended('a BIGINT, b INTEGER, c TINYINT, d DOUBLE, e VARCHAR, f BLOB', rows);
      expect(found.map((each) => each.map((value) => (value instanceof Uint8Array ? [...value] : value)))).toEqual(
        rows.map((each) => each.map((value) => (value instanceof Uint8Array ? [...value] : value))),
      );
    }),
    { numRuns: 30 },
  );
});

it('bytes are copied when a row is appended', async () => {
  const memory = Buffer.from('first');
  const slice = { bytes: memory, start: 0, end: 5 };
  const rows = function* () {
    yield [memory, slice, slice];
    memory.write('later');
  };
  const found = await appended('a BLOB, b BLOB, c VARCHAR', rows());
  expect(
    found.map((row) => row.map((value) => String(value instanceof Uint8Array ? Buffer.from(value) : value))),
  ).toEqual([['first', 'first', 'first']]);
});

it('values that a column cannot contain are rejected', async () => {
  await expect(appended('a TINYINT', [[200]])).rejects.toThrow(RangeError);
  await expect(appended('a BIGINT', [[0.5]])).rejects.toThrow(RangeError);
  await expect(appended('a VARCHAR', [[1]])).rejects.toThrow(RangeError);
  await expect(appended('a BIGINT, b BIGINT', [[1]])).rejects.toThrow(RangeError);
});
