import { stat } from 'node:fs/promises';
import type { DumpDatabase } from './find-databases.ts';
import type { ColumnKind } from './table-schema.ts';

/** gzip packs dump text 4 to 8 times: the middle is good enough to estimate what has yet to be read. */
export const GZIP_RATIO = 6;

/** What DuckDB holds each kind of column as. */
export const SQL_TYPES: Record<ColumnKind, string> = { integer: 'BIGINT', float: 'DOUBLE', text: 'VARCHAR' };

/** A needed column: where it stands in the dump's rows, and what it must hold. */
export interface NeededColumn {
  name: string;
  kind: ColumnKind;
  /** Place in the row of the dump file; -1 when the dump has no such column. */
  index: number;
}

/** One table to load: from where, and which columns. */
export interface TablePlan {
  table: string;
  /** Undefined when the dump lacks the table's data or its CREATE TABLE statement. */
  path: string | undefined;
  /** Fields in a row of the file. */
  fieldCount: number;
  /** Fields after which a row may end. */
  leastFields: number;
  columns: NeededColumn[];
  /** The columns that tell rows apart; null where not all of them are needed, or the statement does not tell them. */
  key: readonly string[] | null;
  /** Estimate for a compressed file. */
  plainBytes: number;
}

/**
 * Looks up where a needed table of a dump stands; what the dump lacks is planned as empty. `hasShortRows`: rows may end
 * after the last needed column.
 */
export async function planTable(
  dump: DumpDatabase,
  table: string,
  needed: Record<string, ColumnKind>,
  hasShortRows = false,
): Promise<TablePlan> {
  const schema = dump.schema.get(table);
  const path = schema === undefined ? undefined : dump.tables.get(table);
  const columns = Object.entries(needed).map(([name, kind]) => ({
    name,
    kind,
    index: schema?.columns.findIndex((column) => column.name === name) ?? -1,
  }));
  const storedBytes = path === undefined ? 0 : (await stat(path)).size;
  const plainBytes = path?.endsWith('.gz') ? storedBytes * GZIP_RATIO : storedBytes;
  const fieldCount = schema?.columns.length ?? 0;
  const leastFields = hasShortRows ? Math.max(...columns.map(({ index }) => index)) + 1 : fieldCount;
  const key = schema?.primaryKey ?? [];
  const isNeeded =
    key.length > 0 && key.every((column) => columns.some(({ name, index }) => name === column && index !== -1));
  return { table, path, fieldCount, leastFields, columns, key: isNeeded ? key : null, plainBytes };
}

/** Where the needed columns stand in a row of the dump; -1 for one that it lacks. */
export function columnsOf<Needed>({ columns }: TablePlan): Record<keyof Needed, number> {
  return Object.fromEntries(columns.map(({ name, index }) => [name, index])) as Record<keyof Needed, number>;
}
