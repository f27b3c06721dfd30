import { type DepartureKind, Departures } from './departures.ts';
import { DumpError } from './dump-error.ts';
import type { DumpDatabase } from './find-databases.ts';
import { firstOf } from './first-rows.ts';
import { readRows } from './row-reader.ts';
import { rulesOf } from './table-plan.ts';

interface LoadedDump {
  dump: DumpDatabase;
  all<T>(sql: string): Promise<T[]>;
}

/**
 * Removes each row that has the same values in some columns as an earlier one.
 * @param some SQL condition for the rows to compare
 * @throws DumpError for the second of two such rows if departures are errors
 */
export async function keepUnique(
  database: LoadedDump,
  table: string,
  columns: readonly string[],
  some: string,
): Promise<void> {
  if (!(await countRepeated(database, table, columns, some, 'duplicate key'))) return;
  const listed = columns.map((column) => `"${column}"`).join();
  await database.all(`DELETE FROM "${table}" WHERE rowid IN (
    SELECT row FROM (SELECT rowid AS row, row_number() OVER (PARTITION BY ${listed} ORDER BY rowid) AS ordinal
      FROM "${table}" WHERE ${some}) WHERE ordinal > 1)`);
}

/** Counts rows as keepUnique, and keeps them. Returns false if there are none. */
export async function countRepeated(
  database: LoadedDump,
  table: string,
  columns: readonly string[],
  some: string,
  kind: DepartureKind,
): Promise<boolean> {
  const listed = columns.map((column) => `"${column}"`).join();
  const repeated = await database.all<Record<string, string | number | null> & { count: number }>(
    firstOf(
      `SELECT ${listed}, min(rowid) AS row, count(*) - 1 AS repetitions FROM "${table}" WHERE ${some}
      GROUP BY ${listed} HAVING count(*) > 1`,
      'sum(repetitions)',
    ),
  );
  const [twice] = repeated;
  if (!twice) return false;
  const { dump } = database;
  const first: string[] = [];
  for (const values of repeated) first.push(await sentenceOf(dump, table, columns, values));
  if (!dump.departures) throw new DumpError(first[0]);
  dump.departures.add({
    file: dump.tables.get(table) ?? dump.folder,
    table,
    kind,
    count: twice.count,
    first,
  });
  return true;
}

async function sentenceOf(
  dump: DumpDatabase,
  table: string,
  columns: readonly string[],
  row: Readonly<Record<string, string | number | null>>,
): Promise<string> {
  const values = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
  const shown = columns.map((column) => `${column} ${values[column]}`).join(', ');
  const [before, second] = await placesOf(dump, table, values, 2);
  const place = second ?? before ?? dump.folder;
  const earlier = second && before ? `, first in ${before.split(' ').slice(-2).join(' ')}` : '';
  return `${place}: ${table} has ${shown} twice${earlier}`;
}

/** File and line of the first rows in a table's dump with these values. Texts are compared as the dump spells them. */
export async function placesOf(
  dump: DumpDatabase,
  table: string,
  values: Readonly<Record<string, string | number | null>>,
  most = 1,
): Promise<string[]> {
  const [path, schema] = [dump.tables.get(table), dump.schema.get(table)];
  if (path === undefined || schema === undefined) return [];
  const wanted = Object.entries(values).map(
    ([name, value]) =>
      [schema.columns.findIndex((column) => column.name === name), value === null ? null : String(value)] as const,
  );
  const found: string[] = [];
  // The departures of this file are counted already.
  const rules = { ...rulesOf(dump, schema), departures: new Departures() };
  for await (const batch of readRows(path, schema.columns.length, table, undefined, rules)) {
    for (let row = 0; row < batch.rowCount; row++) {
      if (!wanted.every(([column, value]) => batch.text(row, column) === value)) continue;
      found.push(batch.where(row));
      if (found.length === most) return found;
    }
  }
  return found;
}
