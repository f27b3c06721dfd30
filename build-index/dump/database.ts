import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckdb } from './duckdb-share.ts';
import { DumpError } from './dump-error.ts';
import type { DumpDatabase } from './find-databases.ts';
import { queryChunks, queryRows } from './query-chunks.ts';
import { RowAppender, type Value } from './row-appender.ts';
import { readRows } from './row-reader.ts';
import { stageTable } from './stage-table.ts';
import { SQL_TYPES, type TablePlan, planTable } from './table-plan.ts';
import type { ColumnKind } from './table-schema.ts';

/** Table -> column -> what the column must hold. */
export type NeededTables = Record<string, Record<string, ColumnKind>>;

/** The needed tables of one dump, loaded into DuckDB. */
export interface Database {
  readonly dump: DumpDatabase;
  /**
   * The rows of a query, streamed; 64-bit numbers come as numbers (exact up to 2^53). Several queries may be open at
   * once: each has its own connection, so temporary tables are not shared.
   */
  rows<T = Record<string, unknown>>(sql: string): AsyncIterable<T>;
  /** The same some thousands at a time, as they come: for who has no time to wait for each. */
  batches<T = Record<string, unknown>>(sql: string): AsyncIterable<T[]>;
  all<T = Record<string, unknown>>(sql: string): Promise<T[]>;
  /**
   * The rows of a query as DuckDB hands them out, some thousands at a time, for readers of columns (query-chunks.ts).
   */
  chunks(sql: string): AsyncIterable<DuckDBDataChunk>;
  /**
   * Adds rows to a table that stands beside the dump's; columns of BIGINT, INTEGER, TINYINT, DOUBLE, VARCHAR and BLOB.
   */
  append(table: string, rows: Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>): Promise<void>;
  /** Loads the tables of OpenOptions.further, as openDatabase does the others. */
  loadFurther(): Promise<void>;
  /** The same for who has rows for several tables at once. */
  appender(table: string): Promise<RowAppender>;
  /** Lets the memory and the temporary files go. */
  close(): Promise<void>;
}

/** Of the memory that DuckDB has in this process; sorts of what is made of the tables run beside them. */
const MEMORY_PART = 2 / 3;

interface OpenOptions {
  /**
   * Tables that are loaded when they are asked for, by who may not need them; none of those that are loaded at once.
   */
  further?: NeededTables;
  /** Bytes of memory beyond which DuckDB spills to the disk, for who needs more of it for other things. */
  memory?: number;
  /** Plain bytes of a table up to which it is loaded value by value instead of as text. */
  largestAppended?: number;
  /**
   * Tables whose rows may end early, after the last needed column: releases add columns at the end of a table, and rows
   * that were dumped before lack them. Elsewhere such a row is damaged.
   */
  shortRows?: readonly string[];
}

/**
 * Loads the needed columns of the needed tables. A table that the dump lacks is there and empty, a column that it lacks
 * is NULL in every row. Whole numbers are BIGINT, others DOUBLE, all else VARCHAR.
 *
 * @param progress told the bytes of data files (as stored) that have been read since it was last told
 * @throws DumpError with file and line for a broken row, a value that is no number in a number's column, a primary key
 *   that comes twice
 */
