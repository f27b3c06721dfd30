/**
 * A file of tab-separated rows that are written field by field into one buffer: in tables of tens of millions of
 * rows, a string for each row would cost more than everything else. Writes are synchronous: threads that make data do
 * nothing else.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

const BUFFER_BYTES = 512 << 10;
/** Bytes kept free for the row that is being written field by field: the longest such row. */
const LONGEST_ROW = 128 << 10;
const TAB = 0x09;
const NEWLINE = 0x0a;
const ZERO = 0x30;

export class RowFile {
  readonly #descriptor: number;
  #bytes = Buffer.allocUnsafe(BUFFER_BYTES);
  #at = 0;
  #written = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w');
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

  /** A whole row of any length, without its line break. */
  line(text: string): void {
    const most = 3 * text.length + 1;
    if (most > this.#bytes.length - this.#at) this.#makeRoom(most);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
    this.end();
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

  #makeRoom(bytes: number): void {
    this.#flush();
    if (bytes > this.#bytes.length) this.#bytes = Buffer.allocUnsafe(bytes + LONGEST_ROW);
  }

  #flush(): void {
    for (let from = 0; from < this.#at; ) from += writeSync(this.#descriptor, this.#bytes, from, this.#at - from);
    this.#written += this.#at;
    this.#at = 0;
  }
}
