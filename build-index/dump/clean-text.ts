import { isUtf8 } from 'node:buffer';
import { get } from '../../src/checked.ts';
import { EXACT } from './stored-number.ts';
import { isEscaped } from './special-bytes.ts';
import type { RowBatch } from './row-batch.ts';
import { type NeededColumn, SQL_TYPES, type TablePlan } from './table-plan.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const MARK = 0x01;

// Codes for characters that tab-separated text cannot contain: the mark, then a letter. Decoded in this order, the mark
// last.
const CODES: [letter: string, text: string][] = [
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['b', '\\'],
  ['z', '\0'],
  ['f', '\ufeff'],
  ['e', ''],
  ['a', '\x01'],
];
const letterOf = new Map(CODES.map(([letter, text]) => [text, letter]));

/**
 * Rows as tab-separated text without quotes, which DuckDB's read_csv can split at any newline and parse on all cores.
 * Other characters become U+0001 and a letter; `decoded` is the SQL that reverses this, and only columns with such
 * codes pay for it. NULL is `\N`, which no text can be.
 */
export class CleanText {
  /** The text, in the first `length` bytes. */
  bytes: Buffer;
  length = 0;
  /** Bytes of the longest row so far, for read_csv. */
  longestRow = 0;
  readonly columns: readonly NeededColumn[];
  readonly #isCoded: Uint8Array;

  constructor(columns: readonly NeededColumn[], capacity: number) {
    this.columns = columns;
    this.bytes = Buffer.allocUnsafe(capacity);
    this.#isCoded = new Uint8Array(columns.length);
  }

  /** Appends rows. @throws DumpError with path and line for a value that is no number in a column of numbers */
  append(batch: RowBatch): void {
    for (let row = 0; row < batch.rowCount; row++) {
      const start = this.length;
      this.#appendRow(batch, row);
      if (this.length - start > this.longestRow) this.longestRow = this.length - start;
    }
  }

  #appendRow(batch: RowBatch, row: number): void {
    const { columns } = this;
    let at = this.length;
    for (let column = 0; column < columns.length; column++) {
      const { index, kind, values } = columns[column]!;
      // Room for the field, or for NULL, a code or a changed number, and for the tab.
      const room = at + batch.length(row, index) + 32;
      if (room > this.bytes.length) this.#grow(room, at);
      let next: number;
      if (values) next = this.#appendText(batch.text(row, index), column, at);
      else if (kind === 'text') {
        next = batch.copyPlain(row, index, this.bytes, at);
        if (next === -1) next = this.#appendText(batch.text(row, index), column, at);
        else if (next === at || this.bytes[at] === 0xef) next = this.#appendText(batch.text(row, index), column, at);
      } else {
        const number = kind === 'integer' ? batch.integer(row, index) : batch.float(row, index);
        next = batch.wasChanged ? this.#appendNumber(batch, number, at) : batch.copyPlain(row, index, this.bytes, at);
        if (next === -1) next = this.#appendNull(at);
      }
      this.bytes[next] = TAB;
      at = next + 1;
    }
    this.bytes[at - 1] = NEWLINE;
    this.length = at;
  }

  #appendNumber(batch: RowBatch, number: number | null, at: number): number {
    batch.wasChanged = false;
    return at + this.bytes.write(String(number), at);
  }

  #appendNull(at: number): number {
    this.bytes[at] = 0x5c;
    this.bytes[at + 1] = 0x4e;
    return at + 2;
  }

  #appendText(text: string | null, column: number, at: number): number {
    if (text === null) return this.#appendNull(at);
    // read_csv skips empty rows, and drops a byte-order mark at the beginning of a file; codes keep both.
    const coded =
      text === '' ? '\x01e' : text.replace(/[\t\n\r\\\0\x01\ufeff]/g, (each) => `\x01${get(letterOf, each)}`);
    if (coded !== text) this.#isCoded[column] = 1;
    const size = Buffer.byteLength(coded);
    if (at + size + 1 > this.bytes.length) this.#grow(at + size + 1, at);
    return at + this.bytes.write(coded, at);
  }

  #grow(needed: number, used: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, used);
    this.bytes = larger;
  }

  /** SQL for each column that decodes it, given columns `c0`, `c1` … of this text. */
  decoded(): string[] {
    return this.columns.map((_, column) => {
      const coded = `c${column}`;
      if (this.#isCoded[column] === 0) return coded;
      const restored = CODES.reduce(
        (sql, [letter, text]) => `replace(${sql}, chr(${MARK}) || '${letter}', ${literal(text)})`,
        coded,
      );
      return `CASE WHEN contains(${coded}, chr(${MARK})) THEN ${restored} ELSE ${coded} END`;
    });
  }

  /** Empties the text, and keeps the buffer. */
  clear(): void {
    this.length = 0;
  }

  /** Resets the codes of columns and the length of rows for the next file. */
  startFile(): void {
    this.longestRow = 0;
    this.#isCoded.fill(0);
  }
}

