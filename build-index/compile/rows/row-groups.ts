import { at } from '../../../src/checked.ts';

export type RowGroup<Row> = [Row, ...Row[]];

/**
 * Groups consecutive rows with an equal key.
 * @param batches some thousands of rows at a time: Database.batches
 */
export async function* groupsOf<Row>(
  batches: AsyncIterable<readonly Row[]>,
  keyOf: (row: Row) => unknown,
): AsyncGenerator<RowGroup<Row>> {
  let group: RowGroup<Row> | undefined;
  let groupKey: unknown;
  for await (const batch of batches) {
    for (const row of batch) {
      const key = keyOf(row);
      if (group && groupKey === key) {
        group.push(row);
        continue;
      }
      if (group) yield group;
      [group, groupKey] = [[row], key];
    }
  }
  if (group) yield group;
}

/**
 * Reads the rows of a query that is sorted by a number, one number at a time. Several such streams that are read with
 * the same ascending numbers form a merge join that holds no table in memory.
 */
export class RowsByKey<Row extends { key: number }> {
  readonly #batches: AsyncIterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #at = 0;

  /** @param batches rows ascending by `key`, some thousands at a time: Database.batches */
  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** The key of the next row; Infinity after the last row. */
  async nextKey(): Promise<number> {
    return (await this.#hasRow()) ? at(this.#batch, this.#at).key : Infinity;
  }

  /** The rows of a key, which must be greater than the key of the previous call. */
  async take(key: number): Promise<Row[]> {
    const taken: Row[] = [];
    while (await this.#hasRow()) {
      for (; this.#at < this.#batch.length; this.#at++) {
        const row = at(this.#batch, this.#at);
        if (row.key > key) return taken;
        if (row.key === key) taken.push(row);
      }
    }
    return taken;
  }

  /** Ends the query. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }

  /** Not async: most calls find a row in the current batch, and there are many streams. */
  #hasRow(): boolean | Promise<boolean> {
    return this.#at < this.#batch.length || this.#read();
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#batches.next();
    [this.#batch, this.#at] = [done ? [] : value, 0];
    return !done;
  }
}
