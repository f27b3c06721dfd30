import { DuckDBDecimalValue, DuckDBListValue, DuckDBStructValue } from '@duckdb/node-api';
import { DuckDBBigIntVector, DuckDBVarCharVector } from '@duckdb/node-api';
import type { DuckDBDataChunk, DuckDBValue, DuckDBVector } from '@duckdb/node-api';

/**
 * The rows of one chunk as objects of plain JavaScript values: numbers (whole ones of 64 bits too, which are exact up
 * to 2^53), strings, booleans, null; lists become arrays and structs objects.
 */
export function rowsOfChunk<T>(chunk: DuckDBDataChunk, names: readonly string[]): T[] {
  const columns = names.map((_, column) => valuesOf(chunk.getColumnVector(column)));
  const rows = new Array<T>(chunk.rowCount);
  for (let row = 0; row < rows.length; row++) {
    const object: Record<string, unknown> = {};
    for (let column = 0; column < names.length; column++) object[names[column]!] = columns[column]![row];
    rows[row] = object as T;
  }
  return rows;
}

function valuesOf(vector: DuckDBVector): unknown[] {
  const values = new Array<unknown>(vector.itemCount);
  if (vector instanceof DuckDBBigIntVector) return wholeNumbers(vector, values);
  if (vector instanceof DuckDBVarCharVector) {
    for (let at = 0; at < values.length; at++) values[at] = vector.getItem(at);
    return values;
  }
  for (let at = 0; at < values.length; at++) values[at] = plain(vector.getItem(at) as DuckDBValue);
  return values;
}

/** Reads 64-bit numbers as two halves: going through bigint takes four times as long. */
function wholeNumbers(vector: DuckDBBigIntVector, values: unknown[]): unknown[] {
  // The properties are declared private, yet reading them is the only way around one bigint a value.
  const { items, validity } = vector as unknown as { items: BigInt64Array; validity: { data: BigUint64Array | null; offset: number } };
  const halves = new Int32Array(items.buffer, items.byteOffset, items.length * 2);
  const valid = validity.data === null ? null : new Uint8Array(validity.data.buffer, validity.data.byteOffset, validity.data.byteLength);
  for (let at = 0; at < values.length; at++) {
    const bit = validity.offset + at;
    const isNull = valid !== null && (valid[bit >> 3]! & (1 << (bit & 7))) === 0;
    values[at] = isNull ? null : halves[2 * at + 1]! * 0x1_0000_0000 + (halves[2 * at]! >>> 0);
  }
  return values;
}

function plain(value: DuckDBValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBListValue) return value.items.map(plain);
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([name, entry]) => [name, plain(entry)]));
  }
  return value;
}
