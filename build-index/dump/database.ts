import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckdb } from './duckdb-share.ts';
import type { DumpDatabase } from './find-databases.ts';
import { formerLayouts, withFormerTables } from './former/former-layouts.ts';
import { queryChunks, queryRows } from './query-chunks.ts';
import { RowAppender, type Value } from './row-appender.ts';
import { stageTable } from './stage-table.ts';
import { SQL_TYPES, type NeededTables, type TablePlan, planTable } from './table-plan.ts';
import { keepUnique } from './unique-rows.ts';

export type { NeededTables } from './table-plan.ts';

/** The needed tables of one dump, loaded into DuckDB. */
export interface Database {
  readonly dump: DumpDatabase;
  /**
   * The rows of a query, streamed; 64-bit numbers come as numbers (exact up to 2^53). Several queries may be open at
   * once: each has its own connection, so temporary tables are not shared.
   */
  rows<T = Record<string, unknown>>(sql: string): AsyncIterable<T>;
  /** The rows of a query, streamed in batches of some thousands: faster than one by one. */
  batches<T = Record<string, unknown>>(sql: string): AsyncIterable<T[]>;
  all<T = Record<string, unknown>>(sql: string): Promise<T[]>;
  /** The rows of a query as DuckDB's chunks of some thousands, for readers of columns (query-chunks.ts). */
  chunks(sql: string): AsyncIterable<DuckDBDataChunk>;
  /** Appends rows to a table that is not the dump's. Columns: BIGINT, INTEGER, TINYINT, DOUBLE, VARCHAR, BLOB. */
  append(table: string, rows: Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>): Promise<void>;
  /** Loads some tables of OpenOptions.further, as openDatabase loads the others. */
  loadFurther(...tables: string[]): Promise<void>;
  /** An appender for rows, for callers that fill several tables at once. */
  appender(table: string): Promise<RowAppender>;
  /** Frees the memory and removes the temporary files. */
  close(): Promise<void>;
}

/** Share of the process's DuckDB memory; sorts of derived tables run in another instance at the same time. */
const MEMORY_PART = 2 / 3;

interface OpenOptions {
  /** Tables to load later, with `loadFurther`, if they are needed at all. */
  further?: NeededTables;
  /** Bytes of memory beyond which DuckDB spills to disk, for callers that need memory for other things. */
  memory?: number;
  /** Plain bytes of a table up to which it is loaded value by value instead of as text. */
  largestAppended?: number;
  /**
   * Tables whose rows may end after the last needed column: releases add columns at the end of a table, and rows that
   * were dumped before lack them. In other tables such a row is damaged.
   */
  shortRows?: readonly string[];
}

/**
 * Loads the needed columns of the needed tables. A table that the dump lacks is empty, and a column that it lacks is
 * NULL in every row, except those that dumps of older releases keep elsewhere (former-layouts.ts). Whole numbers are
 * BIGINT, other numbers DOUBLE, all else VARCHAR.
 *
 * @param progress gets the bytes of stored data files that were read since the last call
 * @throws DumpError with file and line for a broken row, for text in a column of numbers, for a duplicate primary key
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
  const [first, later] = readTables(dump, needed, options.further ?? {});
  const [tables, further] = [await planned(first), await planned(later)];
  const folder = await mkdtemp(join(tmpdir(), `genomic-edge-${process.pid}-`));
  // ':memory:' spills data to disk uncompressed. A database file would compress all of them first, which takes longer
  // than reading the dumps.
  const instance = await openDuckdb(':memory:', join(folder, 'spill'), MEMORY_PART, options.memory);
  const load = async (connection: DuckDBConnection, some: readonly TablePlan[], asked: NeededTables): Promise<void> => {
    if (some.length > 0) await connection.run(some.map(createStatement).join(';\n'));
    for (const table of some)
      await stageTable(table, connection, { folder, progress, largestAppended: options.largestAppended });
    for (const table of some) await checkKey(database, table);
    for (const { fill } of formerLayouts(dump, asked)) await connection.run(fill);
  };
  const database = new StagedDatabase(dump, instance, folder, (connection, names) =>
    load(
      connection,
      further.filter(({ table }) => names.includes(table)),
      Object.fromEntries(Object.entries(options.further ?? {}).filter(([table]) => names.includes(table))),
    ),
  );
  try {
    const connection = await instance.connect();
    await load(connection, tables, needed);
    connection.closeSync();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The needed and the further tables, with those from which older dumps fill them. Each table is loaded once. */
function readTables(
  dump: DumpDatabase,
  needed: NeededTables,
  further: NeededTables,
): [first: NeededTables, later: NeededTables] {
  const [first, later] = [{ ...withFormerTables(dump, needed) }, { ...withFormerTables(dump, further) }];
  for (const [table, columns] of Object.entries(later)) {
    const loaded = first[table];
    if (!loaded) continue;
    first[table] = { ...loaded, ...columns };
    delete later[table];
  }
  return [first, later];
}

function createStatement({ table, columns }: TablePlan): string {
  return `CREATE TABLE "${table}" (${columns.map(({ name, kind }) => `"${name}" ${SQL_TYPES[kind]}`).join(', ')})`;
}

class StagedDatabase implements Database {
  readonly dump: DumpDatabase;
  readonly #instance: DuckDBInstance;
  /** Folder for temporary files. */
  readonly #folder: string;
  readonly #further: (connection: DuckDBConnection, tables: readonly string[]) => Promise<void>;
  readonly #idle: DuckDBConnection[] = [];

  constructor(
    dump: DumpDatabase,
    instance: DuckDBInstance,
    folder: string,
    further: (connection: DuckDBConnection, tables: readonly string[]) => Promise<void>,
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

  async loadFurther(...tables: string[]): Promise<void> {
    const connection = await this.#instance.connect();
    try {
      await this.#further(connection, tables);
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
      // A connection with unread rows stays in their transaction, which does not see tables that are created later.
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
 * Plain bytes beyond which unsorted tables with a key of several columns are not checked for duplicate keys: a table of
 * all keys would take minutes.
 */
const LARGEST_COMPARED = 1e9;

/**
 * Removes rows of a loaded table with the primary key of an earlier row, as MySQL's LOAD DATA LOCAL does.
 * @throws DumpError for the first such row if departures are errors
 */
async function checkKey(database: Database, { table, key, plainBytes }: TablePlan): Promise<void> {
  if (key === null) return;
  // Nearly all dumps are sorted by their key, which one pass can check, without a table of all keys.
  const [these, before] = [key.map((column) => `"${column}"`), key.map((_, each) => `before_${each}`)];
  const lagging = these.map((column, each) => `lag(${column}) OVER () AS before_${each}`);
  const [unsorted] = await database.all(
    `SELECT 1 FROM (SELECT ${[...these, ...lagging].join()} FROM "${table}")
      WHERE (${these.join()}) <= (${before.join()}) LIMIT 1`,
  );
  if (unsorted && (key.length === 1 || plainBytes < LARGEST_COMPARED))
    await keepUnique(database, table, key, these.map((column) => `${column} IS NOT NULL`).join(' AND '));
}

/**
 * Creates or replaces a table that is not the dump's, with computed rows.
 * @param columns names and types in SQL
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
