import type { DepartureKind, Departures, ReadingDepartures } from './departures.ts';
import { DumpError, PERHAPS_CUT } from './dump-error.ts';
import { evenRows } from './even-rows.ts';
import type { StoredValues } from './listed-values.ts';
import { type NumberedRows, RowNumbers } from './row-numbers.ts';
import { findSpecialBytes, SEARCHED_BYTES, specialBytes } from './special-bytes.ts';
import { newlinesIn } from './dump-source.ts';
import { EXACT } from './stored-number.ts';
import { largerArray } from '../../src/index/blocks/bytes.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const DOUBLE_QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_N = 0x4e;

/** Flags for the spelling of a field; they can be combined. */
export const ESCAPED = 1;
export const NOT_ASCII = 2;
export const NULL = 4;
/** The field contains an unescaped control character; MySQL escapes only NUL, tab, newline and backslash. */
const CONTROL = 8;
/** The field contains a double quote. */
export const QUOTE = 16;

/** How rows are read that differ from their table. */
export interface RowRules {
  /** Number of fields after which a row may end without a departure; by default all. */
  leastFields?: number;
  /** Values for fields that a row lacks, by column, as the dump would spell it; by default NULL. */
  defaults?: readonly string[];
  /** Values of `\N`, by column, as the dump would spell it; by default NULL. */
  implicit?: readonly (string | undefined)[];
  /** The least and greatest number that a column can contain, by column; by default what a number holds exactly. */
  ranges?: readonly (readonly [number, number] | undefined)[];
  /** Most characters of CHAR and VARCHAR columns, by column. */
  characters?: readonly (number | undefined)[];
  /** The AUTO_INCREMENT column. MySQL numbers rows without a value. */
  numbered?: { column: number; name: string };
  /** Of the SET and ENUM columns that are needed, by column. */
  values?: readonly (StoredValues | null)[];
  /** Counts departures. Without it, broken rows and numbers are errors. */
  departures?: Departures | undefined;
}

const UNLIMITED = 2 ** 31 - 1;

/** Finds the rows and fields in a part of a dump file, with their line numbers. */
export class RowScan {
  rowCount = 0;
  readonly columnCount: number;
  readonly #leastFields: number;
  readonly #defaults: readonly string[];
  readonly #departures: ReadingDepartures | null;
  /** Fields of this batch whose departures are counted. */
  readonly #counted = new Set<number>();
  protected readonly ranges: readonly (readonly [number, number] | undefined)[];
  /** The ranges by column, for comparisons. */
  protected readonly least: Float64Array;
  protected readonly most: Float64Array;
  protected readonly implicit: readonly (string | undefined)[];
  protected readonly values: readonly (StoredValues | null)[];
  /** Most characters of a text, by column. */
  protected readonly characters: Int32Array;
  readonly #numbers: RowNumbers | null;
  readonly #path: string;
  protected readonly table: string;
  protected bytes: Buffer = Buffer.alloc(0);
  /** Start and end of every field (two numbers each), row by row. */
  protected bounds: Int32Array = new Int32Array(1024);
  /** Flags of every field: ESCAPED, NOT_ASCII, NULL, CONTROL, QUOTE. */
  protected flags: Uint8Array = new Uint8Array(512);
  /** Line (from 1) of the first row in this batch, and in the next one. */
  #firstLine = 1;
  #nextLine = 1;
  /** The last row of the file if it lacks a newline; -1 if this batch has no such row. */
  #openRow = -1;

  constructor(path: string, table: string, columnCount: number, rules: RowRules = {}) {
    this.#leastFields = rules.leastFields ?? columnCount;
    this.#defaults = Array.from({ length: columnCount }, (_, column) => rules.defaults?.[column] ?? '\\N');
    this.values = rules.values ?? [];
    this.characters = Int32Array.from({ length: columnCount }, (_, column) => rules.characters?.[column] ?? UNLIMITED);
    this.ranges = rules.ranges ?? [];
    this.least = Float64Array.from({ length: columnCount }, (_, column) => (this.ranges[column] ?? EXACT)[0]);
    this.most = Float64Array.from({ length: columnCount }, (_, column) => (this.ranges[column] ?? EXACT)[1]);
    this.implicit = rules.implicit ?? [];
    this.#departures = rules.departures?.reading(path, table) ?? null;
    this.#numbers = rules.numbered ? new RowNumbers(rules.numbered, this.ranges) : null;
    this.#path = path;
    this.table = table;
    this.columnCount = columnCount;
  }

