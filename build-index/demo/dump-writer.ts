/** Tables in memory and their way to a dump folder: table.sql and one tab-separated file a table, with MySQL's escapes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Field = string | number | null;
export type TableSchemas = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A row by column names; a column left out is NULL. */
export type RowOf<S extends TableSchemas, T extends keyof S> = { [C in keyof S[T]]?: Field };

export class DumpTables<S extends TableSchemas> {
  readonly #schemas: S;
  readonly #lines = new Map<keyof S, string[]>();
  readonly #lastIds = new Map<keyof S, number>();

  constructor(schemas: S) {
    this.#schemas = schemas;
    for (const table of Object.keys(schemas)) this.#lines.set(table, []);
  }

  /**
   * Adds a row.
   * @throws Error when a column that must not be NULL has no value: the generator is wrong, not its user
   */
  insert<T extends keyof S & string>(table: T, row: RowOf<S, T>): void {
    const fields: string[] = [];
    for (const [column, type] of Object.entries(this.#schemas[table]!)) {
      const value = (row as Record<string, Field | undefined>)[column] ?? null;
      if (value === null && type.endsWith('NOT NULL')) throw new Error(`${table}.${column} must have a value`);
      fields.push(escapeField(value));
    }
    this.#lines.get(table)!.push(fields.join('\t') + '\n');
  }

  /** 1, 2, 3 … for each table. */
  nextId(table: keyof S): number {
    const id = (this.#lastIds.get(table) ?? 0) + 1;
    this.#lastIds.set(table, id);
    return id;
  }

  rowCount(table: keyof S): number {
    return this.#lines.get(table)!.length;
  }

  /** Writes `table.sql` and `<table>.txt` for every table, empty ones too. */
  async write(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'table.sql'), createStatements(this.#schemas));
    for (const [table, lines] of this.#lines) await writeFile(join(folder, `${String(table)}.txt`), lines.join(''));
  }
}

/** A field as mysqldump --tab writes it: a backslash before a tab, newline or backslash, and `\0` for a zero byte. */
function escapeField(value: Field): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return value.replace(/[\\\t\n\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`));
}

function createStatements(schemas: TableSchemas): string {
  return Object.entries(schemas).map(([table, columns]) => {
    const lines = Object.entries(columns).map(([column, type]) => `  \`${column}\` ${type}${type.endsWith('NOT NULL') ? '' : ' DEFAULT NULL'}`);
    return `CREATE TABLE \`${table}\` (\n${lines.join(',\n')}\n);\n`;
  }).join('\n');
}
