import { isUtf8 } from 'node:buffer';
import type { ByteSlice } from '../../src/index/blocks/byte-slices.ts';
import { DumpError } from './dump-error.ts';
import { type FieldTexts, decodedText, unescapedField } from './field-text.ts';
import { ESCAPED, NOT_ASCII, NULL, QUOTE, RowScan } from './row-scan.ts';
import { DECIMAL, storedFloat, storedInteger } from './stored-number.ts';

/**
 * The rows in a part of a dump file. Fields are positions in the reader's buffer and are decoded on demand, so unneeded
 * columns cost only the scan. Valid until the reader moves on. Column -1, which the dump lacks, is NULL.
 */
export class RowBatch extends RowScan {
  /** Was a number since the last reset not what the dump contains? */
  wasChanged = false;

  isNull(row: number, column: number): boolean {
    if (column < 0) return true;
    return (this.flags[row * this.columnCount + column]! & NULL) !== 0 && this.implicit[column] === undefined;
  }

  /**
   * The field as text, or null for `\N`. Bytes that are not UTF-8 are decoded as Windows-1252. Values of SET and ENUM
   * columns are as MySQL stores them, and texts of CHAR and VARCHAR columns are cut to their length.
   */
  text(row: number, column: number): string | null {
    const field = row * this.columnCount + column;
    const flags = this.flags[field]!;
    if (column < 0) return null;
    if (flags & NULL) return this.#implicitText(row, column);
    const text = this.#decoded(row, column);
    const values = this.values[column];
    if (!values) return text.length > this.characters[column]! ? this.#cut(row, column, text) : text;
    const stored = values.stored(text);
    if (!stored.isListed) this.#departUnlisted(row, column);
    return stored.text;
  }

  /** The characters of a text that its column can contain. */
  #cut(row: number, column: number, text: string): string {
    const most = this.characters[column]!;
    const characters = [...text];
    if (characters.length <= most) return text;
    const expected = `${most === 1 ? '1 character' : `${most} characters`} at most`;
    this.depart(row, column, 'text longer than its column', () => this.#wrongValue(row, column, expected), false);
    return characters.slice(0, most).join('');
  }

