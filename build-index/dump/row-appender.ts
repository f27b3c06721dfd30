/** Appends rows to a table of DuckDB in chunks, since a call per value takes 0.2 us. */
import {
  DuckDBBlobValue,
  DuckDBDataChunk,
  DuckDBTypeId,
  type DuckDBAppender,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { ByteSlice } from '../../src/index/blocks/byte-slices.ts';

/** A value of a row. VARCHAR columns take strings or UTF-8 bytes, BLOB columns bytes. */
export type Value = number | string | Uint8Array | ByteSlice | null;

/** Maximum rows of a DuckDB chunk. */
const ROWS_IN_CHUNK = 2048;
/** A chunk ends early if its texts and bytes exceed this size. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export class RowAppender {
  readonly #appender: DuckDBAppender;
  readonly #types: readonly DuckDBType[];
  /** Converters to DuckDB's values, by column. */
  readonly #converters: readonly Converter[];
  readonly #onClose: () => void;
  readonly #copies = new CopiedBytes();
  #columns: DuckDBValue[][];
  #rowCount = 0;
  #bytes = 0;

  constructor(appender: DuckDBAppender, onClose: () => void = () => {}) {
    this.#appender = appender;
    this.#onClose = onClose;
    this.#types = Array.from({ length: appender.columnCount }, (_, column) => appender.columnType(column));
    this.#converters = this.#types.map((type) => converterFor(type, this.#copies));
    this.#columns = this.#types.map(() => []);
  }

  /** Adds a row. Copies its bytes. Throws RangeError for a value that its column cannot hold. */
  add(row: readonly Value[]): void {
    if (row.length !== this.#columns.length)
      throw new RangeError(`a row of ${row.length} values for ${this.#columns.length} columns`);
    for (let column = 0; column < row.length; column++) {
      const value = row[column]!;
      if (value === null) this.#columns[column]!.push(null);
      else {
        const converted = this.#converters[column]!(value);
        if (typeof converted === 'string') this.#bytes += converted.length;
        else if (converted instanceof DuckDBBlobValue) this.#bytes += converted.bytes.length;
        this.#columns[column]!.push(converted);
      }
    }
    if (++this.#rowCount === ROWS_IN_CHUNK || this.#bytes > CHUNK_BYTES) this.#appendChunk();
  }

  /** Writes the remaining rows and closes. Queries may not see the rows before. */
  close(): void {
    try {
      if (this.#rowCount > 0) this.#appendChunk();
    } finally {
      this.#appender.closeSync();
      this.#onClose();
    }
  }

  #appendChunk(): void {
    const chunk = DuckDBDataChunk.create(this.#types);
    chunk.setColumns(this.#columns);
    this.#columns = this.#types.map(() => []);
    [this.#rowCount, this.#bytes] = [0, 0];
    this.#copies.clear();
    this.#appender.appendDataChunk(chunk);
  }
}

/** Copies the bytes of a chunk's rows into one buffer, since an array per value costs more than the copy. */
class CopiedBytes {
  #memory = new Uint8Array(64 * 1024);
  #used = 0;

  copy(bytes: Uint8Array, start = 0, end = bytes.length): Uint8Array {
    const size = end - start;
    // Earlier copies keep their old buffer.
    if (this.#used + size > this.#memory.length) {
      this.#memory = new Uint8Array(Math.max(size, Math.min(2 * this.#memory.length, CHUNK_BYTES)));
      this.#used = 0;
    }
    const copy = this.#memory.subarray(this.#used, this.#used + size);
    for (let from = start, to = 0; from < end; from++) copy[to++] = bytes[from]!;
    this.#used += size;
    return copy;
  }

  /** Frees the copies for reuse, after the chunk was written. */
  clear(): void {
    this.#used = 0;
  }
}

type Converter = (value: Exclude<Value, null>) => DuckDBValue;

function converterFor(type: DuckDBType, copies: CopiedBytes): Converter {
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
      return (value) => {
        if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
        throw unfit(type, value);
      };
    case DuckDBTypeId.INTEGER:
      return integerConverter(type, 2 ** 31);
    case DuckDBTypeId.TINYINT:
      return integerConverter(type, 2 ** 7);
    case DuckDBTypeId.DOUBLE:
      return (value) => {
        if (typeof value === 'number') return value;
        throw unfit(type, value);
      };
    case DuckDBTypeId.VARCHAR:
      return (value) => {
        if (typeof value === 'string') return value;
        if (typeof value === 'number') throw unfit(type, value);
        if (value instanceof Uint8Array) return textOf(value, 0, value.length);
        return textOf(value.bytes, value.start, value.end);
      };
    case DuckDBTypeId.BLOB:
      return (value) => {
        if (value instanceof Uint8Array) return new DuckDBBlobValue(copies.copy(value));
        if (typeof value === 'object') return new DuckDBBlobValue(copies.copy(value.bytes, value.start, value.end));
        throw unfit(type, value);
      };
    default:
      throw new RangeError(`columns of ${String(type)} are not supported`);
  }
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8', start, end);
}

/** @param beyond the first number that a signed integer of this width cannot hold */
function integerConverter(type: DuckDBType, beyond: number): Converter {
  return (value) => {
    if (typeof value === 'number' && Number.isInteger(value) && -beyond <= value && value < beyond) return value;
    throw unfit(type, value);
  };
}

function unfit(type: DuckDBType, value: Exclude<Value, null>): RangeError {
  return new RangeError(`a column of ${String(type)} cannot hold ${String(value)}`);
}
