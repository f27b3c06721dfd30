/**
 * Finds the variants that rows refer to and that the dump lacks. The table of variants is not staged, since a release
 * has a billion of them: the ids that others name pass along it in its order.
 */
import { type Database, stageRows } from '../../dump/database.ts';
import { countRowsThatMiss, hasColumn } from '../references.ts';

/** Tables with a variation_id, among those that compileVariants stages. */
const TABLES = ['variation_synonym', 'failed_variation', 'variation_citation', 'allele', 'allele_synonym'];
const MISSING = 'missing_variants';

export class MissingVariants {
  /** The next id that a table names; Infinity after the last one. */
  next = -Infinity;
  readonly #database: Database;
  readonly #tables: readonly string[];
  readonly #batches: AsyncGenerator<{ id: number }[]>;
  #batch: readonly { id: number }[] = [];
  #at = 0;
  readonly #missing: number[] = [];

  constructor(database: Database) {
    this.#database = database;
    this.#tables = TABLES.filter((table) => hasColumn(database.dump, table, 'variation_id'));
    this.#batches = this.#ids();
  }

  async *#ids(): AsyncGenerator<{ id: number }[]> {
    if (this.#tables.length === 0) return;
    const named = this.#tables.map((table) => `SELECT variation_id AS id FROM ${table} WHERE variation_id <> 0`);
    yield* this.#database.batches<{ id: number }>(`SELECT DISTINCT id FROM (${named.join(' UNION ALL ')}) ORDER BY id`);
  }

  /** Call for each variant with `next <= id`, in ascending order, and with Infinity after the last one. */
  async pass(id: number): Promise<void> {
    if (this.next === -Infinity) await this.#advance();
    for (; this.next < id; await this.#advance()) this.#missing.push(this.next);
    if (this.next === id && id !== Infinity) await this.#advance();
  }

  /** Counts the rows that refer to missing variants. */
  async count(): Promise<void> {
    const { dump } = this.#database;
    if (!hasColumn(dump, 'variation', 'variation_id') || this.#missing.length === 0) return;
    await stageRows(
      this.#database,
      MISSING,
      'id BIGINT',
      this.#missing.map((id) => [id]),
    );
    for (const table of this.#tables)
      await countRowsThatMiss(this.#database, table, 'variation_id', 'variation', `SEMI JOIN ${MISSING} USING (id)`);
    await this.#database.all(`DROP TABLE ${MISSING}`);
  }

  async close(): Promise<void> {
    await this.#batches.return(undefined);
  }

  async #advance(): Promise<void> {
    while (this.#at === this.#batch.length) {
      const { done, value } = await this.#batches.next();
      if (done) {
        this.next = Infinity;
        return;
      }
      [this.#batch, this.#at] = [value, 0];
    }
    this.next = this.#batch[this.#at++]?.id ?? Infinity;
  }
}
