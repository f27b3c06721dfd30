/** The variants of a database some at a time, so that DuckDB joins what belongs to them in memory. */
import type { Database } from '../../dump/database.ts';
import { integerColumn } from '../../dump/duckdb-bytes.ts';

/** Variants whose records are put together at once: some 100 MB of JSON and as much of what it is made of. */
const AT_ONCE = 250_000;

/** The first and last variation_id. */
export type VariantPart = readonly [first: number, last: number];

/** In ascending order. */
export async function variantParts(database: Pick<Database, 'chunks'>): Promise<VariantPart[]> {
  const firsts: number[] = [];
  let seen = 0;
  // Counted here: numbers of rows in order are given in DuckDB's memory, all of them.
  for await (const chunk of database.chunks('SELECT variation_id FROM variation WHERE variation_id IS NOT NULL ORDER BY variation_id')) {
    const ids = integerColumn(chunk, 0);
    for (let row = (AT_ONCE - (seen % AT_ONCE)) % AT_ONCE; row < ids.length; row += AT_ONCE) firsts.push(ids[row]!);
    seen += ids.length;
  }
  return firsts.map((id, part) => [id, (firsts[part + 1] ?? Number.MAX_SAFE_INTEGER) - 1]);
}

/** SQL condition: variants of one of these parts. */
export function inPart([first, last]: VariantPart, column = 'variation_id'): string {
  return `${column} BETWEEN ${first} AND ${last}`;
}
