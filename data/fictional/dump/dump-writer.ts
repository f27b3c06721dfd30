/**
 * A dump folder as mysqldump --tab makes it: table.sql, and for each table a file of tab-separated rows with MySQL's
 * escapes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from '../../../src/checked.ts';
import { RowFile } from './row-file.ts';

type Field = string | number | null;
/** The columns of each table as in CREATE TABLE, in order: `gene_id int unsigned NOT NULL, description text`. */
export type TableSchemas = Readonly<Record<string, string>>;

/**
 * A row by column names; a column left out has the default of its type, which is NULL unless the type gives another.
 */
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
  lastId: number;
}

/** Writes rows to disk as its buffers fill: a table may be larger than memory. */
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
   * @throws Error when a column that must not be NULL has no value: the generator is wrong, not its user
   */
  insert<T extends keyof S & string>(name: T, row: RowOf<S[T]>): void {
    const { columns } = get(this.#tables, name);
    const given: Readonly<Record<string, Field | undefined>> = row;
    let line = '';
    for (const { name: column, required, byDefault } of columns) {
      const field = given[column];
      const value = field === undefined ? byDefault : field;
      if (value === null && required) throw new Error(`${name}.${column} must have a value`);
      line += `\t${escapeField(value)}`;
    }
    this.rows(name).line(line.slice(1));
  }

  /** 1, 2, 3 … for each table. */
  nextId(table: keyof S & string): number {
    return ++get(this.#tables, table).lastId;
  }

  /** The file of a table of tens of millions of rows, which are written field by field. */
  rows(name: keyof S & string): RowFile {
    const table = get(this.#tables, name);
    table.rows ??= new RowFile(join(this.#folder, `${name}.txt`));
    return table.rows;
  }

  /** Writes what is left. Every table has a file then, empty ones too. */
  close(): void {
    for (const name of this.#tables.keys()) this.rows(name).close();
  }
}

/** A field as mysqldump --tab writes it: a backslash before a tab, newline or backslash, and `\0` for a zero byte. */
function escapeField(value: Field): string {
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

/** Tables whose first column is named after them but is no key. */
const SHARED_IDS = new Set(['genotype_code', 'species_set', 'constrained_element']);

/** As in most of Ensembl's CREATE TABLE statements. */
function primaryKeyOf(table: string, [first]: string[]): string[] {
  if (table === 'exon_transcript') return ['exon_id', 'transcript_id', 'rank'];
  return first === `${table}_id` && !SHARED_IDS.has(table) ? [first] : [];
}

/** `table.sql` of a dump folder. */
function createStatements(schemas: TableSchemas): string {
  return Object.entries(schemas)
    .map(([table, text]) => {
      const columns = columnsOf(text);
      const lines = columns.map(
        ([column, type]) => `  \`${column}\` ${type}${/NOT NULL|DEFAULT/.test(type) ? '' : ' DEFAULT NULL'}`,
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
