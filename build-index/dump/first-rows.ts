import { FIRST_DEPARTURES } from './departures.ts';

/**
 * SQL for the first of some rows, with the number of all in each, as `count`. DuckDB 1.5 fails now and then with an
 * internal error in `count(*) OVER ()`, which would say the same: https://github.com/duckdb/duckdb/issues/22352
 * @param found SQL of all rows, with the column `row`, which orders them
 * @param count SQL of an aggregate over them
 */
export function firstOf(found: string, count = 'count(*)'): string {
  return `WITH found AS MATERIALIZED (${found})
    SELECT *, (SELECT ${count} FROM found) AS count FROM found ORDER BY row LIMIT ${FIRST_DEPARTURES}`;
}
