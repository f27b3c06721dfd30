/** Reads a generated dump folder without the code that wrote it, so that errors of that code show up in tests. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at, get } from '../../src/checked.ts';

export type DumpRow = Record<string, string | null>;

/** The text of a column. Throws Error for NULL and for a column that the table lacks. */
export function columnOf(row: DumpRow, column: string): string {
  const text = row[column];
  if (text === null || text === undefined) throw new Error(`${column} is ${text}`);
  return text;
}

export interface Dump {
  /** Column names of every CREATE TABLE statement. */
  columns: Map<string, string[]>;
  /** Fields of every `<table>.txt`, without column names. */
  fields: Map<string, (string | null)[][]>;
  rows(table: string): DumpRow[];
}

export async function readDump(folder: string): Promise<Dump> {
  const sql = await readFile(join(folder, 'table.sql'), 'utf8');
  const columns = new Map<string, string[]>();
  for (const [, table = '', body = ''] of sql.matchAll(/CREATE TABLE `(\w+)` \(\n([\s\S]*?)\n\);/g)) {
    columns.set(
      table,
      [...body.matchAll(/^ {2}`(\w+)` /gm)].map(([, column = '']) => column),
    );
  }
  const fields = new Map<string, (string | null)[][]>();
  for (const file of await readdir(folder)) {
    if (file.endsWith('.txt')) fields.set(file.slice(0, -4), parseRows(await readFile(join(folder, file), 'utf8')));
  }
  return {
    columns,
    fields,
    rows: (table) =>
      (fields.get(table) ?? []).map((row) =>
        Object.fromEntries(get(columns, table).map((column, index) => [column, at(row, index)])),
      ),
  };
}

function parseRows(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let field = '';
  let isNull = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '\\') {
      const next = text[++at]!;
      if (next === 'N' && field === '') isNull = true;
      else field += next === '0' ? '\0' : next;
    } else if (letter === '\t' || letter === '\n') {
      row.push(isNull ? null : field);
      field = '';
      isNull = false;
      if (letter === '\n') {
        rows.push(row);
        row = [];
      }
    } else field += letter;
  }
  return rows;
}
