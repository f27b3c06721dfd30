/**
 * Rows of a table of which few are wanted: those in which one of some columns is not NULL. The others are passed over
 * without looking at what their fields are, as quickly as tabs and newlines are found.
 */
import { findSpecialBytes, isEscaped, SEARCHED_BYTES, specialBytes } from './special-bytes.ts';
import { RowBatch } from './row-batch.ts';
import { readRowsOrBytes } from './row-reader.ts';
import type { TablePlan } from './table-plan.ts';

const [TAB, NEWLINE, BACKSLASH] = [0x09, 0x0a, 0x5c];

/**
 * As readRows, but messages may name wrong lines: who finds a fault finds it again with readRows, and its line.
 *
 * @param wanted places of the columns in a row
 */
export async function* pickedRows(
  { path, fieldCount, table }: TablePlan & { path: string },
  wanted: readonly number[],
  progress?: (bytes: number) => void,
): AsyncGenerator<RowBatch> {
  const picker = new RowPicker(fieldCount, wanted);
  const batch = new RowBatch(path, table, fieldCount);
  for await (const rows of readRowsOrBytes(path, fieldCount, table, progress, fieldCount, (some) =>
    picker.pick(some),
  )) {
    if (rows instanceof RowBatch) yield rows;
    else if (picker.length > 0) {
      batch.scan(picker.bytes, picker.length, true);
      yield batch;
    }
  }
}

class RowPicker {
  /** The rows that were picked last, as far as `length` says. */
  bytes = Buffer.alloc(64 * 1024);
  length = 0;
  readonly #fieldCount: number;
  /** One for a column of which NULL is passed over. */
  readonly #isWanted: Uint8Array;

  constructor(fieldCount: number, wanted: readonly number[]) {
    this.#fieldCount = fieldCount;
    this.#isWanted = new Uint8Array(fieldCount);
    for (const column of wanted) if (column >= 0) this.#isWanted[column] = 1;
  }

  /** Picks of some whole rows, unless they have escapes, or one has too few fields or too many. */
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
