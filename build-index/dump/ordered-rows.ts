/**
 * Rows of a table of a dump in ascending order of a number: several such tables, read beside each other, are joined
 * without a copy of any. Nearly all tables stand in the order of their keys, and what belongs to a variant mostly in
 * that of variants; of others DuckDB sorts the rows, on the disk where it must.
 */
import { byteColumn, ColumnMemory } from './query-chunks.ts';
import type { Database } from './database.ts';
import { DumpError } from './dump-error.ts';
import { RowBatch } from './row-batch.ts';
import { readRows } from './row-reader.ts';
import { columnsOf, type TablePlan } from './table-plan.ts';

/**
 * Rows that are read as they stand, and are not in order: to be read with `sortedRows`. Of those, rows that are there
 * twice.
 */
export class OutOfOrder extends DumpError {}

export interface RowSource<Column extends string> {
  batches: AsyncIterable<RowBatch>;
  /** Where columns stand in its rows; -1 for one that the dump lacks. */
  columns: Record<Column, number>;
}

/** The rows as they stand. */
export function storedRows<Column extends string>(
  plan: TablePlan,
  progress?: (bytes: number) => void,
): RowSource<Column> {
  const columns = columnsOf<Record<Column, unknown>>(plan);
  return {
    columns,
    batches: plan.path === undefined ? noRows() : readRows(plan.path, plan.fieldCount, plan.table, progress),
  };
}

/** Rows that DuckDB sorts by two columns; rows without the first are left out. */
export function sortedRows<Column extends string>(
  database: Database,
  plan: TablePlan,
  by: Column,
  then?: Column,
): RowSource<Column> {
  const needed = plan.columns.filter(({ index }) => index >= 0);
  const columns = Object.fromEntries(plan.columns.map((column) => [column.name, needed.indexOf(column)])) as Record<
    Column,
    number
  >;
  return {
    columns,
    batches:
      plan.path === undefined
        ? noRows()
        : sorted(
            database,
            plan,
            needed.map(({ index }) => index),
            columnsOf(plan),
            by,
            then,
          ),
  };
}

async function* noRows(): AsyncGenerator<RowBatch> {}

const [TAB, NEWLINE] = [0x09, 0x0a];

async function* sorted(
  database: Database,
  plan: TablePlan,
  needed: readonly number[],
  columns: Record<string, number>,
  by: string,
  then?: string,
): AsyncGenerator<RowBatch> {
  const table = `sorted_${plan.table}`;
  await database.all(`CREATE OR REPLACE TABLE ${table} (key BIGINT, further BIGINT, fields BLOB)`);
  const rows = await database.appender(table);
  try {
    let room = Buffer.alloc(1024);
    for await (const batch of readRows(plan.path!, plan.fieldCount, plan.table)) {
      for (let row = 0; row < batch.rowCount; row++) {
        const key = batch.integer(row, columns[by]!);
        if (key === null) continue;
        let size = needed.length;
        for (const column of needed) size += batch.length(row, column);
        if (size > room.length) room = Buffer.alloc(2 * size);
        let at = 0;
        for (const column of needed) {
          at = batch.copyStored(row, column, room, at);
          room[at++] = TAB;
        }
        rows.add([key, then === undefined ? null : batch.integer(row, columns[then]!), room.subarray(0, at - 1)]);
      }
    }
  } finally {
    rows.close();
  }
  const batch = new RowBatch(plan.path!, plan.table, needed.length);
  const memory = new ColumnMemory();
  for await (const chunk of database.chunks(`SELECT fields FROM ${table} ORDER BY key, further`)) {
    const { bytes, starts, ends } = byteColumn(chunk, 0, memory);
    const text = Buffer.allocUnsafe(starts.reduce((size, start, row) => size + ends[row]! - start + 1, 0));
    let at = 0;
    for (let row = 0; row < starts.length; row++) {
      text.set(bytes.subarray(starts[row], ends[row]), at);
      at += ends[row]! - starts[row]!;
      text[at++] = NEWLINE;
    }
    batch.scan(text, text.length, true);
    yield batch;
  }
  await database.all(`DROP TABLE ${table}`);
}

/** Goes through rows that ascend by one column, and rows of one number by another. */
export class OrderedRows {
  batch: RowBatch = undefined!;
  row = -1;
  /**
   * The number of the row at hand; Infinity behind the last. Rows without one are left out, and those without the
   * other.
   */
  key = -Infinity;
  readonly #batches: AsyncIterator<RowBatch>;
  readonly #by: number;
  readonly #then: number;
  #before = -Infinity;
  #rowCount = 0;

  /** `read` begins. @param then without it, numbers may not repeat */
  constructor(batches: AsyncIterable<RowBatch>, by: number, then = -1) {
    this.#batches = batches[Symbol.asyncIterator]();
    this.#by = by;
    this.#then = then;
  }

  /** Goes to the next row; false where that has yet to be `read`. Throws OutOfOrder. */
  next(): boolean {
    while (++this.row < this.#rowCount) {
      const key = this.batch.integer(this.row, this.#by);
      if (key === null) continue;
      const further = this.#then < 0 ? 0 : this.batch.integer(this.row, this.#then);
      if (further === null) continue;
      if (key < this.key || (key === this.key && further <= this.#before))
        throw new OutOfOrder(
          `${this.batch.where(this.row)}: this row comes twice, or after one that it should come before`,
        );
      this.key = key;
      this.#before = further;
      return true;
    }
    return false;
  }

  async read(): Promise<void> {
    do {
      const { done, value } = await this.#batches.next();
      if (done) {
        this.key = Infinity;
        return;
      }
      [this.batch, this.row, this.#rowCount] = [value, -1, value.rowCount];
    } while (!this.next());
  }

  /** Lets the file or query go. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
