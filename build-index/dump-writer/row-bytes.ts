/** Rows as bytes in memory, for those that another thread writes to a file. */
import { writeDigits } from './digits.ts';

/** Most bytes of one UTF-16 code unit. */
const UNIT_BYTES = 3;
/** Copies of fewer bytes are faster one by one. */
const SHORT = 40;
const encoder = new TextEncoder();

export class RowBytes {
  #bytes = new Uint8Array(256 * 1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A view of what has been added, which is valid until `clear`. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Forgets what has been added. */
  clear(): void {
    this.#length = 0;
  }

  /** Makes room for bytes that `number`, `byte`, `add` and `copy` then write. */
  reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  /** Text of any kind, for which it makes room. */
  text(text: string): void {
    this.reserve(text.length * UNIT_BYTES);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  byte(value: number): void {
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2^31 - 1. */
  number(value: number): void {
    this.#length = writeDigits(this.#bytes, this.#length, value);
  }

  /** Appends the bytes of another, for which `reserve` has made room. */
  add(other: RowBytes): void {
    this.copy(other.#bytes, 0, other.#length);
  }

  /** Bytes of another array, from `from` up to `to`. */
  copy(source: Uint8Array, from = 0, to = source.length): void {
    const bytes = this.#bytes;
    if (to - from > SHORT) {
      bytes.set(source.subarray(from, to), this.#length);
      this.#length += to - from;
      return;
    }
    let at = this.#length;
    for (let index = from; index < to; index++) bytes[at++] = source[index] ?? 0;
    this.#length = at;
  }
}
