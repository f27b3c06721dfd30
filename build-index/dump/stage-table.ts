import type { DuckDBConnection } from '@duckdb/node-api';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CleanText, isClean, oddValues, storedColumns } from './clean-text.ts';
import { Departures } from './departures.ts';
import { DumpError } from './dump-error.ts';
import { sqlText } from './query-chunks.ts';
import { RowAppender, type Value } from './row-appender.ts';
import { RowBatch } from './row-batch.ts';
import { BUFFER_BYTES, readRows, readRowsOrBytes } from './row-reader.ts';
import { type NeededColumn, SQL_TYPES, type TablePlan } from './table-plan.ts';

/** Up to this many bytes of text, values are appended one by one, which saves a file and a statement (some 0.7 ms). */
const LARGEST_APPENDED = 1024 * 1024;
/** Larger tables are loaded from text files of this size. */
const PART_BYTES = 64 * 1024 * 1024;

type FilePlan = TablePlan & { path: string };

interface StageOptions {
  /** The folder for temporary files. */
  folder: string;
  progress: ((bytes: number) => void) | undefined;
  largestAppended?: number | undefined;
}

/**
 * Loads a table, which exists and is empty, from its dump file.
 * @throws DumpError with file and line
 */
export async function stageTable(
  planned: TablePlan,
  connection: DuckDBConnection,
  options: StageOptions,
): Promise<void> {
  const { path } = planned;
  if (path === undefined) return;
  const plan: FilePlan = { ...planned, path };
  const present = plan.columns.filter(({ index }) => index !== -1);
  if (plan.plainBytes <= (options.largestAppended ?? LARGEST_APPENDED) || present.length === 0) {
    await appendRows(plan, readRows(plan.path, plan.fieldCount, plan.table, options.progress, plan.rules), connection);
    return;
  }
  const { restart, progress } = progressOfTwoReadings(options.progress);
  if (plan.rules.leastFields === plan.fieldCount) {
    try {
      // Lines are counted only in the second reading, so any departure ends the first one. Values of SET and ENUM
      // columns are checked after it, all rows with one text together.
      const { values: _, ...rules } = plan.rules;
      const columns = present.map((column) => ({ ...column, values: null }));
      const sound = { ...plan, rules: { ...rules, departures: new Departures(true) } };
      await loadAsText(sound, columns, connection, { ...options, progress }, (rows) => isClean(rows, plan.fieldCount));
      const odd = oddValues(plan);
      const isSound = odd === null || (await connection.runAndReadAll(odd)).currentRowCount === 0;
      if (isSound && (await areListed(plan, connection))) return;
    } catch (error) {
      if (!(error instanceof DumpError) && !String(error).includes('CSV Error')) throw error;
    }
    // The text is damaged or Latin-1. Reading every field decodes it, or finds each departure and its line.
    await connection.run(`TRUNCATE "${plan.table}"`);
    restart();
  }
  await loadAsText(plan, present, connection, { ...options, progress }, () => false);
}

/** Does MySQL store all values of SET and ENUM columns as they are? */
async function areListed({ table, columns }: TablePlan, connection: DuckDBConnection): Promise<boolean> {
  for (const { name, index, values } of columns) {
    if (values === null || index < 0) continue;
    const found = await connection.runAndReadAll(
      `SELECT DISTINCT "${name}" FROM "${table}" WHERE "${name}" IS NOT NULL`,
    );
    for (const [text] of found.getRows()) if (values.stored(String(text)).text !== text) return false;
  }
  return true;
}

/** Progress of a file that may be read twice. After `restart`, only bytes beyond the first reading are reported. */
function progressOfTwoReadings(progress: ((bytes: number) => void) | undefined): {
  restart(): void;
  progress(bytes: number): void;
} {
  let [most, read] = [0, 0];
  return {
    restart: () => void (read = 0),
    progress: (bytes) => {
      read += bytes;
      if (read > most) progress?.(read - most);
      most = Math.max(most, read);
    },
  };
}

async function appendRows(
  { table, columns }: TablePlan,
  batches: AsyncIterable<RowBatch>,
  connection: DuckDBConnection,
): Promise<void> {
  let appender: RowAppender | undefined;
  try {
    for await (const batch of batches) {
      appender ??= new RowAppender(await connection.createAppender(table), () => {});
      for (let row = 0; row < batch.rowCount; row++) appender.add(columns.map((column) => valueAt(batch, row, column)));
    }
  } finally {
    appender?.close();
  }
}

function valueAt(batch: RowBatch, row: number, { index, kind }: NeededColumn): Value {
  if (kind === 'text') return batch.text(row, index);
  return kind === 'float' ? batch.float(row, index) : batch.integer(row, index);
}

