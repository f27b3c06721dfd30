import duckdb from '@duckdb/node-bindings';
import type { DuckDBDataChunk, DuckDBVarCharVector } from '@duckdb/node-api';
import type { ByteSlices } from '../../src/index/byte-slices.ts';

/** Texts of one column of a chunk as the bytes that DuckDB has of them, in UTF-8. */
export type TextColumn = ByteSlices;

const ENTRY_BYTES = 16;
/** DuckDB keeps a text of up to 12 bytes in its entry, behind the length; of a longer one the place in memory. */
const INLINE_BYTES = 12;
const INLINE_AT = 4;
const POINTER_AT = 8;
/**
 * Texts nearer to each other than this are copied together, with what stands between them: other columns of the same rows, where they were
 * sorted. Less than a page of memory (4 KiB), so that no page lies between that is neither's.
 */
const NEAR = 2048;

/** Texts of a column, NULL as an empty one. */
export function textColumn(chunk: DuckDBDataChunk, column: number): TextColumn {
  // Declared private, as in duckdb-rows.ts.
  const { dataView, validity } = chunk.getColumnVector(column) as DuckDBVarCharVector as unknown as { dataView: DataView; validity: { itemValid(at: number): boolean } };
  return copiedTexts(dataView, chunk.rowCount, (row) => validity.itemValid(row));
}

/**
 * Copies texts out of DuckDB's memory, neighbours together: a call for each takes 0.6 us, which is more than everything else that is
 * done with a row.
 *
 * @param view the vector's entries
 * @param isThere false for NULL, which becomes an empty text
 */
export function copiedTexts(view: DataView, count: number, isThere: (row: number) => boolean): TextColumn {
  const [starts, ends] = [new Uint32Array(count), new Uint32Array(count)];
  /** First row, place in the copy and bytes of each stretch of memory. */
  const stretches: [row: number, at: number, size: number][] = [];
  let used = 0;
  // Of the stretch that is being found.
  let [first, begin, behind] = [-1, 0, 0];
  const end = () => {
    if (first < 0) return;
    stretches.push([first, used, behind - begin]);
    used += behind - begin;
    first = -1;
  };
  for (let row = 0; row < count; row++) {
    const entry = row * ENTRY_BYTES;
    const length = isThere(row) ? view.getUint32(entry, true) : 0;
    if (length <= INLINE_BYTES) continue;
    const address = view.getUint32(entry + POINTER_AT + 4, true) * 0x1_0000_0000 + view.getUint32(entry + POINTER_AT, true);
    if (first < 0 || address < behind || address >= behind + NEAR) {
      end();
      [first, begin] = [row, address];
    }
    behind = address + length;
    starts[row] = used + address - begin;
    ends[row] = starts[row]! + length;
  }
  end();
  const entries = new Uint8Array(view.buffer, view.byteOffset, count * ENTRY_BYTES);
  // Short texts stay in the copy of the entries, behind the others.
  const bytes = Buffer.allocUnsafeSlow(used + entries.length);
  for (const [row, at, size] of stretches) {
    bytes.set(duckdb.get_data_from_pointer(view.buffer as ArrayBuffer, view.byteOffset + row * ENTRY_BYTES + POINTER_AT, size), at);
  }
  bytes.set(entries, used);
  for (let row = 0; row < count; row++) {
    if (ends[row]! > 0) continue;
    const entry = row * ENTRY_BYTES;
    starts[row] = used + entry + INLINE_AT;
    ends[row] = starts[row]! + (isThere(row) ? view.getUint32(entry, true) : 0);
  }
  return { bytes, starts, ends };
}

/** One text of a column; the empty one for NULL. */
export function textAt({ bytes, starts, ends }: TextColumn, row: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', starts[row], ends[row]);
}

/** A column of BIGINT without NULL; exact up to 2^53. */
export function integerColumn(chunk: DuckDBDataChunk, column: number): number[] {
  const { items } = chunk.getColumnVector(column) as unknown as { items: BigInt64Array };
  const halves = new Int32Array(items.buffer, items.byteOffset, items.length * 2);
  return Array.from({ length: chunk.rowCount }, (_, row) => halves[2 * row + 1]! * 0x1_0000_0000 + (halves[2 * row]! >>> 0));
}
