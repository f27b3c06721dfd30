/** LIKE patterns give the same results as those of DuckDB. */
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sqlLike } from '../../../src/names/sql-like.ts';

const letter = fc.constantFrom('a', 'B', 'c', '%', '_', '\\', '.', "'", '-', 'é', '中', '🧬');
/** DuckDB rejects a backslash at the end; here it is a literal. */
const pattern = fc
  .array(letter, { maxLength: 9 })
  .map((letters) => letters.join(''))
  .filter((text) => !/(?:^|[^\\])(?:\\\\)*\\$/.test(text));
/** Texts that a pattern is likely to match: the pattern with its wildcards filled. */
const filled = (text: string) =>
  fc
    .array(fc.constantFrom('', 'a', 'bC', '_', '🧬'), { minLength: 3, maxLength: 3 })
    .map(
      ([any, one, first]) =>
        first + text.replace(/\\(.)|%|_/gu, (all, escaped) => escaped ?? (all === '%' ? any : one || 'x')),
    );
const pair = pattern.chain((like) =>
  fc.tuple(
    fc.constant(like),
    fc.oneof(
      filled(like),
      fc.array(letter, { maxLength: 9 }).map((letters) => letters.join('')),
    ),
  ),
);

test('a pattern matches the same texts as ILIKE of DuckDB', async () => {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    const prepared = await connection.prepare("SELECT $2::VARCHAR ILIKE $1::VARCHAR ESCAPE '\\'");
    await fc.assert(
      fc.asyncProperty(pair, async ([like, text]) => {
        prepared.bindVarchar(1, like);
        prepared.bindVarchar(2, text);
        const [row] = (await prepared.runAndReadAll()).getRows();
        expect([like, text, sqlLike(like)(text)]).toEqual([like, text, row?.[0]]);
      }),
      { numRuns: 1000 },
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
});
