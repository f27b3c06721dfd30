/**
 * Reads rows of a dump's table in ascending order of a number, so that several tables can be merged without a copy of
 * any. Nearly all tables are stored in the order of their keys, and most tables about variants in that of variants.
 * DuckDB sorts the others, on disk if necessary.
 */
import { byteColumn, ColumnMemory } from './query-chunks.ts';
import type { Database } from './database.ts';
import { Departures } from './departures.ts';
import { DumpError } from './dump-error.ts';
import { RowBatch } from './row-batch.ts';
import { readRows } from './row-reader.ts';
import { columnsOf, type NeededColumn, type TablePlan } from './table-plan.ts';

/** Stored rows are not in order: the caller reads them with `sortedRows`. */
export class OutOfOrder extends DumpError {}

export interface RowSource<Column extends string> {
  batches: AsyncIterable<RowBatch>;
  /** Rows are sorted, and only the first of duplicates counts. */
  isSorted: boolean;
  /** Index of each column in the rows; -1 for a column that the dump lacks. */
  columns: Record<Column, number>;
}

/** The rows in the order of the dump file. */
export function storedRows<Column extends string>(
  plan: TablePlan,
  progress?: (bytes: number) => void,
): RowSource<Column> {
  const columns = columnsOf<Record<Column, unknown>>(plan);
  return {
    columns,
    isSorted: false,
    batches:
      plan.path === undefined ? noRows() : readRows(plan.path, plan.fieldCount, plan.table, progress, plan.rules),
  };
}

/** Rows that DuckDB sorts by two columns. Skips rows in which the first column is NULL. */
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
  const { path } = plan;
  const places = columnsOf<Record<Column, unknown>>(plan);
  return {
    columns,
    isSorted: true,
    batches:
      path === undefined ? noRows() : sorted(database, { ...plan, path }, needed, places[by], then && places[then]),
  };
}

async function* noRows(): AsyncGenerator<RowBatch> {}

const [TAB, NEWLINE] = [0x09, 0x0a];

async function* sorted(
  database: Database,
  plan: TablePlan & { path: string },
  neededColumns: readonly NeededColumn[],
  by: number,
  then?: number,
): AsyncGenerator<RowBatch> {
  const needed = neededColumns.map(({ index }) => index);
  const table = `sorted_${plan.table}`;
  await database.all(`CREATE OR REPLACE TABLE ${table} (key BIGINT, further BIGINT, fields BLOB)`);
  const rows = await database.appender(table);
  try {
    let room = Buffer.alloc(1024);
    for await (const batch of readRows(plan.path, plan.fieldCount, plan.table, undefined, plan.rules)) {
      for (let row = 0; row < batch.rowCount; row++) {
        const key = batch.integer(row, by);
        if (key === null) continue;
        countDepartures(batch, row, neededColumns);
        let size = needed.length;
        for (const column of needed) size += batch.length(row, column);
        if (size > room.length) room = Buffer.alloc(2 * size);
        let at = 0;
        for (const column of needed) {
          at = batch.copyStored(row, column, room, at);
          room[at++] = TAB;
        }
        rows.add([key, then === undefined ? null : batch.integer(row, then), room.subarray(0, at - 1)]);
      }
    }
  } finally {
    rows.close();
  }
  const batch = new RowBatch(plan.path, plan.table, needed.length, {
    values: neededColumns.map(({ values }) => values),
    ranges: neededColumns.map(({ index }) => plan.rules.ranges?.[index]),
    characters: neededColumns.map(({ index }) => plan.rules.characters?.[index]),
    departures: new Departures(),
  });
  const memory = new ColumnMemory();
  for await (const chunk of database.chunks(`SELECT fields FROM ${table} ORDER BY key, further, rowid`)) {
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

/** Counts what departs in a row while its line is known. Sorted rows no longer know it. */
function countDepartures(batch: RowBatch, row: number, columns: readonly NeededColumn[]): void {
  for (const { kind, index } of columns) {
    if (kind === 'integer') batch.integer(row, index);
    else if (kind === 'float') batch.float(row, index);
    else batch.text(row, index);
  }
}

/** A cursor over rows that ascend by one column, and rows with equal numbers by another. */
export class OrderedRows {
  /** Batch with the present row; empty before the first `read`. */
  batch = new RowBatch('', '', 0);
  row = -1;
  /**
   * The first column's number in the present row; Infinity after the last row. Rows with NULL in a column are skipped.
   */
  key = -Infinity;
  /** Were duplicates skipped? */
  hasSkipped = false;
  readonly #batches: AsyncIterator<RowBatch>;
  readonly #isSorted: boolean;
  readonly #by: number;
  readonly #then: number;
  #before = -Infinity;
  #rowCount = 0;

  /** Call `read` first. @param then second column; without it, numbers must not repeat */
  constructor({ batches, isSorted }: Pick<RowSource<string>, 'batches' | 'isSorted'>, by: number, then = -1) {
    this.#batches = batches[Symbol.asyncIterator]();
    this.#isSorted = isSorted;
    this.#by = by;
    this.#then = then;
  }

  /** Moves to the next row. False if `read` must load it. Throws OutOfOrder. */
  next(): boolean {
    while (++this.row < this.#rowCount) {
      const key = this.batch.integer(this.row, this.#by);
      if (key === null) continue;
      const further = this.#then < 0 ? 0 : this.batch.integer(this.row, this.#then);
      if (further === null) continue;
      if (key < this.key || (key === this.key && further <= this.#before)) {
        if (this.#isSorted) {
          this.hasSkipped = true;
          continue;
        }
        throw new OutOfOrder(
          `${this.batch.where(this.row)}: this row is a duplicate, or follows a row that should come after it`,
        );
      }
      this.key = key;
      this.#before = further;
      return true;
    }
    return false;
  }

  /** Loads more rows and moves to the next one. Throws OutOfOrder. */
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

  /** Closes the file or query. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
