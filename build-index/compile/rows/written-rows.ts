/** Rows that DuckDB has put together whole go from its memory into a table of the index as bytes: neither key nor record becomes a text here. */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { textColumn, TextRoom } from '../../dump/duckdb-bytes.ts';
import type { Database } from '../../dump/database.ts';
import type { SortedSink } from '../../output/lazy-table.ts';

/** @param sql two texts a row: key and record, in order of the key */
export function writeSorted(database: Pick<Database, 'chunks'>, sql: string, table: SortedSink): Promise<void> {
  return writeRows(database.chunks(sql), table);
}

/** @param chunks of two texts a row, as for writeSorted */
export async function writeRows(chunks: AsyncIterable<DuckDBDataChunk>, table: SortedSink): Promise<void> {
  const [keys, records] = [new TextRoom(), new TextRoom()];
  for await (const chunk of chunks) await table.addAll(textColumn(chunk, 0, keys), textColumn(chunk, 1, records));
}
