import { isUtf8 } from 'node:buffer';
import { isEscaped } from './special-bytes.ts';
import type { RowBatch } from './row-batch.ts';
import { type NeededColumn, SQL_TYPES, type TablePlan } from './table-plan.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const MARK = 0x01;

// Codes that stand for what tab-separated text cannot hold: the mark, then a letter. Undone in this order, the mark
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
 * Rows as tab-separated text that needs no quoting: DuckDB's read_csv may then cut it at any newline and parse the
 * pieces on all cores. Whatever the format cannot hold stands as U+0001 and a letter; `decoded` is the SQL that
 * undoes it, and only columns in which it happened pay for that. NULL is `\N`, which no text can be.
 */
export class CleanText {
  /** Filled from the beginning; `length` says how far. */
  bytes: Buffer;
  length = 0;
  /** Bytes of the longest row so far: read_csv wants to know. */
  longestRow = 0;
  readonly columns: readonly NeededColumn[];
  readonly #isCoded: Uint8Array;

  constructor(columns: readonly NeededColumn[], capacity: number) {
    this.columns = columns;
    this.bytes = Buffer.allocUnsafe(capacity);
    this.#isCoded = new Uint8Array(columns.length);
  }

  /** @throws DumpError with path and line when a number's column holds something else */
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
      const { index, kind } = columns[column]!;
      // Room for the field, for NULL or a code, and for the tab.
      const room = at + batch.length(row, index) + 3;
      if (room > this.bytes.length) this.#grow(room, at);
      let next: number;
      if (kind === 'text') {
        next = batch.copyPlain(row, index, this.bytes, at);
        if (next === -1) next = this.#appendText(batch.text(row, index), column, at);
        else if (next === at || this.bytes[at] === 0xef) next = this.#appendText(batch.text(row, index), column, at);
      } else {
        if (!batch.isNull(row, index)) kind === 'integer' ? batch.integer(row, index) : batch.float(row, index);
        next = batch.copyPlain(row, index, this.bytes, at);
        if (next === -1) next = this.#appendNull(at);
      }
      this.bytes[next] = TAB;
      at = next + 1;
    }
    this.bytes[at - 1] = NEWLINE;
    this.length = at;
  }

  #appendNull(at: number): number {
    this.bytes[at] = 0x5c;
    this.bytes[at + 1] = 0x4e;
    return at + 2;
  }

  #appendText(text: string | null, column: number, at: number): number {
    if (text === null) return this.#appendNull(at);
    // An empty row would be passed over and a byte-order mark at a file's beginning taken away; codes keep both.
    const coded =
      text === '' ? '\x01e' : text.replace(/[\t\n\r\\\0\x01\ufeff]/g, (character) => `\x01${letterOf.get(character)!}`);
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

  /** SQL for each column that gives back what the dump held, given a column `c0`, `c1` … of this text. */
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

  /** Empties the text; the buffer stays. */
  clear(): void {
    this.length = 0;
  }

  /** Forgets which columns hold codes and how long rows are, for the next file. */
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
 * Whether whole rows of a dump, as MySQL wrote them, are what read_csv reads in the same way: fields without escapes,
 * NULL as `\N`, each newline the end of a row, in UTF-8: of other bytes read_csv has an error that ends the database
 * where some columns of a table are not needed. Most of a large dump is: only text that somebody wrote has tabs,
 * newlines and backslashes in it. How many fields rows have is looked at in the first alone, since read_csv looks at
 * all of them but takes one empty field too many.
 */
export function isClean(rows: Buffer, fieldCount: number): boolean {
  // A row of one empty field would be passed over, as a row of nothing.
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

/** SQL of a file of such rows for read_csv: all fields of a row, by number, of which the needed ones have a type. */
export function storedColumns({ fieldCount, columns }: TablePlan): string {
  const kinds = new Map(columns.map(({ index, kind }) => [index, kind]));
  return Array.from(
    { length: fieldCount },
    (_, index) => `'f${index}': '${SQL_TYPES[kinds.get(index) ?? 'text']}'`,
  ).join(', ');
}

/**
 * SQL of what a loaded table may not hold and read_csv takes as a number: NaN, infinity, whole numbers that are not
 * exact here. Null when it has no numbers.
 */
export function oddNumbers({ table, columns }: TablePlan): string | null {
  const odd = columns.flatMap(({ name, kind, index }) => {
    if (index === -1 || kind === 'text') return [];
    return [
      kind === 'float'
        ? `NOT isfinite("${name}")`
        : `"${name}" NOT BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`,
    ];
  });
  return odd.length === 0 ? null : `SELECT 1 FROM "${table}" WHERE ${odd.join(' OR ')} LIMIT 1`;
}
