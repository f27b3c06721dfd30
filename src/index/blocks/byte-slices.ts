import { largerArray, sameBytes } from './bytes.ts';

/** Some texts or records side by side in one array: number i is `bytes` from starts[i] to ends[i]. */
export interface ByteSlices {
  bytes: Uint8Array;
  starts: Uint32Array;
  ends: Uint32Array;
}

/**
 * One stretch of some bytes. Who has many of them fills one again and again: a view of each would be more work than
 * what is done with it.
 */
export interface ByteSlice {
  bytes: Uint8Array;
  start: number;
  end: number;
}

const FIRST_BYTES = 64 * 1024;

/** Texts or records that are made one behind the other, for who takes many at once. */
export class GatheredSlices {
  /** Write from where `room` says. */
  bytes = new Uint8Array(FIRST_BYTES);
  count = 0;
  readonly #ends: Uint32Array;

  /** @param most that are gathered at once */
  constructor(most: number) {
    this.#ends = new Uint32Array(most);
  }

  /** Bytes of all. */
  get size(): number {
    return this.#startOf(this.count);
  }

  /** Where the next one begins in `bytes`, with room for so many. */
  room(most: number): number {
    const at = this.size;
    if (at + most > this.bytes.length) this.bytes = largerArray(this.bytes, at + most);
    return at;
  }

  /** Takes the one that has been written up to there. */
  end(at: number): void {
    if (this.count === this.#ends.length) throw new RangeError(`no more than ${this.count} are gathered at once`);
    this.#ends[this.count++] = at;
  }

  /** Takes a copy. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const at = this.room(end - start);
    for (let each = start, to = at; each < end; each++) this.bytes[to++] = bytes[each]!;
    this.end(at + end - start);
  }

  /** Is the last one the same as some bytes? */
  isLast(bytes: Uint8Array, start: number, end: number): boolean {
    return this.count > 0 && sameBytes(this.bytes, this.#startOf(this.count - 1), this.size, bytes, start, end);
  }

  /** All of them, until something is written over them: the next one is the first again. */
  take(): ByteSlices {
    const ends = this.#ends.subarray(0, this.count);
    const starts = new Uint32Array(this.count);
    for (let each = 1; each < this.count; each++) starts[each] = ends[each - 1]!;
    this.count = 0;
    return { bytes: this.bytes, starts, ends };
  }

  #startOf(which: number): number {
    return which === 0 ? 0 : this.#ends[which - 1]!;
  }
}
