/**
 * Rows of a query sorted by a number, handed out one number's at a time: several such streams, asked for the same
 * ascending numbers, are a merge join that holds no table in memory.
 */
export class RowsByKey<Row extends { key: number }> {
  readonly #rows: AsyncIterator<Row>;
  #next: IteratorResult<Row> | undefined;

  /** @param rows ascending by `key` */
  constructor(rows: AsyncIterable<Row>) {
    this.#rows = rows[Symbol.asyncIterator]();
  }

  /** The key of the row that comes next; Infinity when none does. */
  async nextKey(): Promise<number> {
    this.#next ??= await this.#rows.next();
    return this.#next.done === true ? Infinity : this.#next.value.key;
  }

  /** The rows of a key, which must be greater than the one asked for before. */
  async take(key: number): Promise<Row[]> {
    const taken: Row[] = [];
    for (;;) {
      this.#next ??= await this.#rows.next();
      if (this.#next.done === true || this.#next.value.key > key) return taken;
      if (this.#next.value.key === key) taken.push(this.#next.value);
      this.#next = undefined;
    }
  }

  /** Lets the query go. */
  async close(): Promise<void> {
    await this.#rows.return?.();
  }
}
