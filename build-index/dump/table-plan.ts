import { stat } from 'node:fs/promises';
import type { DumpDatabase } from './find-databases.ts';
import { columnIndex } from './former/former-names.ts';
import { StoredValues } from './listed-values.ts';
import type { RowRules } from './row-scan.ts';
import type { ColumnKind, TableSchema } from './table-schema.ts';

/** gzip compresses dump text 4 to 8 times; the middle is good enough for estimates. */
export const GZIP_RATIO = 6;

/** Needed tables: table -> column -> kind of its values. */
export type NeededTables = Record<string, Record<string, ColumnKind>>;

/** DuckDB's type for each kind of column. */
export const SQL_TYPES: Record<ColumnKind, string> = { integer: 'BIGINT', float: 'DOUBLE', text: 'VARCHAR' };

/** A needed column of a table. */
export interface NeededColumn {
  name: string;
  kind: ColumnKind;
  /** Index in the rows of the dump file; -1 if the dump lacks the column. */
  index: number;
  /** Of a SET or ENUM column of the dump. */
  values: StoredValues | null;
}

/** A table to load: its file and the needed columns. */
export interface TablePlan {
  table: string;
  /** Undefined if the dump lacks the table's data or its CREATE TABLE statement. */
  path: string | undefined;
  /** Fields in a row of the file. */
  fieldCount: number;
  rules: RowRules;
  columns: NeededColumn[];
  /** The primary key. Null if a column of it is not needed, or the table has none. */
  key: readonly string[] | null;
  /** Uncompressed bytes; an estimate for a compressed file. */
  plainBytes: number;
}

/**
 * Plans the load of a table. A table that the dump lacks is planned as empty.
 * @param hasShortRows rows may end after the last needed column
 */
export async function planTable(
  dump: DumpDatabase,
  table: string,
  needed: Record<string, ColumnKind>,
  hasShortRows = false,
): Promise<TablePlan> {
  const schema = dump.schema.get(table);
  const path = schema === undefined ? undefined : dump.tables.get(table);
  const columns = Object.entries(needed).map(([name, kind]) => {
    const index = columnIndex(dump.group, table, schema?.columns ?? [], name);
    const listed = schema?.columns[index]?.listed;
    return { name, kind, index, values: listed && kind === 'text' ? new StoredValues(listed) : null };
  });
  const storedBytes = path === undefined ? 0 : (await stat(path)).size;
  const plainBytes = path?.endsWith('.gz') ? storedBytes * GZIP_RATIO : storedBytes;
  const fieldCount = schema?.columns.length ?? 0;
  const leastFields = hasShortRows ? Math.max(...columns.map(({ index }) => index)) + 1 : fieldCount;
  const values = schema?.columns.map((_, column) => columns.find(({ index }) => index === column)?.values ?? null);
  const { numbered, ...ruled } = rulesOf(dump, schema);
  const isNumbered = columns.some(({ index }) => index === numbered?.column);
  const rules = { ...ruled, ...(values && { values }), ...(isNumbered && { numbered }), leastFields };
  const key = schema?.primaryKey ?? [];
  const isNeeded =
    key.length > 0 && key.every((column) => columns.some(({ name, index }) => name === column && index !== -1));
  return { table, path, fieldCount, rules, columns, key: isNeeded ? key : null, plainBytes };
}

/** How rows of a table of the dump are read. */
export function rulesOf({ departures }: DumpDatabase, schema: TableSchema | undefined): RowRules {
  const columns = schema?.columns ?? [];
  const numbered = columns.findIndex(({ isNumbered }) => isNumbered);
  const name = columns[numbered]?.name;
  return {
    defaults: columns.map(({ missing }) => missing),
    implicit: columns.map(({ implicit }) => implicit),
    ranges: columns.map(({ range }) => range),
    characters: columns.map(({ characters }) => characters),
    ...(name !== undefined && { numbered: { column: numbered, name } }),
    departures,
  };
}

/** Indexes of the needed columns in a row of the dump; -1 for a column that it lacks. */
export function columnsOf<Needed>({ columns }: TablePlan): Record<keyof Needed, number> {
  return Object.fromEntries(columns.map(({ name, index }) => [name, index])) as Record<keyof Needed, number>;
}
