import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import { chunksOf, rowsOfChunk } from './duckdb-rows.ts';
import { openDuckdb } from './duckdb-share.ts';
import type { DumpDatabase } from './find-databases.ts';
import { RowAppender, type Value } from './row-appender.ts';
import { checkKey } from './row-faults.ts';
import { stageTable } from './stage-table.ts';
import { planTable, SQL_TYPES, type TablePlan } from './table-plan.ts';
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
  /** The rows of a query as DuckDB hands them out, some thousands at a time, for who reads columns (textColumn). */
  chunks(sql: string): AsyncIterable<DuckDBDataChunk>;
  /** Adds rows to a table that stands beside the dump's; columns of BIGINT, INTEGER, TINYINT, DOUBLE, VARCHAR and BLOB. */
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

export interface OpenOptions {
  /** Tables that are loaded when they are asked for, by who may not need them; none of those that are loaded at once. */
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
 * @throws DumpError with file and line for a broken row, a value that is no number in a number's column, a primary key that comes twice
 */
export async function openDatabase(
  dump: DumpDatabase,
  needed: NeededTables,
  progress?: (bytes: number) => void,
  options: OpenOptions = {},
): Promise<Database> {
  const planned = (some: NeededTables) => Promise.all(Object.entries(some).map(([table, columns]) => planTable(dump, table, columns, options.shortRows?.includes(table))));
  const [tables, further] = [await planned(needed), await planned(options.further ?? {})];
  const folder = await mkdtemp(join(tmpdir(), `genomic-edge-${process.pid}-`));
  // What does not fit in memory goes to the disk as it is: a database file would pack all of it first, which takes longer than reading it.
  const instance = await openDuckdb(':memory:', join(folder, 'spill'), MEMORY_PART, options.memory);
  const load = async (connection: DuckDBConnection, some: readonly TablePlan[]): Promise<void> => {
    if (some.length > 0) await connection.run(some.map(createStatement).join(';\n'));
    for (const table of some) await stageTable(table, connection, { folder, progress, largestAppended: options.largestAppended });
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

  constructor(dump: DumpDatabase, instance: DuckDBInstance, folder: string, further: (connection: DuckDBConnection) => Promise<void>) {
    this.dump = dump;
    this.#instance = instance;
    this.#folder = folder;
    this.#further = further;
  }

  async *rows<T>(sql: string): AsyncGenerator<T> {
    for await (const batch of this.batches<T>(sql)) yield* batch;
  }

  async *batches<T>(sql: string): AsyncGenerator<T[]> {
    for await (const [chunk, names] of this.#stream(sql)) yield rowsOfChunk<T>(chunk, names);
  }

  async *chunks(sql: string): AsyncGenerator<DuckDBDataChunk> {
    for await (const [chunk] of this.#stream(sql)) yield chunk;
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

  async *#stream(sql: string): AsyncGenerator<[chunk: DuckDBDataChunk, names: readonly string[]]> {
    const connection = this.#idle.pop() ?? (await this.#instance.connect());
    let isRead = false;
    try {
      const result = await connection.stream(sql);
      const names = result.deduplicatedColumnNames();
      for await (const chunk of chunksOf(result)) yield [chunk, names];
      isRead = true;
    } finally {
      // One that is left half-way through its rows stays in their transaction, which sees no table that is made after it.
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
