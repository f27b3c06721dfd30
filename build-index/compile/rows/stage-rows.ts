import type { Database } from '../../dump/database.ts';
import type { Value } from '../../dump/row-appender.ts';

/**
 * Makes a table beside the dump's anew, of rows that are made here.
 * @param columns names and types, as SQL has them
 */
export async function stageRows(database: Database, table: string, columns: string, rows: Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${table} (${columns})`);
  await database.append(table, rows);
}
