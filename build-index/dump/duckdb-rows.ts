import { DuckDBBigIntVector, DuckDBBlobVector, DuckDBDecimalValue, DuckDBListValue, DuckDBStructValue, DuckDBVarCharVector } from '@duckdb/node-api';
import type { DuckDBDataChunk, DuckDBResult, DuckDBValue, DuckDBVector } from '@duckdb/node-api';
import { copiedTexts, textsOf } from './duckdb-bytes.ts';

/** What a streamed query gives, some thousand rows at a time. */
export async function* chunksOf(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) yield chunk;
}

/**
 * The rows of one chunk as objects of plain JavaScript values: numbers (whole ones of 64 bits too, which are exact up
 * to 2^53), strings, booleans, null; BLOBs become bytes, lists arrays and structs objects.
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
  if (vector instanceof DuckDBVarCharVector) return strings(vector, values);
  if (vector instanceof DuckDBBlobVector) return blobs(vector, values);
  for (let at = 0; at < values.length; at++) values[at] = plain(vector.getItem(at) as DuckDBValue);
  return values;
}

/** Reads 64-bit numbers as two halves: going through bigint takes four times as long. */
function wholeNumbers(vector: DuckDBBigIntVector, values: unknown[]): unknown[] {
  // The properties are declared private, yet reading them is the only way around one bigint a value.
  const { items, validity } = vector as unknown as { items: BigInt64Array; validity: Validity };
  const halves = new Int32Array(items.buffer, items.byteOffset, items.length * 2);
  const isNull = nullsOf(validity);
  for (let at = 0; at < values.length; at++) {
    values[at] = isNull(at) ? null : halves[2 * at + 1]! * 0x1_0000_0000 + (halves[2 * at]! >>> 0);
  }
  return values;
}

// DuckDB keeps a string of up to 12 bytes in its 16-byte entry; a longer one as length, 4 first bytes and a pointer.
const INLINE_BYTES = 12;

/**
 * Reads short ASCII strings from their entries, an entry equal to the one before it (dictionaries, sorted and constant columns)
 * not at all, and others from a copy of them all: some 10 and 100 ns each; the vector's own getItem would take 600 ns.
 */
function strings(vector: DuckDBVarCharVector, values: unknown[]): unknown[] {
  const { dataView, validity } = vector as unknown as { dataView: DataView; validity: Validity };
  const entries = Buffer.from(dataView.buffer, dataView.byteOffset, dataView.byteLength);
  const isNull = nullsOf(validity);
  let copied: (row: number) => string = (row) => {
    copied = textsOf(copiedTexts(dataView, values.length, (at) => !isNull(at)));
    return copied(row);
  };
  let before = -1;
  for (let at = 0; at < values.length; at++) {
    if (isNull(at)) {
      values[at] = null;
      continue;
    }
    const place = at * 16;
    const length = dataView.getUint32(place, true);
    if (before !== -1 && sameEntry(dataView, before * 16, place)) {
      values[at] = values[before];
    } else if (length <= INLINE_BYTES && isAscii(entries, place + 4, length)) {
      values[at] = entries.toString('latin1', place + 4, place + 4 + length);
    } else {
      values[at] = copied(at);
    }
    before = at;
  }
  return values;
}

function blobs(vector: DuckDBBlobVector, values: unknown[]): unknown[] {
  const { dataView, validity } = vector as unknown as { dataView: DataView; validity: Validity };
  const isNull = nullsOf(validity);
  const { bytes, starts, ends } = copiedTexts(dataView, values.length, (at) => !isNull(at));
  for (let at = 0; at < values.length; at++) values[at] = isNull(at) ? null : bytes.subarray(starts[at], ends[at]);
  return values;
}

function sameEntry(view: DataView, a: number, b: number): boolean {
  for (let word = 0; word < 16; word += 4) if (view.getUint32(a + word, true) !== view.getUint32(b + word, true)) return false;
  return true;
}

function isAscii(bytes: Buffer, start: number, length: number): boolean {
  let all = 0;
  for (let at = start; at < start + length; at++) all |= bytes[at]!;
  return all < 0x80;
}

interface Validity {
  data: BigUint64Array | null;
  offset: number;
}

function nullsOf({ data, offset }: Validity): (at: number) => boolean {
  if (data === null) return () => false;
  const bits = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return (at) => (bits[(offset + at) >> 3]! & (1 << ((offset + at) & 7))) === 0;
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
