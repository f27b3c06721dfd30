import { isUtf8 } from 'node:buffer';
import type { ByteSlice } from '../../src/index/blocks/byte-slices.ts';
import { DumpError } from './dump-error.ts';
import { type FieldTexts, decodedText, unescapedField } from './field-text.ts';
import { ESCAPED, NOT_ASCII, NULL, QUOTE, RowScan } from './row-scan.ts';

/**
 * The rows found in one stretch of a dump file. Fields are kept as positions in the reader's buffer and decoded when
 * asked for, so columns nobody needs cost only the scan. Valid until the reader goes on. Column -1 is one that the dump
 * lacks: NULL.
 */
export class RowBatch extends RowScan {
  isNull(row: number, column: number): boolean {
    return column < 0 || (this.flags[row * this.columnCount + column]! & NULL) !== 0;
  }

  /**
   * The field as text, or null for `\N`. Bytes that are not UTF-8 are read as Windows-1252, so that no letter is lost.
   */
  text(row: number, column: number): string | null {
    const field = row * this.columnCount + column;
    const flags = this.flags[field]!;
    if (column < 0 || flags & NULL) return null;
    const bytes = this.#content(field);
    return flags & NOT_ASCII ? decodedText(bytes) : bytes.toString('latin1');
  }

  /** The number of the field's text among others of its column; -1 where there are too many. */
  textNumber(row: number, column: number, texts: FieldTexts): number {
    const field = row * this.columnCount + column;
    if (column < 0 || (this.flags[field]! & ~QUOTE) !== 0) return texts.ofText(this.text(row, column));
    return texts.numberOf(this.bytes, this.bounds[2 * field]!, this.bounds[2 * field + 1]!);
  }

  /** A byte of the field as it stands in the dump. */
  byteAt(row: number, column: number, at: number): number {
    return this.bytes[this.bounds[2 * (row * this.columnCount + column)]! + at]!;
  }

  /** The field's bytes as they stand in the dump, good until the reader goes on. */
  slice(row: number, column: number, target: ByteSlice): void {
    const field = 2 * (row * this.columnCount + column);
    [target.bytes, target.start, target.end] = [this.bytes, this.bounds[field]!, this.bounds[field + 1]!];
  }

  /** Whether the field's bytes are its text: ASCII, without escapes. */
  isPlain(row: number, column: number): boolean {
    return column >= 0 && (this.flags[row * this.columnCount + column]! & ~QUOTE) === 0;
  }

  /**
   * The field's bytes without their escapes, or null for `\N`: a view that is good until the reader goes on, or a copy
   * where there are escapes.
   */
  binary(row: number, column: number): Buffer | null {
    const field = row * this.columnCount + column;
    return column < 0 || this.flags[field]! & NULL ? null : this.#content(field);
  }

  /**
   * The field as a whole number, or null for `\N`.
   * @throws DumpError with path and line when it is none, or beyond 2^53
   */
  integer(row: number, column: number): number | null {
    const field = row * this.columnCount + column;
    if (column < 0 || this.flags[field]! & NULL) return null;
    const end = this.bounds[2 * field + 1]!;
    const start = this.bounds[2 * field]!;
    const negative = this.bytes[start] === MINUS;
    let at = negative ? start + 1 : start;
    let value = at < end ? 0 : NaN;
    for (; at < end; at++) {
      const digit = this.bytes[at]! - DIGIT_0;
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
    const start = this.bounds[2 * field]!;
    const end = this.bounds[2 * field + 1]!;
    const flags = this.flags[field]! & ~QUOTE;
    if (flags !== 0) {
      if (flags !== NOT_ASCII || !isUtf8(this.bytes.subarray(start, end))) return -1;
    }
    return this.#copy(start, end, target, at);
  }

  /** Copies the field as it stands in the dump. @returns the place after the copy */
  copyStored(row: number, column: number, target: Uint8Array, at: number): number {
    const field = row * this.columnCount + column;
    return this.#copy(this.bounds[2 * field]!, this.bounds[2 * field + 1]!, target, at);
  }

  /** Bytes the field takes in the dump: not less than it has without its escapes. */
  length(row: number, column: number): number {
    const field = row * this.columnCount + column;
    return this.bounds[2 * field + 1]! - this.bounds[2 * field]!;
  }

  /** The error for a field that is not what its column should hold. */
  broken(row: number, column: number, expected: string): DumpError {
    const text = this.text(row, column) ?? 'NULL';
    const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
    return new DumpError(
      `${this.where(row)}: column ${column + 1} of ${this.table} should be ${expected} but is ` +
        `${shown}${this.doubtOf(row)}`,
    );
  }

  #copy(start: number, end: number, target: Uint8Array, at: number): number {
    // Below some 50 bytes a loop beats the call that a native copy costs.
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
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