  /**
   * Finds the complete rows in the first `length` bytes. At the end of the file, the last row may lack its newline.
   * @returns number of bytes in these rows
   * @throws DumpError for a row with another number of fields, if departures are errors
   */
  scan(bytes: Buffer, length: number, atEnd: boolean): number {
    this.bytes = bytes;
    this.#firstLine = this.#nextLine;
    this.rowCount = 0;
    this.#openRow = -1;
    if (this.#counted.size > 0) this.#counted.clear();
    const columns = this.columnCount;
    let bounds = this.bounds;
    let flags = this.flags;
    let rowStart = 0;
    let fieldStart = 0;
    let field = 0;
    let fieldsInRow = 0;
    let flag = 0;
    let rows = 0;
    // Escaped newlines, up to here and up to the end of the last complete row.
    let newlines = 0;
    let newlinesInRows = 0;
    /** Offset after the last backslash; that byte belongs to the field even if it is special. */
    let escaped = -1;
    for (let from = 0; from < length; from += SEARCHED_BYTES) {
      const listed = findSpecialBytes(bytes.subarray(from, Math.min(length, from + SEARCHED_BYTES)));
      for (let each = 0; each < listed; each++) {
        const at = from + specialBytes[each]!;
        const byte = bytes[at]!;
        if (at === escaped) {
          if (byte >= 0x80) flag |= NOT_ASCII;
          else if (byte === NEWLINE) newlines++;
          continue;
        }
        if (byte === BACKSLASH) {
          flag |= ESCAPED;
          escaped = at + 1;
          continue;
        }
        if (byte !== TAB && byte !== NEWLINE) {
          flag |= byte >= 0x80 ? NOT_ASCII : byte === DOUBLE_QUOTE ? QUOTE : CONTROL;
          continue;
        }
        if (fieldsInRow < columns) {
          if (field >= flags.length) {
            this.#grow();
            bounds = this.bounds;
            flags = this.flags;
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
          if (fieldsInRow !== columns) return this.#scanEven(length, atEnd);
          rows++;
          fieldsInRow = 0;
          rowStart = fieldStart;
          newlinesInRows = newlines;
        }
      }
    }
    if (atEnd && rowStart < length) {
      if (escaped === length) throw new DumpError(`${this.#at(rowStart)}: the file ends after a backslash`);
      if (fieldsInRow + 1 !== columns) return this.#scanEven(length, atEnd);
      if (field >= this.flags.length) this.#grow();
      this.bounds[2 * field] = fieldStart;
      this.bounds[2 * field + 1] = length;
      this.flags[field] = this.#flagOf(fieldStart, length, flag);
      this.#openRow = rows;
      rows++;
      rowStart = length;
    }
    this.rowCount = rows;
    if (this.#numbers !== null) {
      const numbered = this.#numbers.number(bytes, rowStart, this.bounds, rows, columns);
      if (numbered !== null) return this.#scanNumbered(numbered, rowStart, atEnd);
    }
    this.#nextLine = this.#firstLine + rows + newlinesInRows;
    return rowStart;
  }

  /** Path and line of a row for an error. Lines count from 1, and an escaped newline also begins a line. */
  where(row: number): string {
    return this.#at(row < this.rowCount ? this.bounds[2 * row * this.columnCount]! : 0);
  }

  /** Path and line of the row after this batch. */
  whereNext(): string {
    return `${this.#path} line ${this.#nextLine}`;
  }

  /** A possible cause of a row's fault as the end of a sentence. Empty for a row that ends with a newline. */
  protected doubtOf(row: number): string {
    return row === this.#openRow ? PERHAPS_CUT : '';
  }

  #flagOf(start: number, end: number, flag: number): number {
    const isNull = end - start === 2 && this.bytes[start] === BACKSLASH && this.bytes[start + 1] === LETTER_N;
    return isNull ? NULL : flag;
  }

  /** Scans the rows again after they got the right number of fields. */
  #scanEven(length: number, atEnd: boolean): number {
    const bytes = this.bytes.subarray(0, length);
    const isOpen = atEnd && bytes[length - 1] !== NEWLINE;
    const even = evenRows(bytes, atEnd, this.#defaults, (rowStart, fields) => {
      if (fields >= this.#leastFields && fields <= this.columnCount) return;
      const sentence = () =>
        this.#wrongLength(
          rowStart,
          fields,
          isOpen && fields < this.columnCount && bytes.indexOf(NEWLINE, rowStart) < 0,
        );
      if (!this.#departures) throw new DumpError(sentence());
      this.#departures.note(fields < this.columnCount ? 'missing fields' : 'extra fields', sentence);
    });
    this.scan(even.bytes, even.bytes.length, atEnd);
    // Extra fields may have contained escaped newlines.
    this.#nextLine = this.#firstLine + newlinesIn(bytes, even.used);
    return even.used;
  }

  /** Scans whole rows again after those without a number got one. Returns the bytes that they had before. */
  #scanNumbered({ bytes, given }: NumberedRows, used: number, atEnd: boolean): number {
    for (const [row, number] of given)
      this.#departures?.note(
        'key without a number',
        () =>
          `${this.where(row)}: a row of ${this.table} has no ${this.#numbers?.name}. It gets ${number}, the next ` +
          'number',
      );
    const isOpen = this.#openRow >= 0;
    this.#nextLine = this.#firstLine;
    this.scan(bytes, bytes.length, atEnd && isOpen);
    return used;
  }

  /**
   * Counts a departure in a field once.
   * @param sentence what is wrong, after the place
   * @param wasError it was an error before departures were counted
   * @throws DumpError if departures are errors
   */
  protected depart(row: number, column: number, kind: DepartureKind, sentence: () => string, wasError = true): void {
    const whole = () => `${this.where(row)}: ${sentence()}${this.doubtOf(row)}`;
    if (!this.#departures) {
      if (wasError) throw new DumpError(whole());
      return;
    }
    const field = row * this.columnCount + column;
    if (this.#counted.has(field)) return;
    this.#counted.add(field);
    this.#departures.note(kind, whole, String(column));
  }

  #grow(): void {
    this.bounds = largerArray(this.bounds);
    this.flags = largerArray(this.flags);
  }

  #at(offset: number): string {
    return `${this.#path} line ${this.#firstLine + newlinesIn(this.bytes, offset)}`;
  }

  #wrongLength(rowStart: number, found: number, isOpen: boolean): string {
    const fields = found === 1 ? '1 field' : `${found} fields`;
    return (
      `${this.#at(rowStart)}: a row of ${this.table} has ${this.columnCount} columns, this one has ` +
      `${fields}${isOpen ? PERHAPS_CUT : ''}`
    );
  }
}
