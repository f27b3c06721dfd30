/**
 * Rows that stand together because they have an equal key; none of the groups is empty.
 *
 * @param rows one by one, or some thousands at a time (Database.batches), which takes less
 */
export async function* groupsOf<Row extends object>(
  rows: AsyncIterable<Row | readonly Row[]>,
  keyOf: (row: Row) => unknown,
): AsyncGenerator<Row[]> {
  let group: Row[] = [];
  let key: unknown;
  for await (const some of rows) {
    for (const row of Array.isArray(some) ? (some as readonly Row[]) : [some as Row]) {
      const its = keyOf(row);
      if (group.length > 0 && key !== its) {
        yield group;
        group = [];
      }
      key = its;
      group.push(row);
    }
  }
  if (group.length > 0) yield group;
}

/**
 * Rows of a query sorted by a number, handed out one number's at a time: several such streams, asked for the same
 * ascending numbers, are a merge join that holds no table in memory.
 */
export class RowsByKey<Row extends { key: number }> {
  readonly #batches: AsyncIterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #at = 0;

  /** @param batches rows ascending by `key`, some thousands at a time: Database.batches */
  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** The key of the row that comes next; Infinity when none does. */
  async nextKey(): Promise<number> {
    return (await this.#isAtHand()) ? this.#batch[this.#at]!.key : Infinity;
  }

  /** The rows of a key, which must be greater than the one asked for before. */
  async take(key: number): Promise<Row[]> {
    const taken: Row[] = [];
    while (await this.#isAtHand()) {
      for (; this.#at < this.#batch.length; this.#at++) {
        const row = this.#batch[this.#at]!;
        if (row.key > key) return taken;
        if (row.key === key) taken.push(row);
      }
    }
    return taken;
  }

  /** Lets the query go. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }

  /** Says whether there is a further row. Not async: most rows are at hand, and there are many streams. */
  #isAtHand(): boolean | Promise<boolean> {
    return this.#at < this.#batch.length || this.#read();
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#batches.next();
    [this.#batch, this.#at] = [done ? [] : value, 0];
    return !done;
  }
}
