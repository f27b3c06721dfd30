/**
 * Rows of a query sorted by a number, handed out one number's at a time: several such streams, asked for the same
 * ascending numbers, are a merge join that holds no table in memory.
 *
 * What is at hand is given at once: there are many streams and few rows a key, and waiting for each would take longer than what is
 * done with them.
 */
export class RowsByKey<Row extends { key: number }> {
  readonly #batches: AsyncIterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #at = 0;
  #ended = false;

  /** @param batches rows ascending by `key`, some thousands at a time: Database.batches */
  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** The key of the row that comes next; Infinity when none does. */
  nextKey(): number | Promise<number> {
    if (this.#at < this.#batch.length) return this.#batch[this.#at]!.key;
    return this.#ended ? Infinity : this.#read().then(() => this.nextKey());
  }

  /** The rows of a key, which must be greater than the one asked for before. */
  take(key: number): Row[] | Promise<Row[]> {
    const taken: Row[] = [];
    return this.#takeInto(taken, key) ? taken : this.#takeAll(taken, key);
  }

  /** Lets the query go. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }

  async #takeAll(taken: Row[], key: number): Promise<Row[]> {
    do await this.#read(); while (!this.#takeInto(taken, key));
    return taken;
  }

  /** Says whether all rows of the key have been taken. */
  #takeInto(taken: Row[], key: number): boolean {
    for (; this.#at < this.#batch.length; this.#at++) {
      const row = this.#batch[this.#at]!;
      if (row.key > key) return true;
      if (row.key === key) taken.push(row);
    }
    return this.#ended;
  }

  async #read(): Promise<void> {
    const { done, value } = await this.#batches.next();
    this.#at = 0;
    this.#batch = done ? [] : value;
    this.#ended = done === true;
  }
}
