import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { at } from '../../../src/checked.ts';
import type { Database } from '../../dump/database.ts';
import { openDuckdb } from '../../dump/duckdb-share.ts';
import { ColumnMemory, byteColumn, queryChunks, textColumn } from '../../dump/query-chunks.ts';
import { RowAppender } from '../../dump/row-appender.ts';
import type { SortedSink } from '../../output/genome-tables.ts';

/** Of the memory that DuckDB has in this process: some are open at once, beside the tables of a dump. */
const MEMORY_PART = 1 / 6;

/**
 * Records of many genomes on their way into one sorted table: gathered in any order, sorted by DuckDB (on disk where
 * they must), written in order of key. Records of one key stand by rank, and within a rank in the order in which they
 * came.
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

  /** @param folder where the rows go; the caller removes it */
  static async create(folder: string, name: string): Promise<SortedRows> {
    // Rows beyond the memory go to the spill folder as they are; a database file would compress and write them all.
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

  /** Every record with its value as JSON, in order; nothing can be added any more. */
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
