/** Rows that are made here stand in DuckDB as they were given, however many there are and whatever they hold. */
import fc from 'fast-check';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { RowAppender } from '../../build-index/dump/row-appender.ts';
import { rowsOfChunk } from '../../build-index/dump/duckdb-rows.ts';

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: 'grapheme', minLength: 60, maxLength: 70 }), fc.string({ maxLength: 14 }), fc.constant('long'.repeat(5000)));
const row = fc.tuple(
  fc.option(fc.maxSafeInteger()), fc.option(fc.integer()), fc.option(fc.integer({ min: -128, max: 127 })), fc.option(fc.double({ noNaN: true })), fc.option(text), fc.option(fc.uint8Array({ maxLength: 30 })),
);

async function appended(columns: string, rows: readonly (readonly (number | string | Uint8Array | null)[])[]): Promise<unknown[][]> {
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
    const result = await connection.stream('FROM made');
    const found: unknown[][] = [];
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      found.push(...rowsOfChunk<Record<string, unknown>>(chunk, result.columnNames()).map((each) => Object.values(each)));
    }
    return found;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

it('rows come back as they were given', async () => {
  await fc.assert(fc.asyncProperty(fc.array(row, { maxLength: 20 }), fc.integer({ min: 1, max: 300 }), async (some, times) => {
    const rows = Array.from({ length: times }, () => some).flat();
    const found = await appended('a BIGINT, b INTEGER, c TINYINT, d DOUBLE, e VARCHAR, f BLOB', rows);
    expect(found.map((each) => each.map((value) => (value instanceof Uint8Array ? [...value] : value)))).toEqual(rows.map((each) => each.map((value) => (value instanceof Uint8Array ? [...value] : value))));
  }), { numRuns: 30 });
});

it('what a column does not hold is refused', async () => {
  await expect(appended('a TINYINT', [[200]])).rejects.toThrow(RangeError);
  await expect(appended('a BIGINT', [[0.5]])).rejects.toThrow(RangeError);
  await expect(appended('a VARCHAR', [[1]])).rejects.toThrow(RangeError);
  await expect(appended('a BIGINT, b BIGINT', [[1]])).rejects.toThrow(RangeError);
});
