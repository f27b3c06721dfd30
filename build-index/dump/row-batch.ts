import { isUtf8 } from 'node:buffer';
import { DumpError } from './dump-error.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const LETTER_N = 0x4e;

/** How a field is written; the flags may be combined. */
const ESCAPED = 1;
const NOT_ASCII = 2;
const NULL = 4;

// One table look-up a byte decides whether the scanner has to stop at it.
const ORDINARY = 0;
const STOP = 1;
const HIGH = 2;
const kindOfByte = new Uint8Array(256).fill(HIGH, 0x80);
for (const byte of [TAB, NEWLINE, BACKSLASH]) kindOfByte[byte] = STOP;

// MySQL's escapes (manual, LOAD DATA): any other byte after a backslash stands for itself.
const escapeOf = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of Object.entries({ '0': 0, b: 8, n: NEWLINE, r: 13, t: TAB, Z: 26 })) {
  escapeOf[letter.charCodeAt(0)] = byte;
}

/**
 * The rows found in one stretch of a dump file. Fields are kept as positions in the reader's buffer and decoded when
 * asked for, so columns nobody needs cost only the scan. Valid until the reader goes on.
 */
export class RowBatch {
  rowCount = 0;
  readonly columnCount: number;
  readonly #path: string;
  readonly #table: string;
  #bytes: Uint8Array = new Uint8Array(0);
  /** Begin and end of every field, two numbers each, row after row. */
  #bounds: Int32Array = new Int32Array(1024);
  #flags: Uint8Array = new Uint8Array(512);
  /** Line (from 1) at which the first row of this batch, and of the next one, begins. */
  #firstLine = 1;
  #nextLine = 1;

  constructor(path: string, table: string, columnCount: number) {
    this.#path = path;
    this.#table = table;
    this.columnCount = columnCount;
  }

  /**
   * Finds the complete rows in the first `length` bytes; at the end of the file the last row may lack its newline.
   * @returns how many bytes those rows take
   * @throws DumpError for a row with another number of fields
   */
  scan(bytes: Uint8Array, length: number, atEnd: boolean): number {
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
    let newlines = 0;
    let at = 0;
    for (; at < length; at++) {
      const kind = kindOfByte[bytes[at]!]!;
      if (kind === ORDINARY) continue;
      if (kind === HIGH) {
        flag |= NOT_ASCII;
        continue;
      }
      const byte = bytes[at]!;
      if (byte === BACKSLASH) {
        flag |= ESCAPED;
        at++;
        if (bytes[at]! >= 0x80) flag |= NOT_ASCII;
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
      if (flag !== 0) {
        if (flag & ESCAPED) newlines += this.#newlinesIn(bounds[2 * field - 2]!, at);
        flag = 0;
      }
      if (byte === NEWLINE) {
        if (fieldsInRow !== columns) throw this.#wrongLength(rowStart, fieldsInRow);
        this.rowCount++;
        fieldsInRow = 0;
        rowStart = fieldStart;
      }
    }
    if (atEnd && rowStart < length) {
      if (at > length) throw new DumpError(`${this.#path} line ${this.#lineAt(rowStart)}: the file ends after a backslash`);
      if (fieldsInRow + 1 !== columns) throw this.#wrongLength(rowStart, fieldsInRow + 1);
      if (field >= flags.length) this.#grow();
      this.#bounds[2 * field] = fieldStart;
      this.#bounds[2 * field + 1] = length;
      this.#flags[field] = this.#flagOf(fieldStart, length, flag);
      this.rowCount++;
      rowStart = length;
    }
    this.#nextLine += this.rowCount + newlines;
    return rowStart;
  }

  /** Path and line of a row of this batch, for an error message. */
  where(row: number): string {
    const start = row === 0 ? 0 : this.#bounds[2 * row * this.columnCount]!;
    return `${this.#path} line ${this.#lineAt(start)}`;
  }
}
