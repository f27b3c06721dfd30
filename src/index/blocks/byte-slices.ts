import { largerArray, sameBytes } from './bytes.ts';

/** Several texts or records in one array: item i is `bytes` from starts[i] to ends[i]. */
export interface ByteSlices {
  bytes: Uint8Array;
  starts: Uint32Array;
  ends: Uint32Array;
}

/**
 * A part of an array of bytes. Loops over many parts reuse one such object, since a view for each would cost more than
 * the work on it.
 */
export interface ByteSlice {
  bytes: Uint8Array;
  start: number;
  end: number;
}

/** The slice of a whole array; by default an empty one. */
export function sliceOf(bytes: Uint8Array = new Uint8Array(0)): ByteSlice {
  return { bytes, start: 0, end: bytes.length };
}

const FIRST_BYTES = 64 * 1024;

/** Collects texts or records that are processed in batches. */
export class GatheredSlices {
  /** Write at the position that `room` returns. */
  bytes = new Uint8Array(FIRST_BYTES);
  count = 0;
  readonly #ends: Uint32Array;

  /** @param most items of a batch */
  constructor(most: number) {
    this.#ends = new Uint32Array(most);
  }

  /** Total bytes. */
  get size(): number {
    return this.#startOf(this.count);
  }

  /** Position in `bytes` of the next item, after making room for `most` bytes. */
  room(most: number): number {
    const at = this.size;
    if (at + most > this.bytes.length) this.bytes = largerArray(this.bytes, at + most);
    return at;
  }

  /** Adds the item that was written from `room` up to `at`. Throws RangeError for an item too many. */
  end(at: number): void {
    if (this.count === this.#ends.length) throw new RangeError(`a batch has at most ${this.count} items`);
    this.#ends[this.count++] = at;
  }

  /** Adds a copy of some bytes. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const at = this.room(end - start);
    for (let each = start, to = at; each < end; each++) this.bytes[to++] = bytes[each]!;
    this.end(at + end - start);
  }

  /** Whether the last item equals some bytes. */
  isLast(bytes: Uint8Array, start: number, end: number): boolean {
    return this.count > 0 && sameBytes(this.bytes, this.#startOf(this.count - 1), this.size, bytes, start, end);
  }

  /** Ends the batch and returns its items, which are valid until the next write. */
  take(): ByteSlices {
    const ends = this.#ends.subarray(0, this.count);
    const starts = new Uint32Array(this.count);
    if (this.count > 1) starts.set(ends.subarray(0, -1), 1);
    this.count = 0;
    return { bytes: this.bytes, starts, ends };
  }

  #startOf(which: number): number {
    return which === 0 ? 0 : this.#ends[which - 1]!;
  }
}
