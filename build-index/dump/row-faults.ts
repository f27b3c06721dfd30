/** Rows that are well formed and wrong all the same: found in DuckDB, and told with the file and line where they stand. */
import type { Database } from './database.ts';
import { DumpError } from './dump-error.ts';
import type { DumpDatabase } from './find-databases.ts';
import { readRows } from './row-reader.ts';
import type { TablePlan } from './table-plan.ts';

/** Of larger tables with a key of several columns the rows are not compared, unless they are in order: a table of all keys would take minutes. */
const LARGEST_COMPARED = 1e9;

/** @throws DumpError when two rows of a loaded table have one primary key */
export async function checkKey(database: Database, { table, key, plainBytes }: TablePlan): Promise<void> {
  if (key === null) return;
  // Dumps are in order of their key, nearly always: that is seen in passing, without a table of all keys.
  const [these, before] = [key.map((column) => `"${column}"`), key.map((_, each) => `before_${each}`)];
  const lagging = these.map((column, each) => `lag(${column}) OVER () AS ${before[each]!}`);
  const [unsorted] = await database.all(`SELECT 1 FROM (SELECT ${[...these, ...lagging].join()} FROM "${table}") WHERE (${these.join()}) <= (${before.join()}) LIMIT 1`);
  if (unsorted && (key.length === 1 || plainBytes < LARGEST_COMPARED)) await checkUnique(database, table, key, these.map((column) => `${column} IS NOT NULL`).join(' AND '));
}

/**
 * @param columns that no two rows may share
 * @param some SQL of the rows that are looked at
 * @throws DumpError for the second of two rows that do
 */
export async function checkUnique(database: Database, table: string, columns: readonly string[], some: string): Promise<void> {
  const listed = columns.map((column) => `"${column}"`).join();
  const [twice] = await database.all<Record<string, string | number | null>>(`SELECT ${listed} FROM "${table}" WHERE ${some} GROUP BY ${listed} HAVING count(*) > 1 LIMIT 1`);
  if (!twice) return;
  const shown = columns.map((column) => `${column} ${twice[column]}`).join(', ');
  const [first, second] = await placesOf(database.dump, table, twice, 2);
  throw new DumpError(`${second ?? first ?? database.dump.folder}: ${table} has ${shown} twice${second ? `, first in ${first!.split(' ').slice(-2).join(' ')}` : ''}`);
}

/** File and line of the first rows of a table's dump that hold some values, as texts stand there. */
export async function placesOf(dump: DumpDatabase, table: string, values: Readonly<Record<string, string | number | null>>, most = 1): Promise<string[]> {
  const [path, columns] = [dump.tables.get(table), dump.schema.get(table)?.columns ?? []];
  if (path === undefined) return [];
  const wanted = Object.entries(values).map(([name, value]) => [columns.findIndex((column) => column.name === name), value === null ? null : String(value)] as const);
  const found: string[] = [];
  for await (const batch of readRows(path, columns.length, table)) {
    for (let row = 0; row < batch.rowCount; row++) {
      if (!wanted.every(([column, value]) => batch.text(row, column) === value)) continue;
      found.push(batch.where(row));
      if (found.length === most) return found;
    }
  }
  return found;
}
