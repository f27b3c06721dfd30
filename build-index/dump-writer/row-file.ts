/**
 * A file of tab-separated rows. Fields are encoded straight into one buffer, because building a string for each of tens
 * of millions of rows would take most of the time. Writes are synchronous: the threads that generate data do nothing
 * else.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { writeDigits } from './digits.ts';

const BUFFER_BYTES = 512 << 10;
/** The largest size in bytes of a row that is written field by field. */
const LONGEST_ROW = 128 << 10;
const TAB = 0x09;
const NEWLINE = 0x0a;

/** The field of a column without value. */
export const NULL = '\\N';

/** Strings as in `text`, numbers as in `number`. */
export type RowField = string | number;

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

  /** A row of at most 128 KiB, with tabs between the fields. */
  row(...fields: readonly RowField[]): void {
    const bytes = this.#bytes;
    for (const field of fields) {
      if (typeof field === 'number') this.number(field);
      else this.text(field);
      bytes[this.#at++] = TAB;
    }
    // The line break replaces the last tab.
    this.#at--;
    this.end();
  }

  /** Ends a field. */
  tab(): this {
    this.#bytes[this.#at++] = TAB;
    return this;
  }

  /** Ends the row. */
  end(): void {
    this.#bytes[this.#at++] = NEWLINE;
    if (this.#at > BUFFER_BYTES - LONGEST_ROW) this.#flush();
  }

  /** A whole row of any length. @param text without line break */
  line(text: string): void {
    const maxBytes = 3 * text.length + 1;
    if (maxBytes > this.#bytes.length - this.#at) this.#makeRoom(maxBytes);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
    this.end();
  }

  /** A whole number from 0 to 2^31 - 1. */
  number(value: number): this {
    this.#at = writeDigits(this.#bytes, this.#at, value);
    return this;
  }

  /** ASCII text, unescaped: without tabs, line breaks and backslashes, except `\N`. */
  text(text: string): this {
    const { length } = text;
    if (length > 40) {
      this.#at += this.#bytes.write(text, this.#at, 'latin1');
      return this;
    }
    const bytes = this.#bytes;
    let at = this.#at;
    for (let index = 0; index < length; index++) bytes[at++] = text.charCodeAt(index);
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

  /** Part of a field of any length. */
  longBytes(bytes: Uint8Array): this {
    for (let from = 0; from < bytes.length; from += LONGEST_ROW) {
      const part = bytes.subarray(from, from + LONGEST_ROW);
      if (this.#at + part.length > BUFFER_BYTES - LONGEST_ROW) this.#flush();
      this.bytes(part);
    }
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
