/** Numbers rows without a value in an AUTO_INCREMENT column, as MySQL's LOAD DATA does. */
import { storedInteger } from './stored-number.ts';

const BACKSLASH = 0x5c;
const DIGIT_0 = 0x30;

/** Rows that all have a number. */
export interface NumberedRows {
  bytes: Buffer;
  /** Rows that got one. */
  given: [row: number, number: number][];
}

/** Keeps the greatest number of a table while its rows are read in their order. */
export class RowNumbers {
  readonly name: string;
  readonly #column: number;
  readonly #range: readonly [number, number] | undefined;
  #greatest = 0;

  constructor(
    { column, name }: { column: number; name: string },
    ranges: readonly (readonly [number, number] | undefined)[],
  ) {
    this.name = name;
    this.#column = column;
    this.#range = ranges[column];
  }

  /**
   * Gives a row with NULL, 0 or no number in the column the number after the greatest one of the rows before it.
   * @param used bytes of whole rows
   * @param bounds start and end of every field, row by row
   * @returns null if all rows have a number
   */
  number(bytes: Buffer, used: number, bounds: Int32Array, rows: number, columns: number): NumberedRows | null {
    const most = this.#range?.[1] ?? Number.MAX_SAFE_INTEGER;
    let greatest = this.#greatest;
    let changed: NumberedRows | null = null;
    const parts: Buffer[] = [];
    let copied = 0;
    for (let row = 0; row < rows; row++) {
      const field = 2 * (row * columns + this.#column);
      const [start, end] = [bounds[field]!, bounds[field + 1]!];
      let number = 0;
      for (let at = start; at < end; at++) number = number * 10 + digitOf(bytes[at]!);
      if (!(number > 0)) number = this.#stored(bytes, start, end);
      if (number === 0) {
        number = Math.min(greatest + 1, most);
        changed ??= { bytes, given: [] };
        changed.given.push([row, number]);
        parts.push(bytes.subarray(copied, start), Buffer.from(String(number)));
        copied = end;
      }
      if (number > greatest) greatest = number;
    }
    this.#greatest = Math.min(greatest, most);
    if (changed === null) return null;
    parts.push(bytes.subarray(copied, used));
    return { ...changed, bytes: Buffer.concat(parts) };
  }

  /** The number that MySQL reads in a field that is not only digits. */
  #stored(bytes: Buffer, start: number, end: number): number {
    if (bytes[start] === BACKSLASH) return 0;
    return storedInteger(bytes.toString('latin1', start, end), this.#range);
  }
}

/** NaN for a byte that is no digit. */
function digitOf(byte: number): number {
  const digit = byte - DIGIT_0;
  return digit >= 0 && digit <= 9 ? digit : NaN;
}
