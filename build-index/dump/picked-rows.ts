/**
 * Reads only rows in which at least one of some columns is not NULL. Skips other rows without decoding their fields.
 */
import { Departures } from './departures.ts';
import { findSpecialBytes, isEscaped, SEARCHED_BYTES, specialBytes } from './special-bytes.ts';
import { RowBatch } from './row-batch.ts';
import { readRowsOrBytes } from './row-reader.ts';
import type { TablePlan } from './table-plan.ts';

const [TAB, NEWLINE, BACKSLASH] = [0x09, 0x0a, 0x5c];

/**
 * Like readRows, but errors may name wrong lines, and departures are errors. The caller then reads the file again with
 * readRows.
 *
 * @param wanted indexes of the columns in a row
 */
export async function* pickedRows(
  { path, fieldCount, table, rules: planned }: TablePlan & { path: string },
  wanted: readonly number[],
  progress?: (bytes: number) => void,
): AsyncGenerator<RowBatch> {
  const picker = new RowPicker(fieldCount, wanted);
  const { defaults: _, leastFields: __, ...ruled } = planned;
  const rules = { ...ruled, departures: new Departures(true) };
  const batch = new RowBatch(path, table, fieldCount, rules);
  for await (const rows of readRowsOrBytes(path, fieldCount, table, progress, rules, (some) => picker.pick(some))) {
    if (rows instanceof RowBatch) yield rows;
    else if (picker.length > 0) {
      batch.scan(picker.bytes, picker.length, true);
      yield batch;
    }
  }
}

class RowPicker {
  /** The picked rows, in the first `length` bytes. */
  bytes = Buffer.alloc(64 * 1024);
  length = 0;
  readonly #fieldCount: number;
  /** 1 for the wanted columns. */
  readonly #isWanted: Uint8Array;

  constructor(fieldCount: number, wanted: readonly number[]) {
    this.#fieldCount = fieldCount;
    this.#isWanted = new Uint8Array(fieldCount);
    for (const column of wanted) if (column >= 0) this.#isWanted[column] = 1;
  }

  /** Picks rows. Returns false if rows contain escapes, or one has a wrong number of fields. */
  pick(rows: Buffer): boolean {
    this.length = 0;
    if (isEscaped(rows)) return false;
    const [isWanted, last] = [this.#isWanted, this.#fieldCount - 1];
    const begins = isWanted[0] === 1;
    let [field, rowStart] = [0, 0];
    // Without escapes, a field that begins with a backslash is NULL.
    let isPicked = begins && rows[0] !== BACKSLASH;
    for (let from = 0; from < rows.length; from += SEARCHED_BYTES) {
      const listed = findSpecialBytes(rows.subarray(from, Math.min(rows.length, from + SEARCHED_BYTES)));
      for (let each = 0; each < listed; each++) {
        const at = from + specialBytes[each]!;
        const byte = rows[at]!;
        if (byte === TAB) {
          field++;
          if (isWanted[field] === 1 && rows[at + 1] !== BACKSLASH) isPicked = true;
        } else if (byte === NEWLINE) {
          if (field !== last) return false;
          if (isPicked) this.#add(rows, rowStart, at + 1);
          [field, rowStart, isPicked] = [0, at + 1, begins && rows[at + 1] !== BACKSLASH];
        }
      }
    }
    return true;
  }

  #add(rows: Buffer, start: number, end: number): void {
    const size = this.length + end - start;
    if (size > this.bytes.length) {
      const larger = Buffer.alloc(2 * size);
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    rows.copy(this.bytes, this.length, start, end);
    this.length = size;
  }
}