function literal(text: string): string {
  return text === '' ? "''" : `chr(${text.codePointAt(0)})`;
}

const [NUL, CARRIAGE_RETURN, BYTE_ORDER_MARK] = [0x00, 0x0d, 0xef];
const EMPTY_ROW = Buffer.from('\n\n');

/**
 * Can read_csv read these whole rows of a dump unchanged? They must have no escapes except `\N`, every newline must end
 * a row, and they must be UTF-8, since other bytes in unneeded columns make read_csv end the database. Most of a large
 * dump is so; only free text contains tabs, newlines and backslashes. Fields are counted in the first row only:
 * read_csv counts them in all rows, but accepts one empty field too many.
 */
export function isClean(rows: Buffer, fieldCount: number): boolean {
  // read_csv would skip a row with one empty field.
  if (fieldCount < 2 || rows[0] === BYTE_ORDER_MARK || rows[0] === NEWLINE) return false;
  if (rows.includes(NUL) || rows.includes(CARRIAGE_RETURN) || rows.includes(EMPTY_ROW)) return false;
  return fieldsOfFirst(rows) === fieldCount && !isEscaped(rows) && isUtf8(rows);
}

function fieldsOfFirst(rows: Buffer): number {
  const end = rows.indexOf(NEWLINE);
  let fields = 1;
  for (let at = rows.indexOf(TAB); at !== -1 && at < end; at = rows.indexOf(TAB, at + 1)) fields++;
  return fields;
}

/** SQL of the columns of such a file for read_csv: all fields by number, the needed ones with their type. */
export function storedColumns({ fieldCount, columns }: TablePlan): string {
  const kinds = new Map(columns.map(({ index, kind }) => [index, kind]));
  return Array.from(
    { length: fieldCount },
    (_, index) => `'f${index}': '${SQL_TYPES[kinds.get(index) ?? 'text']}'`,
  ).join(', ');
}

/**
 * SQL that finds values that read_csv accepts and MySQL changes: NaN, infinity, integers beyond the type of the column
 * or 2^53, NULL in a NOT NULL column, keys without a number, texts that are longer than their column. Null for a table
 * without such columns.
 */
export function oddValues({ table, columns, rules }: TablePlan): string | null {
  const odd = columns.flatMap(({ name, kind, index }) => {
    if (index === -1) return [];
    const isNull = rules.implicit?.[index] === undefined ? [] : [`"${name}" IS NULL`];
    if (rules.numbered?.column === index) isNull.push(`"${name}" IS NULL`, `"${name}" = 0`);
    const room = rules.characters?.[index];
    // DuckDB knows the bytes without reading the text.
    const isLong = room === undefined ? [] : [`strlen("${name}") > ${room} AND length("${name}") > ${room}`];
    if (kind === 'text') return [...isNull, ...isLong];
    const [least, most] = rules.ranges?.[index] ?? EXACT;
    return [...isNull, kind === 'float' ? `NOT isfinite("${name}")` : `"${name}" NOT BETWEEN ${least} AND ${most}`];
  });
  return odd.length === 0 ? null : `SELECT 1 FROM "${table}" WHERE ${odd.join(' OR ')} LIMIT 1`;
}
