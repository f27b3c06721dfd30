/**
 * Reads results of queries in chunks of up to 2,048 rows, as rows or as columns of numbers, texts or bytes.
 *
 * Texts leave DuckDB as BLOB: the driver's decoder of VARCHAR drops byte-order marks, and texts that an index stores as
 * bytes would be decoded and encoded again.
 */
import {
  DuckDBBlobValue,
  DuckDBBlobVector,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBDecimalValue,
  DuckDBListType,
  DuckDBListValue,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  StatementType,
} from '@duckdb/node-api';
import { at } from '../../src/checked.ts';
import type { ByteSlices } from '../../src/index/blocks/byte-slices.ts';

/** The chunks of a query, for the functions below that read columns. */
export async function* queryChunks(connection: DuckDBConnection, sql: string): AsyncGenerator<DuckDBDataChunk> {
  yield* chunksOf((await startQuery(connection, sql)).result);
}

/**
 * The rows of a query, a chunk at a time, as objects of plain JavaScript values: numbers (64-bit integers too, exact up
 * to 2^53), strings, booleans, null; BLOBs become bytes, lists arrays. Of several statements the rows of the last.
 */
export async function* queryRows<T>(connection: DuckDBConnection, sql: string): AsyncGenerator<T[]> {
  const { result, types } = await startQuery(connection, sql);
  const names = result.deduplicatedColumnNames();
  for await (const chunk of chunksOf(result)) {
    const rows: Record<string, unknown>[] = Array.from({ length: chunk.rowCount }, () => ({}));
    for (const [column, name] of names.entries()) {
      const values = columnValues(chunk, column, at(types, column));
      for (const [row, object] of rows.entries()) object[name] = values[row];
    }
    yield rows as T[];
  }
}

async function* chunksOf(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk())
    yield chunk;
}

interface StartedQuery {
  result: DuckDBResult;
  /** Types of the columns before texts became BLOB. */
  types: readonly DuckDBType[];
}

async function startQuery(connection: DuckDBConnection, sql: string): Promise<StartedQuery> {
  const statements = await connection.extractStatements(sql);
  for (let each = 0; each < statements.count - 1; each++) {
    const statement = await statements.prepare(each);
    await statement.run();
    statement.destroySync();
  }
  const statement = await statements.prepare(statements.count - 1);
  const isSelect = statements.count === 1 && statement.statementType === StatementType.SELECT;
  const columns = Array.from({ length: isSelect ? statement.columnCount : 0 }, (_, column) => ({
    name: statement.columnName(column),
    type: statement.columnType(column),
  }));
  const types = columns.map(({ type }) => type);
  if (!types.some(hasText)) {
    const result = await statement.stream();
    return { result, types: result.columnTypes() };
  }
  statement.destroySync();
  const values = columns.map(
    ({ name, type }, column) => `${asBytes(`c${column}`, type)} AS "${name.replaceAll('"', '""')}"`,
  );
  const list = columns.map((_, column) => `c${column}`).join(', ');
  return { result: await connection.stream(`SELECT ${values.join(', ')} FROM (${sql}) AS query(${list})`), types };
}

function hasText(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.VARCHAR || (type instanceof DuckDBListType && hasText(type.valueType));
}

/** SQL of a column with its texts as BLOB, also inside lists. */
function asBytes(sql: string, type: DuckDBType): string {
  if (!hasText(type)) return sql;
  return type instanceof DuckDBListType
    ? `list_transform(${sql}, lambda item: ${asBytes('item', type.valueType)})`
    : `encode(${sql}::VARCHAR)`;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function columnValues(chunk: DuckDBDataChunk, column: number, type: DuckDBType): unknown[] {
  const vector = chunk.getColumnVector(column);
  const rows = { length: chunk.rowCount };
  if (!(vector instanceof DuckDBBlobVector)) return Array.from(rows, (_, row) => plainValue(vector.getItem(row), type));
  const isText = hasText(type);
  return Array.from(rows, (_, row) => {
    const bytes = vector.getItemBytes(row);
    if (bytes === null) return null;
    return isText ? decoder.decode(bytes) : new Uint8Array(bytes);
  });
}

function plainValue(value: DuckDBValue, type: DuckDBType): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBListValue && type instanceof DuckDBListType)
    return value.items.map((item) => plainValue(item, type.valueType));
  if (value instanceof DuckDBBlobValue) return hasText(type) ? decoder.decode(value.bytes) : value.bytes;
  return value;
}

/** A column of whole numbers without NULL; exact up to 2^53. */
export function integerColumn(chunk: DuckDBDataChunk, column: number): number[] {
  const vector = chunk.getColumnVector(column);
  return Array.from({ length: chunk.rowCount }, (_, row) => Number(vector.getItem(row)));
}

/** A column of texts; NULL becomes the empty text. */
export function textColumn(chunk: DuckDBDataChunk, column: number): string[] {
  const vector = blobVector(chunk, column);
  return Array.from({ length: chunk.rowCount }, (_, row) => {
    const bytes = vector.getItemBytes(row);
    return bytes === null ? '' : decoder.decode(bytes);
  });
}

/** Memory for the bytes of a column. Readers that finish one chunk before the next share it between chunks. */
export class ColumnMemory {
  bytes = new Uint8Array(64 * 1024);

  /** Makes room for `size` bytes, of which the first `used` are kept. */
  reserve(size: number, used: number): void {
    if (size <= this.bytes.length) return;
    const larger = new Uint8Array(2 * size);
    larger.set(this.bytes.subarray(0, used));
    this.bytes = larger;
  }
}

/** Below this length a loop is faster than a native copy. */
const SHORT_BYTES = 64;

/**
 * A column of texts, in UTF-8, or of BLOB; NULL becomes empty.
 *
 * @param memory receives the bytes; the next call with it overwrites them
 */
export function byteColumn(chunk: DuckDBDataChunk, column: number, memory = new ColumnMemory()): ByteSlices {
  const vector = blobVector(chunk, column);
  const { rowCount } = chunk;
  const [starts, ends] = [new Uint32Array(rowCount), new Uint32Array(rowCount)];
  let used = 0;
  for (let row = 0; row < rowCount; row++) {
    const item = vector.getItemBytes(row);
    starts[row] = used;
    if (item !== null) {
      memory.reserve(used + item.length, used);
      const { bytes } = memory;
      if (item.length > SHORT_BYTES) bytes.set(item, used);
      else for (let from = 0; from < item.length; from++) bytes[used + from] = item[from]!;
      used += item.length;
    }
    ends[row] = used;
  }
  return { bytes: memory.bytes, starts, ends };
}

function blobVector(chunk: DuckDBDataChunk, column: number): DuckDBBlobVector {
  const vector = chunk.getColumnVector(column);
  if (!(vector instanceof DuckDBBlobVector)) throw new TypeError(`column ${column} has neither texts nor bytes`);
  return vector;
}

/** A view of one row's bytes. */
export function bytesAt({ bytes, starts, ends }: ByteSlices, row: number): Uint8Array {
  return bytes.subarray(starts[row], ends[row]);
}

/** A text as a literal of SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
