/** Tables on their way to a dump folder: table.sql and one tab-separated file a table, with MySQL's escapes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Field = string | number | null;
export type TableSchemas = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A row by column names; a column left out has the default of its type, which is NULL unless the type says another. */
export type RowOf<S extends TableSchemas, T extends keyof S> = { [C in keyof S[T]]?: Field };

export class DumpTables<S extends TableSchemas> {
  readonly #schemas: S;
  readonly #columns = new Map<keyof S, [column: string, required: boolean, byDefault: string | null][]>();
  readonly #lines = new Map<keyof S, string[]>();
  readonly #begun = new Set<keyof S>();
  #held = 0;
  readonly #lastIds = new Map<keyof S, number>();

  constructor(schemas: S) {
    this.#schemas = schemas;
    for (const [table, columns] of Object.entries(schemas)) {
      this.#lines.set(table, []);
      this.#columns.set(table, Object.entries(columns).map(([column, type]) => [column, type.includes('NOT NULL'), defaultOf(type)]));
    }
  }

  /**
   * Adds a row.
   * @throws Error when a column that must not be NULL has no value: the generator is wrong, not its user
   */
  insert<T extends keyof S & string>(table: T, row: RowOf<S, T>): void {
    let line = '';
    for (const [column, required, byDefault] of this.#columns.get(table)!) {
      const given = (row as Record<string, Field | undefined>)[column];
      const value = given === undefined ? byDefault : given;
      if (value === null && required) throw new Error(`${table}.${column} must have a value`);
      line += `\t${escapeField(value)}`;
    }
    this.#lines.get(table)!.push(`${line.slice(1)}\n`);
    this.#held += line.length;
  }

  /** 1, 2, 3 … for each table. */
  nextId(table: keyof S): number {
    const id = (this.#lastIds.get(table) ?? 0) + 1;
    this.#lastIds.set(table, id);
    return id;
  }

  /** Writes `table.sql` and `<table>.txt` for every table, empty ones too. */
  async write(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'table.sql'), createStatements(this.#schemas));
    await this.spill(folder);
    for (const table of this.#lines.keys()) if (!this.#begun.has(table)) await writeFile(join(folder, `${String(table)}.txt`), '');
  }

  /**
   * Appends the rows gathered so far to the files of their tables, and forgets them: for tables larger than memory, which
   * `write` into the same folder ends. Does nothing while fewer than `least` characters are held. Returns how many were written.
   */
  async spill(folder: string, least = 0): Promise<number> {
    if (this.#held < least) return 0;
    const written = this.#held;
    await mkdir(folder, { recursive: true });
    for (const [table, lines] of this.#lines) {
      if (lines.length === 0) continue;
      await writeFile(join(folder, `${String(table)}.txt`), lines.join(''), { flag: this.#begun.has(table) ? 'a' : 'w' });
      this.#begun.add(table);
      lines.length = 0;
    }
    this.#held = 0;
    return written;
  }
}

/** A field as mysqldump --tab writes it: a backslash before a tab, newline or backslash, and `\0` for a zero byte. */
function escapeField(value: Field): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return value.replace(/[\\\t\n\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`));
}

function defaultOf(type: string): string | null {
  return /DEFAULT '(.*)'$/.exec(type)?.[1] ?? null;
}

/** Whose first column is called after the table and yet is no key. */
const SHARED_IDS = new Set(['genotype_code', 'species_set', 'constrained_element']);

/** As Ensembl's statements tell it of most tables. */
function primaryKeyOf(table: string, columns: TableSchemas[string]): string[] {
  if (table === 'exon_transcript') return ['exon_id', 'transcript_id', 'rank'];
  const [first] = Object.keys(columns);
  return first === `${table}_id` && !SHARED_IDS.has(table) ? [first] : [];
}

/** `table.sql` of a dump folder. */
function createStatements(schemas: TableSchemas): string {
  return Object.entries(schemas).map(([table, columns]) => {
    const lines = Object.entries(columns).map(([column, type]) => `  \`${column}\` ${type}${/NOT NULL|DEFAULT/.test(type) ? '' : ' DEFAULT NULL'}`);
    const key = primaryKeyOf(table, columns);
    if (key.length > 0) lines.push(`  PRIMARY KEY (${key.map((column) => `\`${column}\``).join(',')})`);
    return `CREATE TABLE \`${table}\` (\n${lines.join(',\n')}\n);\n`;
  }).join('\n');
}