export async function openDatabase(
  dump: DumpDatabase,
  needed: NeededTables,
  progress?: (bytes: number) => void,
  options: OpenOptions = {},
): Promise<Database> {
  const planned = (some: NeededTables) =>
    Promise.all(
      Object.entries(some).map(([table, columns]) =>
        planTable(dump, table, columns, options.shortRows?.includes(table)),
      ),
    );
  const [tables, further] = [await planned(needed), await planned(options.further ?? {})];
  const folder = await mkdtemp(join(tmpdir(), `genomic-edge-${process.pid}-`));
  // What does not fit in memory goes to the disk as it is: a database file would pack all of it first, which takes
  // longer than reading it.
  const instance = await openDuckdb(':memory:', join(folder, 'spill'), MEMORY_PART, options.memory);
  const load = async (connection: DuckDBConnection, some: readonly TablePlan[]): Promise<void> => {
    if (some.length > 0) await connection.run(some.map(createStatement).join(';\n'));
    for (const table of some)
      await stageTable(table, connection, { folder, progress, largestAppended: options.largestAppended });
    for (const table of some) await checkKey(database, table);
  };
  const database = new StagedDatabase(dump, instance, folder, (connection) => load(connection, further));
  try {
    const connection = await instance.connect();
    await load(connection, tables);
    connection.closeSync();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function createStatement({ table, columns }: TablePlan): string {
  return `CREATE TABLE "${table}" (${columns.map(({ name, kind }) => `"${name}" ${SQL_TYPES[kind]}`).join(', ')})`;
}

class StagedDatabase implements Database {
  readonly dump: DumpDatabase;
  readonly #instance: DuckDBInstance;
  /** For temporary files. */
  readonly #folder: string;
  readonly #further: (connection: DuckDBConnection) => Promise<void>;
  readonly #idle: DuckDBConnection[] = [];

  constructor(
    dump: DumpDatabase,
    instance: DuckDBInstance,
    folder: string,
    further: (connection: DuckDBConnection) => Promise<void>,
  ) {
    this.dump = dump;
    this.#instance = instance;
    this.#folder = folder;
    this.#further = further;
  }

  async *rows<T>(sql: string): AsyncGenerator<T> {
    for await (const batch of this.batches<T>(sql)) yield* batch;
  }

  async *batches<T>(sql: string): AsyncGenerator<T[]> {
    yield* this.#connected((connection) => queryRows<T>(connection, sql));
  }

  async *chunks(sql: string): AsyncGenerator<DuckDBDataChunk> {
    yield* this.#connected((connection) => queryChunks(connection, sql));
  }

  async append(table: string, rows: Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>): Promise<void> {
    const appender = await this.appender(table);
    try {
      for await (const row of rows) appender.add(row);
    } finally {
      appender.close();
    }
  }

  async loadFurther(): Promise<void> {
    const connection = await this.#instance.connect();
    try {
      await this.#further(connection);
    } finally {
      connection.closeSync();
    }
  }

  async appender(table: string): Promise<RowAppender> {
    const connection = this.#idle.pop() ?? (await this.#instance.connect());
    return new RowAppender(await connection.createAppender(table), () => this.#idle.push(connection));
  }

  async *#connected<T>(query: (connection: DuckDBConnection) => AsyncIterable<T>): AsyncGenerator<T> {
    const connection = this.#idle.pop() ?? (await this.#instance.connect());
    let isRead = false;
    try {
      yield* query(connection);
      isRead = true;
    } finally {
      // One that is left half-way through its rows stays in their transaction, which sees no table that is made after
      // it.
      if (isRead) this.#idle.push(connection);
      else connection.closeSync();
    }
  }

  async all<T>(sql: string): Promise<T[]> {
    const rows: T[] = [];
    for await (const row of this.rows<T>(sql)) rows.push(row);
    return rows;
  }

  async close(): Promise<void> {
    for (const connection of this.#idle.splice(0)) connection.closeSync();
    this.#instance.closeSync();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Of larger tables with a key of several columns the rows are not compared, unless they are in order: a table of all
 * keys would take minutes.
 */
const LARGEST_COMPARED = 1e9;

/** @throws DumpError when two rows of a loaded table have one primary key */
async function checkKey(database: Database, { table, key, plainBytes }: TablePlan): Promise<void> {
  if (key === null) return;
  // Dumps are in order of their key, nearly always: that is seen in passing, without a table of all keys.
  const [these, before] = [key.map((column) => `"${column}"`), key.map((_, each) => `before_${each}`)];
  const lagging = these.map((column, each) => `lag(${column}) OVER () AS ${before[each]!}`);
  const [unsorted] = await database.all(
    `SELECT 1 FROM (SELECT ${[...these, ...lagging].join()} FROM "${table}")
      WHERE (${these.join()}) <= (${before.join()}) LIMIT 1`,
  );
  if (unsorted && (key.length === 1 || plainBytes < LARGEST_COMPARED))
    await checkUnique(database, table, key, these.map((column) => `${column} IS NOT NULL`).join(' AND '));
}

/**
 * @param columns that no two rows may share
 * @param some SQL of the rows that are looked at
 * @throws DumpError for the second of two rows that do
 */
export async function checkUnique(
  database: Database,
  table: string,
  columns: readonly string[],
  some: string,
): Promise<void> {
  const listed = columns.map((column) => `"${column}"`).join();
  const [twice] = await database.all<Record<string, string | number | null>>(
    `SELECT ${listed} FROM "${table}" WHERE ${some} GROUP BY ${listed} HAVING count(*) > 1 LIMIT 1`,
  );
  if (!twice) return;
  const shown = columns.map((column) => `${column} ${twice[column]}`).join(', ');
  const [first, second] = await placesOf(database.dump, table, twice, 2);
  throw new DumpError(
    `${second ?? first ?? database.dump.folder}: ${table} has ${shown} twice` +
      (second && first ? `, first in ${first.split(' ').slice(-2).join(' ')}` : ''),
  );
}

/** File and line of the first rows of a table's dump that hold some values, as texts stand there. */
export async function placesOf(
  dump: DumpDatabase,
  table: string,
  values: Readonly<Record<string, string | number | null>>,
  most = 1,
): Promise<string[]> {
  const [path, columns] = [dump.tables.get(table), dump.schema.get(table)?.columns ?? []];
  if (path === undefined) return [];
  const wanted = Object.entries(values).map(
    ([name, value]) =>
      [columns.findIndex((column) => column.name === name), value === null ? null : String(value)] as const,
  );
  const found: string[] = [];
  for await (const batch of readRows(path, columns.length, table)) {
    for (let row = 0; row < batch.rowCount; row++) {
      if (!wanted.every(([column, value]) => batch.text(row, column) === value)) continue;
      found.push(batch.where(row));
      if (found.length === most) return found;
    }
  }
  return found;
}

/**
 * Makes a table beside the dump's anew, of rows that are made here.
 * @param columns names and types, as SQL has them
 */
export async function stageRows(
  database: Database,
  table: string,
  columns: string,
  rows: Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>,
): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${table} (${columns})`);
  await database.append(table, rows);
}
