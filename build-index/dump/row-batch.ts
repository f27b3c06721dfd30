import { isUtf8 } from 'node:buffer';
import { DumpError } from './dump-error.ts';
import { decodedText, unescapedField } from './field-text.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const LETTER_N = 0x4e;

/** How a field is written; the flags may be combined. */
const ESCAPED = 1;
const NOT_ASCII = 2;
const NULL = 4;
/** A control character stands in the field as itself; MySQL escapes only NUL, tab, newline and backslash. */
const CONTROL = 8;

// One table look-up a byte decides whether the scanner has to stop at it; other values are the flag the byte sets.
const ORDINARY = 0;
const STOP = 1;
const kindOfByte = new Uint8Array(256).fill(NOT_ASCII, 0x80).fill(CONTROL, 0, 0x20);
for (const byte of [TAB, NEWLINE, BACKSLASH]) kindOfByte[byte] = STOP;

/**
 * The rows found in one stretch of a dump file. Fields are kept as positions in the reader's buffer and decoded when
 * asked for, so columns nobody needs cost only the scan. Valid until the reader goes on.
 */
export class RowBatch {
  rowCount = 0;
  readonly columnCount: number;
  readonly #leastFields: number;
  readonly #path: string;
  readonly #table: string;
  #bytes: Buffer = Buffer.alloc(0);
  /** Begin and end of every field, two numbers each, row after row. */
  #bounds: Int32Array = new Int32Array(1024);
  #flags: Uint8Array = new Uint8Array(512);
  /** Line (from 1) at which the first row of this batch, and of the next one, begins. */
  #firstLine = 1;
  #nextLine = 1;

  /** @param leastFields a row may end after so many fields: the others are then NULL */
  constructor(path: string, table: string, columnCount: number, leastFields = columnCount) {
    this.#leastFields = leastFields;
    this.#path = path;
    this.#table = table;
    this.columnCount = columnCount;
  }