/**
 * Writes text files, and DuckDB loads each while the next is written. Rows for which `mayStay` is true are written
 * unchanged, others as clean text.
 */
async function loadAsText(
  plan: FilePlan,
  columns: NeededColumn[],
  connection: DuckDBConnection,
  { folder, progress }: StageOptions,
  mayStay: (rows: Buffer) => boolean,
): Promise<void> {
  const parts = new TextParts(folder, plan.table, (statement) => connection.run(statement));
  const text = new CleanText(columns, BUFFER_BYTES);
  /** Does the present part consist of unchanged rows? */
  let isStored = false;
  const end = async (): Promise<void> => {
    await parts.end((path) =>
      isStored ? storedStatement(plan, columns, path) : cleanStatement(plan.table, text, path),
    );
    text.startFile();
  };
  try {
    for await (const rows of readRowsOrBytes(plan.path, plan.fieldCount, plan.table, progress, plan.rules, mayStay)) {
      if (rows instanceof RowBatch === isStored) await end();
      isStored = !(rows instanceof RowBatch);
      if (!(rows instanceof RowBatch)) await parts.add(rows);
      else {
        text.append(rows);
        await parts.add(text.bytes.subarray(0, text.length));
        text.clear();
      }
      if (parts.size >= PART_BYTES) await end();
    }
    await end();
    await parts.finish();
  } catch (error) {
    await parts.abandon();
    throw error;
  }
}

// read_csv's default; longer rows need another value.
const DEFAULT_LINE = 2 * 1024 * 1024;
const LEAST_BUFFER = 8 * 1024 * 1024;

function cleanStatement(table: string, text: CleanText, path: string): string {
  const types = text.columns.map(({ kind }, column) => `'c${column}': '${SQL_TYPES[kind]}'`).join(', ');
  return insertStatement(
    table,
    text.columns,
    text.decoded(),
    readCsv(path, types, Math.max(DEFAULT_LINE, text.longestRow + 1)),
  );
}

function storedStatement(plan: TablePlan, columns: readonly NeededColumn[], path: string): string {
  return insertStatement(
    plan.table,
    columns,
    columns.map(({ index }) => `f${index}`),
    readCsv(path, storedColumns(plan), DEFAULT_LINE),
  );
}

function insertStatement(
  table: string,
  columns: readonly NeededColumn[],
  values: readonly string[],
  source: string,
): string {
  return `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) SELECT ${values.join(', ')}
    FROM ${source}`;
}

function readCsv(path: string, types: string, longestLine: number): string {
  return `read_csv(${sqlText(path)}, columns = {${types}}, auto_detect = false, header = false,
    delim = '\\t', quote = '', escape = '', comment = '', new_line = '\\n', nullstr = '\\N', encoding = 'utf-8',
    strict_mode = true, null_padding = false, max_line_size = ${longestLine},
    buffer_size = ${Math.max(LEAST_BUFFER, 4 * longestLine)})`;
}

/** Text files for DuckDB. At most two are on disk: one is written, one is loaded and then removed. */
class TextParts {
  /** Bytes of the file that is being written; 0 without one. */
  size = 0;
  readonly #folder: string;
  readonly #name: string;
  readonly #load: (statement: string) => Promise<unknown>;
  #number = 0;
  #file: FileHandle | undefined;
  #loading: Promise<unknown> = Promise.resolve();

  /** @param load runs a statement that loads a file */
  constructor(folder: string, name: string, load: (statement: string) => Promise<unknown>) {
    this.#folder = folder;
    this.#name = name;
    this.#load = load;
  }

  /** Appends to the present file, or begins one. */
  async add(bytes: Uint8Array): Promise<void> {
    this.#file ??= await open(this.#path, 'w');
    await this.#file.writeFile(bytes);
    this.size += bytes.length;
  }

  /**
   * Ends the present file, if there is one, and starts its load once the previous load has ended.
   * @param statementOf returns the statement that loads a file
   */
  async end(statementOf: (path: string) => string): Promise<void> {
    if (this.#file === undefined) return;
    const path = this.#path;
    const statement = statementOf(path);
    await this.#close();
    await this.#loading;
    this.#loading = this.#load(statement).then(() => rm(path));
    // The next `end` or `finish` awaits the load; until then a failure must not count as unhandled.
    this.#loading.catch(() => {});
    this.#number++;
  }

  /** Waits for the last load. */
  async finish(): Promise<void> {
    await this.#loading;
  }

  /** Closes the present file and waits for the load in progress, ignoring errors. */
  async abandon(): Promise<void> {
    await this.#close().catch(() => {});
    await this.#loading.catch(() => {});
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.size = 0;
    await file?.close();
  }

  get #path(): string {
    return join(this.#folder, `${this.#name}.${this.#number}`);
  }
}
