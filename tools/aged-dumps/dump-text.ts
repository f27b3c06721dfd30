/** The tables of a dump in memory, as text: for small dumps that are rewritten to the layout of an older release. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Fields as the dump spells them, `\N` for NULL. */
export type Row = string[];

export const NULL = '\\N';

export class DumpTable {
  columns: { name: string; type: string }[];
  rows: Row[];
  primaryKey: string[];

  constructor(columns: DumpTable['columns'], rows: Row[] = [], primaryKey: string[] = []) {
    [this.columns, this.rows, this.primaryKey] = [columns, rows, primaryKey];
  }

  index(column: string): number {
    return this.columns.findIndex(({ name }) => name === column);
  }

  /** The field of a row; NULL if the table lacks the column. */
  field(row: Row, column: string): string {
    return row[this.index(column)] ?? NULL;
  }

  rename(column: string, name: string): void {
    for (const each of this.columns) if (each.name === column) each.name = name;
    this.primaryKey = this.primaryKey.map((each) => (each === column ? name : each));
  }

  drop(column: string): void {
    const index = this.index(column);
    if (index < 0) return;
    this.columns.splice(index, 1);
    for (const row of this.rows) row.splice(index, 1);
    if (this.primaryKey.includes(column)) this.primaryKey = [];
  }

  /** Adds a column at the end. */
  add(name: string, type: string, value: (row: Row) => string): void {
    for (const row of this.rows) row.push(value(row));
    this.columns.push({ name, type });
  }
}

export type DumpText = Map<string, DumpTable>;

const DATA = /^(\w+)\.txt(\.gz)?$/;

/** Reads the tables of a folder with `table.sql`. Tables without a data file have no rows. */
export async function readDumpText(folder: string): Promise<DumpText> {
  const files = new Map((await readdir(folder)).flatMap((file) => (DATA.test(file) ? [[nameOf(file), file]] : [])));
  const sql = await readFile(join(folder, 'table.sql'), 'utf8');
  const tables: DumpText = new Map();
  for (const [, name = '', body = ''] of sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?`(\w+)` \(\n([\s\S]*?)\n\)/g)) {
    const columns = [...body.matchAll(/^\s*`(\w+)` (.*?),?$/gm)].map(([, column = '', type = '']) => ({
      name: column,
      type,
    }));
    const key = /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1] ?? '';
    const file = files.get(name);
    const text = file === undefined ? '' : await dataOf(join(folder, file));
    const primaryKey = [...key.matchAll(/`(\w+)`/g)].map(([, column = '']) => column);
    tables.set(name, new DumpTable(columns, rowsOf(text), primaryKey));
  }
  return tables;
}

/** Latin-1, so that every byte stays as it is. */
async function dataOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
}

function nameOf(file: string): string {
  return DATA.exec(file)?.[1] ?? '';
}

/** A backslash escapes the tab or the end of the line that follows it. */
function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  for (const [line] of text.matchAll(/(?:[^\\\n]|\\[\s\S])+|^(?=\n)/gm)) {
    const fields = [''];
    for (const [part] of line.matchAll(/\t|(?:[^\\\t]|\\[\s\S])+/g)) {
      if (part === '\t') fields.push('');
      else fields[fields.length - 1] = part;
    }
    rows.push(fields);
  }
  return rows;
}

export async function writeDumpText(folder: string, tables: DumpText): Promise<void> {
  await mkdir(folder, { recursive: true });
  const statements: string[] = [];
  for (const [name, { columns, rows, primaryKey }] of tables) {
    const lines = columns.map((column) => `  \`${column.name}\` ${column.type}`);
    if (primaryKey.length > 0) lines.push(`  PRIMARY KEY (${primaryKey.map((each) => `\`${each}\``).join()})`);
    statements.push(`CREATE TABLE \`${name}\` (\n${lines.join(',\n')}\n);\n`);
    await writeFile(join(folder, `${name}.txt`), rows.map((row) => `${row.join('\t')}\n`).join(''), 'latin1');
  }
  await writeFile(join(folder, 'table.sql'), statements.join('\n'));
}
