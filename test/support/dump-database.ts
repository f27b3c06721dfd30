import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type DumpRow = Record<string, string | number | null>;

/** Rows by table; a table's columns are those that its rows name, a row that does not name one has NULL there. */
export type DumpRows = Record<string, DumpRow[]>;

/** Writes `<folder>/<species>/<group>/` as mysqldump --tab would. */
export async function writeDump(folder: string, species: string, group: string, tables: DumpRows): Promise<void> {
  const database = join(folder, species, group);
  await mkdir(database, { recursive: true });
  const statements: string[] = [];
  for (const [table, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const typeOf = (column: string) => {
      const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
      return !values.every((value) => typeof value === 'number') ? 'varchar(255)' : values.every(Number.isInteger) ? 'int(10)' : 'double';
    };
    statements.push(`CREATE TABLE \`${table}\` (\n${columns.map((column) => `  \`${column}\` ${typeOf(column)} DEFAULT NULL`).join(',\n')}\n);`);
    await writeFile(join(database, `${table}.txt`), rows.map((row) => columns.map((column) => row[column] ?? '\\N').join('\t') + '\n').join(''));
  }
  await writeFile(join(database, 'table.sql'), statements.join('\n'));
}
