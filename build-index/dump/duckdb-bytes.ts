/** Texts in DuckDB's own memory: read and written a column at a time, without a call for each. */
import duckdb, { type Vector } from '@duckdb/node-bindings';
import type { DuckDBDataChunk, DuckDBVarCharVector } from '@duckdb/node-api';
import type { ByteSlice, ByteSlices } from '../../src/index/byte-slices.ts';

/** Texts of one column of a chunk as the bytes that DuckDB has of them, in UTF-8. */
export type TextColumn = ByteSlices;

const ENTRY_BYTES = 16;
/** DuckDB keeps a text of up to 12 bytes in its entry, behind the length; of a longer one the place in memory. */
const INLINE_BYTES = 12;
const INLINE_AT = 4;
const POINTER_AT = 8;
const HIGH_HALF = 0x1_0000_0000;
/**
 * Texts nearer to each other than this are copied together, with what stands between them: other columns of the same rows, where they were
 * sorted. Less than a page of memory (4 KiB), so that no page lies between that is neither's.
 */
const NEAR = 2048;

/** Memory that texts are copied to, for who is done with those of a chunk before the next comes: anew for each it would be much garbage. */
export class TextRoom {
  #bytes = Buffer.allocUnsafeSlow(0);

  /** What was there before is written over. */
  take(size: number): Buffer {
    if (this.#bytes.length < size) this.#bytes = Buffer.allocUnsafeSlow(2 * size);
    return this.#bytes;
  }
}

/**
 * Texts of a column, NULL as an empty one.
 *
 * @param room where they go; they are lost when it is used again
 */
export function textColumn(chunk: DuckDBDataChunk, column: number, room?: TextRoom): TextColumn {
  // Declared private, as in duckdb-rows.ts.
  const { dataView, validity } = chunk.getColumnVector(column) as DuckDBVarCharVector as unknown as { dataView: DataView; validity: { itemValid(at: number): boolean } };
  return copiedTexts(dataView, chunk.rowCount, (row) => validity.itemValid(row), room);
}

/**
 * Copies texts out of DuckDB's memory, neighbours together: a call for each takes 0.6 us, which is more than everything else that is
 * done with a row.
 *
 * @param view the vector's entries
 * @param isThere false for NULL, which becomes an empty text
 */
export function copiedTexts(view: DataView, count: number, isThere: (row: number) => boolean, room?: TextRoom): TextColumn {
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
    const address = addressAt(view, entry);
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
  const bytes = room?.take(used + entries.length) ?? Buffer.allocUnsafeSlow(used + entries.length);
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

function addressAt(view: DataView, entry: number): number {
  return view.getUint32(entry + POINTER_AT + 4, true) * HIGH_HALF + view.getUint32(entry + POINTER_AT, true);
}

/** One text of a column; the empty one for NULL. */
export function textAt({ bytes, starts, ends }: TextColumn, row: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', starts[row], ends[row]);
}

/** The same for who reads many. */
export function textsOf({ bytes, starts, ends }: TextColumn): (row: number) => string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (row) => buffer.toString('utf8', starts[row], ends[row]);
}

/** The same as a view of its bytes. */
export function bytesAt({ bytes, starts, ends }: TextColumn, row: number): Uint8Array {
  return bytes.subarray(starts[row], ends[row]);
}

/** A column of BIGINT without NULL; exact up to 2^53. */
export function integerColumn(chunk: DuckDBDataChunk, column: number): number[] {
  const { items } = chunk.getColumnVector(column) as unknown as { items: BigInt64Array };
  const halves = new Int32Array(items.buffer, items.byteOffset, items.length * 2);
  const numbers = new Array<number>(chunk.rowCount);
  for (let row = 0; row < numbers.length; row++) numbers[row] = halves[2 * row + 1]! * HIGH_HALF + (halves[2 * row]! >>> 0);
  return numbers;
}

const encoder = new TextEncoder();
/** Shorter ones, if they are ASCII, are quicker written here than encoded, and copied than by a call. */
const SHORT = 64;

/** Texts that are gathered for a vector of VARCHAR or BLOB. */
export class GatheredTexts {
  readonly #entries: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  /** Those that do not fit in their entries, which say where they stand here. */
  #bytes: Uint8Array = new Uint8Array(1024);
  #size = 0;

  constructor(rows: number) {
    this.#entries = new Uint8Array(rows * ENTRY_BYTES);
    this.#view = new DataView(this.#entries.buffer);
  }

  /** Bytes beside the entries. */
  get size(): number {
    return this.#size;
  }

  /** Rows are set once, in ascending order. */
  set(row: number, text: string | Uint8Array | ByteSlice): void {
    const from = this.#size;
    const length = typeof text === 'string' ? this.#write(text) : text instanceof Uint8Array ? this.#copy(text) : this.#copySlice(text);
    const entry = row * ENTRY_BYTES;
    this.#view.setUint32(entry, length, true);
    const inline = length <= INLINE_BYTES;
    for (let each = 0; each < INLINE_BYTES; each++) this.#entries[entry + INLINE_AT + each] = each < length ? this.#bytes[from + each]! : 0;
    if (inline) this.#size = from;
    else this.#view.setFloat64(entry + POINTER_AT, from, true);
  }

  /** Puts the texts of the first rows into a vector, and begins anew. */
  move(vector: Vector, rows: number): void {
    if (this.#size > 0) {
      // As one text, which the vector keeps; then every entry says where in it its own text is.
      duckdb.vector_assign_string_element_len(vector, 0, this.#bytes.subarray(0, this.#size));
      const first = duckdb.vector_get_data(vector, ENTRY_BYTES);
      const address = addressAt(new DataView(first.buffer, first.byteOffset, ENTRY_BYTES), 0);
      for (let entry = 0; entry < rows * ENTRY_BYTES; entry += ENTRY_BYTES) {
        if (this.#view.getUint32(entry, true) <= INLINE_BYTES) continue;
        const place = address + this.#view.getFloat64(entry + POINTER_AT, true);
        this.#view.setUint32(entry + POINTER_AT, place % HIGH_HALF, true);
        this.#view.setUint32(entry + POINTER_AT + 4, Math.floor(place / HIGH_HALF), true);
      }
    }
    duckdb.copy_data_to_vector(vector, 0, this.#entries.buffer, 0, rows * ENTRY_BYTES);
    this.#size = 0;
  }

  #copy(bytes: Uint8Array): number {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
    return bytes.length;
  }

  #copySlice({ bytes, start, end }: ByteSlice): number {
    if (end - start >= SHORT) return this.#copy(bytes.subarray(start, end));
    this.#reserve(end - start);
    for (let from = start, at = this.#size; from < end; from++) this.#bytes[at++] = bytes[from]!;
    this.#size += end - start;
    return end - start;
  }

  #write(text: string): number {
    if (text.length >= SHORT) return this.#copy(encoder.encode(text));
    this.#reserve(text.length);
    for (let each = 0; each < text.length; each++) {
      const letter = text.charCodeAt(each);
      if (letter >= 0x80) return this.#copy(encoder.encode(text));
      this.#bytes[this.#size + each] = letter;
    }
    this.#size += text.length;
    return text.length;
  }

  #reserve(more: number): void {
    if (this.#size + more <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * (this.#size + more));
    bytes.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = bytes;
  }
}
