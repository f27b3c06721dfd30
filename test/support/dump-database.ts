import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type DumpRow = Record<string, string | number | Uint8Array | null>;

/** Rows by table. A table has all columns that any of its rows has; missing values are NULL. */
export type DumpRows = Record<string, DumpRow[]>;

/** Writes `<folder>/<species>/<group>/` in the format of mysqldump --tab. */
export async function writeDump(folder: string, species: string, group: string, tables: DumpRows): Promise<void> {
  const database = join(folder, species, group);
  await mkdir(database, { recursive: true });
  const statements: string[] = [];
  for (const [table, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const typeOf = (column: string) => {
      const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
      return !values.every((value) => typeof value === 'number')
        ? 'longtext'
        : values.every(Number.isInteger)
          ? 'bigint(20)'
          : 'double';
    };
    const definitions = columns.map((column) => `  \`${column}\` ${typeOf(column)} DEFAULT NULL`);
    statements.push(`CREATE TABLE \`${table}\` (\n${definitions.join(',\n')}\n);`);
    const lines = rows.flatMap((row) =>
      columns.flatMap((column, each) => [fieldOf(row[column]), each < columns.length - 1 ? '\t' : '\n']),
    );
    await writeFile(
      join(database, `${table}.txt`),
      Buffer.concat(lines.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
    );
  }
  await writeFile(join(database, 'table.sql'), statements.join('\n'));
}

/** Writes text unchanged, so callers escape it; escapes bytes. */
function fieldOf(value: DumpRow[string] | undefined): string | Uint8Array {
  if (value instanceof Uint8Array)
    return Buffer.from(
      [...value].flatMap((byte) =>
        byte === 0 ? [0x5c, 0x30] : [0x09, 0x0a, 0x5c].includes(byte) ? [0x5c, byte] : [byte],
      ),
    );
  return String(value ?? '\\N');
}
