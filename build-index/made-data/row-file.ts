/**
 * A file of rows that are put together byte by byte in one buffer, for tables of tens of millions of rows, where a string for every row
 * would cost more than all else. Writes at once and waits for the disk: it is meant for threads that have nothing else to do.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

const BUFFER_BYTES = 4 << 20;
/** Room that is kept for a row: whoever has longer ones cannot write them here. */
const LONGEST_ROW = 1 << 18;
const TAB = 0x09;
const NEWLINE = 0x0a;
const ZERO = 0x30;

export class RowFile {
  readonly #descriptor: number;
  readonly #bytes = Buffer.allocUnsafe(BUFFER_BYTES);
  #at = 0;
  #written = 0;

  /** @param mode 'a' to go on behind what is there */
  constructor(path: string, mode: 'w' | 'a' = 'w') {
    this.#descriptor = openSync(path, mode);
  }

  /** Bytes of all rows so far. */
  get size(): number {
    return this.#written + this.#at;
  }

  /** Ends a field, and begins the next one. */
  tab(): this {
    this.#bytes[this.#at++] = TAB;
    return this;
  }

  /** Ends the row. */
  end(): void {
    this.#bytes[this.#at++] = NEWLINE;
    if (this.#at > BUFFER_BYTES - LONGEST_ROW) this.#flush();
  }

  /** A whole number from 0 to 2^31 - 1. */
  number(value: number): this {
    let digits = 1;
    for (let least = 10; digits < 10 && value >= least; least *= 10) digits++;
    const end = this.#at + digits;
    let rest = value;
    for (let at = end - 1; at >= this.#at; at--) {
      const shorter = (rest / 10) | 0;
      this.#bytes[at] = ZERO + rest - shorter * 10;
      rest = shorter;
    }
    this.#at = end;
    return this;
  }

  /** Text of ASCII letters without tabs, line breaks and backslashes, but for `\N`. */
  text(text: string): this {
    const { length } = text;
    let at = this.#at;
    if (length > 40) at += this.#bytes.write(text, at, 'latin1');
    else for (let each = 0; each < length; each++) this.#bytes[at++] = text.charCodeAt(each);
    this.#at = at;
    return this;
  }

  byte(value: number): this {
    this.#bytes[this.#at++] = value;
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    for (let from = 0; from < this.#at; ) from += writeSync(this.#descriptor, this.#bytes, from, this.#at - from);
    this.#written += this.#at;
    this.#at = 0;
  }
}