  #decoded(row: number, column: number): string {
    const field = row * this.columnCount + column;
    const bytes = this.#content(field);
    if (!(this.flags[field]! & NOT_ASCII)) return bytes.toString('latin1');
    if (!isUtf8(bytes)) this.#departLatin(row, column);
    return decodedText(bytes);
  }

  /** The number of the field's text in `texts`; -1 if `texts` is full. */
  textNumber(row: number, column: number, texts: FieldTexts): number {
    const field = row * this.columnCount + column;
    const number =
      column < 0 || !this.isPlain(row, column)
        ? texts.ofText(this.text(row, column))
        : texts.numberOf(this.bytes, this.bounds[2 * field]!, this.bounds[2 * field + 1]!, this.values[column]);
    if (texts.wasUnlisted) {
      texts.wasUnlisted = false;
      this.#departUnlisted(row, column);
    }
    return number;
  }

  /** A byte of the field as stored in the dump. */
  byteAt(row: number, column: number, at: number): number {
    return this.bytes[this.bounds[2 * (row * this.columnCount + column)]! + at]!;
  }

  /** Sets `target` to the field's bytes as stored in the dump. Valid until the reader moves on. */
  slice(row: number, column: number, target: ByteSlice): void {
    const field = 2 * (row * this.columnCount + column);
    [target.bytes, target.start, target.end] = [this.bytes, this.bounds[field]!, this.bounds[field + 1]!];
  }

  /** Are the field's bytes its text, i.e. ASCII without escapes that fits into its column? */
  isPlain(row: number, column: number): boolean {
    const field = row * this.columnCount + column;
    return column >= 0 && (this.flags[field]! & ~QUOTE) === 0 && !this.#isLong(field, column);
  }

  /**
   * The field's bytes without escapes, or null for `\N`. A view that is valid until the reader moves on, or a copy if
   * the field has escapes.
   */
  binary(row: number, column: number): Buffer | null {
    const field = row * this.columnCount + column;
    if (column < 0) return null;
    if (!(this.flags[field]! & NULL)) return this.#content(field);
    const text = this.#implicitText(row, column);
    return text === null ? null : Buffer.from(text);
  }

  /**
   * The field as a whole number, or null for `\N`. A text that is none counts as the number at its beginning, or 0.
   * @throws DumpError with path and line if it is none, or beyond 2^53, and departures are errors
   */
  integer(row: number, column: number): number | null {
    const field = row * this.columnCount + column;
    if (column < 0) return null;
    if (this.flags[field]! & NULL) return this.#implicitNumber(row, column);
    const end = this.bounds[2 * field + 1]!;
    const start = this.bounds[2 * field]!;
    const negative = this.bytes[start] === MINUS;
    let at = negative ? start + 1 : start;
    let value = at < end ? 0 : NaN;
    for (; at < end; at++) {
      const digit = this.bytes[at]! - DIGIT_0;
      value = digit >= 0 && digit <= 9 ? value * 10 + digit : NaN;
    }
    const number = negative ? -value : value;
    if (!(number <= this.most[column]! && number >= this.least[column]!))
      return this.#oddNumber(row, column, 'a whole number', (text) => storedInteger(text, this.ranges[column]));
    return number;
  }

  /**
   * The field as a number, or null for `\N`. A text that is none counts as the number at its beginning, or 0.
   * @throws DumpError with path and line if it is none and departures are errors
   */
  float(row: number, column: number): number | null {
    if (column >= 0 && this.flags[row * this.columnCount + column]! & NULL) return this.#implicitNumber(row, column);
    const text = this.text(row, column);
    if (text === null) return null;
    const number = DECIMAL.test(text) ? Number(text) : NaN;
    return Number.isFinite(number) ? number : this.#oddNumber(row, column, 'a number', storedFloat);
  }

  /**
   * Copies the field to `target` if its bytes are valid in tab-separated text: no escape, no control character, sound
   * UTF-8, no longer than the column. The target must have room for `length(row, column)` bytes.
   * @returns the offset after the copy, or -1 if the field is NULL or must be read with `text`
   */
  copyPlain(row: number, column: number, target: Uint8Array, at: number): number {
    const field = row * this.columnCount + column;
    const start = this.bounds[2 * field]!;
    const end = this.bounds[2 * field + 1]!;
    const flags = this.flags[field]! & ~QUOTE;
    if (end - start > this.characters[column]!) return -1;
    if (flags !== 0) {
      if (flags !== NOT_ASCII || !isUtf8(this.bytes.subarray(start, end))) return -1;
    }
    return this.#copy(start, end, target, at);
  }

  /** Copies the field as stored in the dump. @returns the offset after the copy */
  copyStored(row: number, column: number, target: Uint8Array, at: number): number {
    const field = row * this.columnCount + column;
    return this.#copy(this.bounds[2 * field]!, this.bounds[2 * field + 1]!, target, at);
  }

  /** Bytes of the field in the dump; at least as many as without its escapes. */
  length(row: number, column: number): number {
    const field = row * this.columnCount + column;
    return this.bounds[2 * field + 1]! - this.bounds[2 * field]!;
  }

  /** The error for a field with a wrong value. */
  broken(row: number, column: number, expected: string): DumpError {
    return new DumpError(`${this.where(row)}: ${this.#wrongValue(row, column, expected)}${this.doubtOf(row)}`);
  }

  #wrongValue(row: number, column: number, expected: string): string {
    const text = this.isNull(row, column) ? 'NULL' : this.#decoded(row, column);
    const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
    return `column ${column + 1} of ${this.table} should be ${expected} but is ${shown}`;
  }

  #oddNumber(row: number, column: number, expected: string, stored: (text: string) => number): number {
    const text = this.#decoded(row, column);
    const number = DECIMAL.test(text) ? Number(text) : NaN;
    const kind =
      number > this.most[column]! || number < this.least[column]!
        ? 'number out of range'
        : text === 'NULL'
          ? 'NULL as text in a number column'
          : 'text in a number column';
    // Without departures, a whole number beyond the type of its column is no error.
    const isError = !Number.isSafeInteger(number);
    this.depart(row, column, kind, () => this.#wrongValue(row, column, expected), isError);
    this.wasChanged = true;
    return stored(text);
  }

  /** MySQL's value for `\N` in a NOT NULL column; null in others. */
  #implicitText(row: number, column: number): string | null {
    const value = this.implicit[column];
    if (value === undefined) return null;
    const what = `column ${column + 1} of ${this.table} is NULL, but may not be; it is read as '${value}'`;
    this.depart(row, column, 'NULL in a column without NULL', () => what, false);
    return value;
  }

  #implicitNumber(row: number, column: number): number | null {
    const value = this.#implicitText(row, column);
    if (value === null) return null;
    this.wasChanged = true;
    return Number(value);
  }

  #departUnlisted(row: number, column: number): void {
    this.depart(
      row,
      column,
      'value that the column does not list',
      () => this.#wrongValue(row, column, 'as table.sql lists it'),
      false,
    );
  }

  #departLatin(row: number, column: number): void {
    const what = `column ${column + 1} of ${this.table} is not UTF-8; it is read as Windows-1252`;
    this.depart(row, column, 'text that is not UTF-8', () => what, false);
  }

  /** Has the field more bytes than its column has characters? */
  #isLong(field: number, column: number): boolean {
    return this.bounds[2 * field + 1]! - this.bounds[2 * field]! > this.characters[column]!;
  }

  #copy(start: number, end: number, target: Uint8Array, at: number): number {
    // Below some 50 bytes a loop is faster than the call of a native copy.
    const { bytes } = this;
    if (end - start >= 50) return at + bytes.copy(target, at, start, end);
    for (let from = start; from < end; from++) target[at++] = bytes[from]!;
    return at;
  }

  #content(field: number): Buffer {
    const start = this.bounds[2 * field]!;
    const end = this.bounds[2 * field + 1]!;
    return this.flags[field]! & ESCAPED ? unescapedField(this.bytes, start, end) : this.bytes.subarray(start, end);
  }
}

const MINUS = 0x2d;
const DIGIT_0 = 0x30;