  /**
   * Finds the complete rows in the first `length` bytes; at the end of the file the last row may lack its newline.
   * @returns how many bytes those rows take
   * @throws DumpError for a row with another number of fields
   */
  scan(bytes: Buffer, length: number, atEnd: boolean): number {
    this.#bytes = bytes;
    this.#firstLine = this.#nextLine;
    this.rowCount = 0;
    const columns = this.columnCount;
    let bounds = this.#bounds;
    let flags = this.#flags;
    let rowStart = 0;
    let fieldStart = 0;
    let field = 0;
    let fieldsInRow = 0;
    let flag = 0;
    let rows = 0;
    // Escaped ones, so far and up to the end of the last complete row.
    let newlines = 0;
    let newlinesInRows = 0;
    let at = 0;
    for (; at < length; at++) {
      const byte = bytes[at]!;
      const kind = kindOfByte[byte]!;
      if (kind === ORDINARY) continue;
      if (kind !== STOP) {
        flag |= kind;
        continue;
      }
      if (byte === BACKSLASH) {
        flag |= ESCAPED;
        at++;
        const next = bytes[at]!;
        if (next >= 0x80) flag |= NOT_ASCII;
        else if (next === NEWLINE) newlines++;
        continue;
      }
      if (fieldsInRow < columns) {
        if (field >= flags.length) {
          this.#grow();
          bounds = this.#bounds;
          flags = this.#flags;
        }
        bounds[2 * field] = fieldStart;
        bounds[2 * field + 1] = at;
        flags[field] = flag === 0 ? 0 : this.#flagOf(fieldStart, at, flag);
        field++;
      }
      fieldsInRow++;
      fieldStart = at + 1;
      flag = 0;
      if (byte === NEWLINE) {
        if (fieldsInRow !== columns) {
          field = this.#fillRow(rowStart, field, fieldsInRow);
          bounds = this.#bounds;
          flags = this.#flags;
        }
        rows++;
        fieldsInRow = 0;
        rowStart = fieldStart;
        newlinesInRows = newlines;
      }
    }
    if (atEnd && rowStart < length) {
      if (at > length) throw new DumpError(`${this.#at(rowStart)}: the file ends after a backslash`);
      if (fieldsInRow >= columns) throw this.#wrongLength(rowStart, fieldsInRow + 1);
      if (field >= this.#flags.length) this.#grow();
      this.#bounds[2 * field] = fieldStart;
      this.#bounds[2 * field + 1] = length;
      this.#flags[field] = this.#flagOf(fieldStart, length, flag);
      if (fieldsInRow + 1 !== columns) this.#fillRow(rowStart, field + 1, fieldsInRow + 1);
      rows++;
      rowStart = length;
    }
    this.rowCount = rows;
    this.#nextLine = this.#firstLine + rows + newlinesInRows;
    return rowStart;
  }

  isNull(row: number, column: number): boolean {
    return (this.#flags[row * this.columnCount + column]! & NULL) !== 0;
  }

  /** The field as text, or null for `\N`. Bytes that are not UTF-8 are read as Windows-1252, so that no letter is lost. */
  text(row: number, column: number): string | null {
    const field = row * this.columnCount + column;
    const flags = this.#flags[field]!;
    if (flags & NULL) return null;
    const bytes = this.#content(field);
    return flags & NOT_ASCII ? decodedText(bytes) : bytes.toString('latin1');
  }

  /** The field's bytes without their escapes, or null for `\N`: a view that is good until the reader goes on, or a copy where there are escapes. */
  binary(row: number, column: number): Buffer | null {
    const field = row * this.columnCount + column;
    return this.#flags[field]! & NULL ? null : this.#content(field);
  }

  /**
   * The field as a whole number, or null for `\N`.
   * @throws DumpError with path and line when it is none, or beyond 2^53
   */
  integer(row: number, column: number): number | null {
    const field = row * this.columnCount + column;
    if (this.#flags[field]! & NULL) return null;
    const end = this.#bounds[2 * field + 1]!;
    const start = this.#bounds[2 * field]!;
    const negative = this.#bytes[start] === MINUS;
    let at = negative ? start + 1 : start;
    let value = at < end ? 0 : NaN;
    for (; at < end; at++) {
      const digit = this.#bytes[at]! - DIGIT_0;
      value = digit >= 0 && digit <= 9 ? value * 10 + digit : NaN;
    }
    if (!(value <= Number.MAX_SAFE_INTEGER)) throw this.broken(row, column, 'a whole number');
    return negative ? -value : value;
  }

  /**
   * The field as a number, or null for `\N`.
   * @throws DumpError with path and line when it is none
   */
  float(row: number, column: number): number | null {
    const text = this.text(row, column);
    if (text === null) return null;
    if (!DECIMAL.test(text)) throw this.broken(row, column, 'a number');
    return Number(text);
  }

  /**
   * Copies the field to `target` when its bytes can stand in tab-separated text as they are: no escape, no control
   * character, sound UTF-8. The target must have room for `length(row, column)` bytes.
   * @returns the place after the copy, or -1 when the field has to be read with `text` or is NULL
   */
  copyPlain(row: number, column: number, target: Uint8Array, at: number): number {
    const field = row * this.columnCount + column;
    const start = this.#bounds[2 * field]!;
    const end = this.#bounds[2 * field + 1]!;
    const flags = this.#flags[field]!;
    if (flags !== 0) {
      if (flags !== NOT_ASCII || !isUtf8(this.#bytes.subarray(start, end))) return -1;
    }
    // Below some 50 bytes a loop beats the call that a native copy costs.
    const bytes = this.#bytes;
    if (end - start < 50) for (let from = start; from < end; from++) target[at++] = bytes[from]!;
    else at += bytes.copy(target, at, start, end);
    return at;
  }

  /** Bytes the field takes in the dump: not less than it has without its escapes. */
  length(row: number, column: number): number {
    const field = row * this.columnCount + column;
    return this.#bounds[2 * field + 1]! - this.#bounds[2 * field]!;
  }

  /** Path and line (from 1; an escaped newline begins a line too) of a row, for an error message. */
  where(row: number): string {
    return this.#at(row < this.rowCount ? this.#bounds[2 * row * this.columnCount]! : 0);
  }

  /** The same of the row that comes after this batch. */
  whereNext(): string {
    return `${this.#path} line ${this.#nextLine}`;
  }

  /** The error for a field that is not what its column should hold. */
  broken(row: number, column: number, expected: string): DumpError {
    const text = this.text(row, column) ?? 'NULL';
    const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
    return new DumpError(`${this.where(row)}: column ${column + 1} of ${this.#table} should be ${expected} but is ${shown}`);
  }

  #flagOf(start: number, end: number, flag: number): number {
    const isNull = end - start === 2 && this.#bytes[start] === BACKSLASH && this.#bytes[start + 1] === LETTER_N;
    return isNull ? NULL : flag;
  }

  #content(field: number): Buffer {
    const start = this.#bounds[2 * field]!;
    const end = this.#bounds[2 * field + 1]!;
    return this.#flags[field]! & ESCAPED ? unescapedField(this.#bytes, start, end) : this.#bytes.subarray(start, end);
  }

  /** Puts NULL for the fields that a row lacks at its end. Returns the number of the next field. */
  #fillRow(rowStart: number, field: number, fieldsInRow: number): number {
    if (fieldsInRow < this.#leastFields || fieldsInRow > this.columnCount) throw this.#wrongLength(rowStart, fieldsInRow);
    for (let missing = this.columnCount - fieldsInRow; missing > 0; missing--) {
      if (field >= this.#flags.length) this.#grow();
      this.#bounds[2 * field] = rowStart;
      this.#bounds[2 * field + 1] = rowStart;
      this.#flags[field++] = NULL;
    }
    return field;
  }

  #grow(): void {
    const bounds = new Int32Array(this.#bounds.length * 2);
    bounds.set(this.#bounds);
    this.#bounds = bounds;
    const flags = new Uint8Array(this.#flags.length * 2);
    flags.set(this.#flags);
    this.#flags = flags;
  }

  #at(offset: number): string {
    return `${this.#path} line ${this.#firstLine + newlinesIn(this.#bytes, offset)}`;
  }

  #wrongLength(rowStart: number, found: number): DumpError {
    const fields = found === 1 ? '1 field' : `${found} fields`;
    return new DumpError(`${this.#at(rowStart)}: a row of ${this.#table} has ${this.columnCount} columns, this one has ${fields}`);
  }
}

const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function newlinesIn(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
