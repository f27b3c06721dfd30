import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BIGINT, DOUBLE, DuckDBDataChunk, VARCHAR } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { CleanText } from './clean-text.ts';
import type { NeededColumn } from './clean-text.ts';
import type { RowBatch } from './row-batch.ts';
import { readRows } from './row-reader.ts';
import { SQL_TYPES, type TablePlan } from './table-plan.ts';

// Up to this much plain text values go to DuckDB one by one: 0.4 us each, but no file and no statement (some 0.7 ms).
const LARGEST_APPENDED = 1024 * 1024;
// Clean text goes to DuckDB in files of this size, two at a time on the disk: one being written, one being read.
const PART_BYTES = 64 * 1024 * 1024;
const ROWS_IN_CHUNK = 2048;

export interface StageOptions {
  /** The folder for temporary files. */
  folder: string;
  progress: ((bytes: number) => void) | undefined;
  largestAppended?: number | undefined;
}

/**
 * Loads one table, which has been created and is empty, from its dump file.
 * @throws DumpError with file and line
 */
export async function stageTable(plan: TablePlan, connection: DuckDBConnection, options: StageOptions): Promise<void> {
  if (plan.path === undefined) return;
  const present = plan.columns.filter(({ index }) => index !== -1);
  const rows = readRows(plan.path, plan.fieldCount, plan.table, options.progress, plan.leastFields);
  if (plan.plainBytes <= (options.largestAppended ?? LARGEST_APPENDED) || present.length === 0) await appendRows(plan, rows, connection);
  else await loadAsText(plan.table, present, rows, connection, options.folder);
}

const CHUNK_TYPES = { integer: BIGINT, float: DOUBLE, text: VARCHAR } as const;

async function appendRows({ table, columns }: TablePlan, batches: AsyncIterable<RowBatch>, connection: DuckDBConnection): Promise<void> {
  const types = columns.map(({ kind }) => CHUNK_TYPES[kind]);
  let appender: Awaited<ReturnType<DuckDBConnection['createAppender']>> | undefined;
  for await (const batch of batches) {
    appender ??= await connection.createAppender(table);
    for (let first = 0; first < batch.rowCount; first += ROWS_IN_CHUNK) {
      const count = Math.min(ROWS_IN_CHUNK, batch.rowCount - first);
      const chunk = DuckDBDataChunk.create(types, count);
      chunk.setColumns(columns.map((column) => Array.from({ length: count }, (_, row) => valueAt(batch, first + row, column))));
      appender.appendDataChunk(chunk);
    }
  }
  appender?.closeSync();
}

function valueAt(batch: RowBatch, row: number, { index, kind }: NeededColumn): DuckDBValue {
  if (index === -1) return null;
  if (kind === 'text') return batch.text(row, index);
  if (kind === 'float') return batch.float(row, index);
  const value = batch.integer(row, index);
  return value === null ? null : BigInt(value);
}

/** Writes parts of clean text and has DuckDB load each while the next is being written. */
async function loadAsText(
  table: string,
  columns: NeededColumn[],
  batches: AsyncIterable<RowBatch>,
  connection: DuckDBConnection,
  folder: string,
): Promise<void> {
  const text = new CleanText(columns, 1024 * 1024);
  let part = 0;
  let written = 0;
  let file = await open(join(folder, `${table}.${part}`), 'w');
  let loading: Promise<void> = Promise.resolve();
  const load = async (): Promise<void> => {
    await file.close();
    await loading;
    const path = join(folder, `${table}.${part}`);
    loading = connection.run(loadStatement(table, text, path)).then(() => rm(path));
    // Awaited before the next part is loaded; until then a failure must not count as unhandled.
    loading.catch(() => {});
    text.startFile();
    part++;
    written = 0;
  };
  try {
    for await (const batch of batches) {
      text.append(batch);
      await file.writeFile(text.bytes.subarray(0, text.length));
      written += text.length;
      text.clear();
      if (written >= PART_BYTES) {
        await load();
        file = await open(join(folder, `${table}.${part}`), 'w');
      }
    }
    await load();
    await loading;
  } catch (error) {
    await file.close().catch(() => {});
    await loading.catch(() => {});
    throw error;
  }
}

// read_csv's own defaults; longer rows need to be announced.
const DEFAULT_LINE = 2 * 1024 * 1024;
const BUFFER_BYTES = 8 * 1024 * 1024;

function loadStatement(table: string, text: CleanText, path: string): string {
  const types = text.columns.map(({ kind }, column) => `'c${column}': '${SQL_TYPES[kind]}'`).join(', ');
  const line = Math.max(DEFAULT_LINE, text.longestRow + 1);
  const buffer = Math.max(BUFFER_BYTES, 4 * line);
  return `INSERT INTO "${table}" (${text.columns.map(({ name }) => `"${name}"`).join(', ')})
    SELECT ${text.decoded().join(', ')}
    FROM read_csv('${path.replaceAll("'", "''")}', columns = {${types}}, auto_detect = false, header = false,
      delim = '\\t', quote = '', escape = '', comment = '', new_line = '\\n', nullstr = '\\N', encoding = 'utf-8',
      strict_mode = true, null_padding = false, max_line_size = ${line}, buffer_size = ${buffer})`;
}
