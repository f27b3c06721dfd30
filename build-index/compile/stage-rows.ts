import type { Database } from '../dump/database.ts';

type Value = number | string | null;

// Rows of one INSERT statement.
const BATCH = 5_000;

/**
 * Makes a table beside the dump's anew, of rows that are made here.
 * @param columns names and types, as SQL has them
 */
export async function stageRows(database: Database, table: string, columns: string, rows: Iterable<Value[]> | AsyncIterable<Value[]>): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${table} (${columns})`);
  let batch: string[] = [];
  const insert = async () => {
    if (batch.length > 0) await database.all(`INSERT INTO ${table} VALUES ${batch.join()}`);
    batch = [];
  };
  for await (const row of rows) {
    batch.push(`(${row.map(literal).join()})`);
    if (batch.length >= BATCH) await insert();
  }
  await insert();
}

function literal(value: Value): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
