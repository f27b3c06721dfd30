/** A dump folder like that of mysqldump --tab: table.sql, and a file of tab-separated, escaped rows for each table. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from '../../src/checked.ts';
import { RowFile } from './row-file.ts';

type Field = string | number | null;
/** The columns of each table in order, as in CREATE TABLE: `gene_id int unsigned NOT NULL, description text`. */
export type TableSchemas = Readonly<Record<string, string>>;

/** A row by column names. A missing column has the default of its definition, or NULL. */
type RowOf<Columns extends string> = { [Column in NamesIn<Columns>]?: Field };

type NamesIn<Columns extends string, Names = never> = Columns extends `${infer First},${infer Rest}`
  ? NamesIn<Rest, Names | NameOf<First>>
  : Names | NameOf<Columns>;
type NameOf<Column extends string> = Column extends ` ${infer Rest}` | `\n${infer Rest}`
  ? NameOf<Rest>
  : Column extends `'${string}`
    ? never
    : Column extends `${infer Name} ${string}`
      ? Name
      : never;

interface Table {
  columns: readonly { name: string; required: boolean; byDefault: string | null }[];
  /** Null until the first row. */
  rows: RowFile | null;
  isClosed: boolean;
  lastId: number;
}

/** Writes the rows of each table through a buffer, so tables may be larger than memory. */
export class DumpWriter<S extends TableSchemas> {
  readonly #folder: string;
  readonly #tables: ReadonlyMap<keyof S & string, Table>;

  /** Makes the folder and its table.sql. */
  constructor(folder: string, schemas: S) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'table.sql'), createStatements(schemas));
    this.#tables = new Map(
      Object.entries(schemas).map(([name, columns]) => [
        name,
        {
          columns: columnsOf(columns).map(([name, type]) => ({
            name,
            required: type.includes('NOT NULL'),
            byDefault: /DEFAULT '(.*)'$/.exec(type)?.[1] ?? null,
          })),
          rows: null,
          isClosed: false,
          lastId: 0,
        },
      ]),
    );
  }

  /** Bytes of all rows so far. */
  get size(): number {
    let size = 0;
    for (const { rows } of this.#tables.values()) size += rows?.size ?? 0;
    return size;
  }

  /**
   * Adds a row.
   * @throws Error if a NOT NULL column has no value, which is a bug of the generator
   */
  insert<T extends keyof S & string>(name: T, row: RowOf<S[T]>): void {
    this.#write(name, row);
  }

  /** Adds a row with the next id in the column `<table>_id`; returns the id. Errors as `insert`. */
  add<T extends keyof S & string>(name: T, row: Omit<RowOf<S[T]>, `${T}_id`>): number {
    const id = this.nextId(name);
    this.#write(name, { ...row, [`${name}_id`]: id });
    return id;
  }

  #write(name: keyof S & string, given: Readonly<Record<string, Field | undefined>>): void {
    const { columns } = get(this.#tables, name);
    let line = '';
    for (const { name: column, required, byDefault } of columns) {
      const field = given[column];
      const value = field === undefined ? byDefault : field;
      if (value === null && required) throw new Error(`${name}.${column} is NOT NULL but has no value`);
      line += `\t${escapeField(value)}`;
    }
    this.rows(name).line(line.slice(1));
  }

  /** Counts 1, 2, 3 … separately for each table. */
  nextId(table: keyof S & string): number {
    return ++get(this.#tables, table).lastId;
  }

  /** The file of a table. Tables with tens of millions of rows write to it directly. */
  rows(name: keyof S & string): RowFile {
    const table = get(this.#tables, name);
    table.rows ??= new RowFile(join(this.#folder, `${name}.txt`));
    return table.rows;
  }

  /** Flushes all tables. Tables without rows get an empty file. */
  close(): void {
    for (const [name, { isClosed }] of this.#tables) if (!isClosed) this.closeTable(name);
  }

  /** Flushes a table that gets no more rows, so that its file can be read. */
  closeTable(name: keyof S & string): void {
    this.rows(name).close();
    get(this.#tables, name).isClosed = true;
  }
}

/** A field as mysqldump --tab writes it: a backslash before a tab, newline or backslash, and `\0` for a zero byte. */
export function escapeField(value: Field): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return value.replace(/[\\\t\n\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`));
}

export function columnsOf(columns: string): [name: string, type: string][] {
  return columns
    .trim()
    .split(/,\s+/)
    .map((column) => {
      const space = column.indexOf(' ');
      return [column.slice(0, space), column.slice(space + 1)];
    });
}

/** Tables whose first column has the table's name but is no primary key. */
const SHARED_IDS = new Set(['genotype_code', 'species_set', 'constrained_element']);

/** The primary key by the convention of most of Ensembl's CREATE TABLE statements. */
function primaryKeyOf(table: string, [first]: string[]): string[] {
  if (table === 'exon_transcript') return ['exon_id', 'transcript_id', 'rank'];
  return first === `${table}_id` && !SHARED_IDS.has(table) ? [first] : [];
}

/**
 * `table.sql` of a dump folder. Columns of Ensembl's VARCHAR are TEXT: names in genome files may be longer, and a build
 * would cut them.
 */
function createStatements(schemas: TableSchemas): string {
  return Object.entries(schemas)
    .map(([table, text]) => {
      const columns = columnsOf(text);
      const lines = columns.map(
        ([column, type]) =>
          `  \`${column}\` ${type.replace(/^varchar\(\d+\)/, 'text')}` +
          (/NOT NULL|DEFAULT/.test(type) ? '' : ' DEFAULT NULL'),
      );
      const key = primaryKeyOf(
        table,
        columns.map(([name]) => name),
      );
      if (key.length > 0) lines.push(`  PRIMARY KEY (${key.map((column) => `\`${column}\``).join(',')})`);
      return `CREATE TABLE \`${table}\` (\n${lines.join(',\n')}\n);\n`;
    })
    .join('\n');
}
