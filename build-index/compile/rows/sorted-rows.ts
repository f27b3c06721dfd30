import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { at } from '../../../src/checked.ts';
import type { Database } from '../../dump/database.ts';
import { openDuckdb } from '../../dump/duckdb-share.ts';
import { ColumnMemory, byteColumn, queryChunks, textColumn } from '../../dump/query-chunks.ts';
import { RowAppender } from '../../dump/row-appender.ts';
import type { SortedSink } from '../../output/genome-tables.ts';

/** Part of DuckDB's memory in this process. Several of these are open at once, together with the tables of a dump. */
const MEMORY_PART = 1 / 6;

/**
 * Sorts the records of many genomes for one sorted table. Records are added in any order; DuckDB sorts them by key, on
 * disk if necessary. Records of one key are ordered by rank, then in the order in which they were added.
 */
export class SortedRows {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #rows: RowAppender;
  #count = 0;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, rows: RowAppender) {
    this.#instance = instance;
    this.#connection = connection;
    this.#rows = rows;
  }

  /** @param folder for the rows that do not fit into memory; the caller removes it */
  static async create(folder: string, name: string): Promise<SortedRows> {
    // In memory: only excess rows are written to the spill folder. A database file would compress and write them all.
    const instance = await openDuckdb(':memory:', join(folder, `${name}-spill`), MEMORY_PART);
    const connection = await instance.connect();
    await connection.run('CREATE TABLE rows (key VARCHAR, rank TINYINT, ordinal BIGINT, value VARCHAR)');
    return new SortedRows(instance, connection, new RowAppender(await connection.createAppender('rows')));
  }

  get count(): number {
    return this.#count;
  }

  /** @param value is stored as JSON, as decodeRecord reads it */
  add(key: string, value: unknown, rank = 0): void {
    this.#rows.add([key, rank, this.#count++, JSON.stringify(value)]);
  }

  async write(table: SortedSink): Promise<void> {
    await writeRows(this.#chunks(), table);
  }

  /** Every record with its value as JSON, in order. No record can be added afterwards. */
  async *sorted(): AsyncGenerator<{ key: string; value: string }> {
    for await (const chunk of this.#chunks()) {
      const [keys, values] = [textColumn(chunk, 0), textColumn(chunk, 1)];
      for (const [row, key] of keys.entries()) yield { key, value: at(values, row) };
    }
  }

  async *#chunks(): AsyncGenerator<DuckDBDataChunk> {
    this.#rows.close();
    yield* queryChunks(this.#connection, 'SELECT key, value FROM rows ORDER BY key, rank, ordinal');
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** @param sql selects key and record, in order of the key */
export function writeSorted(database: Pick<Database, 'chunks'>, sql: string, table: SortedSink): Promise<void> {
  return writeRows(database.chunks(sql), table);
}

/** @param chunks of keys and records, as for writeSorted */
export async function writeRows(chunks: AsyncIterable<DuckDBDataChunk>, table: SortedSink): Promise<void> {
  const [keys, records] = [new ColumnMemory(), new ColumnMemory()];
  for await (const chunk of chunks) await table.addAll(byteColumn(chunk, 0, keys), byteColumn(chunk, 1, records));
}
