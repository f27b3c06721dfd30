/**
 * Fields of a record that are read one after the other: variable-length integers, and texts with their length before
 * them.
 */
import { StoreError } from '../../store/store.ts';
import type { ByteSlice } from './byte-slices.ts';
import { joinBytes, utf8 } from './bytes.ts';
import {
  LONGEST_VARINT,
  readVarint,
  unzigzag,
  varintAt,
  varintEnd,
  varintLength,
  writeVarint,
  zigzag,
} from './integers.ts';

const encoder = new TextEncoder();

/** Bytes that `fixed` takes for a number of 0 to 2^53. */
export function fixedLength(value: number): number {
  let bytes = 1;
  for (let most = 256; value >= most; most *= 256) bytes++;
  return bytes;
}

export function varints(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((length, value) => length + varintLength(value), 0));
  let at = 0;
  for (const value of values) at = writeVarint(bytes, at, value);
  return bytes;
}

/** Varint of the length in bytes, then UTF-8. */
export function sized(text: string): [length: Uint8Array, text: Uint8Array] {
  const bytes = encoder.encode(text);
  return [varints([bytes.length]), bytes];
}

/** Records share memory: giving each some of its own would take longer than writing it. */
const ROOM = 64 * 1024;
/** Shorter texts, if they are ASCII, are quicker written here than encoded. */
const SHORT = 64;
/** Fewer bytes are quicker copied one by one than by a call. */
const FEW = 24;
/** UTF-8 of one unit of UTF-16. */
const UNIT_BYTES = 3;

/** Writes records field by field, one behind the other. */
export class FieldWriter {
  #bytes = new Uint8Array(0);
  /** Where the record begins. */
  #from = 0;
  #at = 0;

  number(value: number): this {
    if (this.#at + LONGEST_VARINT > this.#bytes.length) this.#grow(LONGEST_VARINT);
    if (value >= 0 && value < 0x80 && Number.isInteger(value)) this.#bytes[this.#at++] = value;
    else this.#at = writeVarint(this.#bytes, this.#at, value);
    return this;
  }

  /** Small where the value is near zero: as zigzag. */
  signed(value: number): this {
    return this.number(zigzag(value));
  }

  /**
   * In so many bytes, the highest first. A number that is as likely as any other takes no more, compressed; as a
   * varint, it does.
   */
  fixed(value: number, bytes: number): this {
    if (this.#at + bytes > this.#bytes.length) this.#grow(bytes);
    for (let at = this.#at + bytes - 1, rest = value; at >= this.#at; at--) {
      this.#bytes[at] = rest;
      rest = Math.floor(rest / 256);
    }
    this.#at += bytes;
    return this;
  }

  /** As `sized`. */
  text(text: string): this {
    const most = UNIT_BYTES * text.length;
    if (this.#at + LONGEST_VARINT + most > this.#bytes.length) this.#grow(LONGEST_VARINT + most);
    const start = this.#at;
    if (text.length < SHORT) {
      let at = start + 1;
      for (let each = 0; each < text.length && text.charCodeAt(each) < 0x80; each++)
        this.#bytes[at++] = text.charCodeAt(each);
      if (at - start - 1 === text.length) {
        this.#bytes[start] = text.length;
        this.#at = at;
        return this;
      }
    }
    const bytes = encoder.encode(text);
    this.number(bytes.length).bytes(bytes);
    return this;
  }

  bytes(bytes: Uint8Array): this {
    const { length } = bytes;
    if (this.#at + length > this.#bytes.length) this.#grow(length);
    if (length < FEW) for (let each = 0; each < length; each++) this.#bytes[this.#at + each] = bytes[each]!;
    else this.#bytes.set(bytes, this.#at);
    this.#at += length;
    return this;
  }

  slice({ bytes, start, end }: ByteSlice): this {
    if (this.#at + end - start > this.#bytes.length) this.#grow(end - start);
    if (end - start > SHORT) this.#bytes.set(bytes.subarray(start, end), this.#at);
    else for (let from = start, at = this.#at; from < end; from++) this.#bytes[at++] = bytes[from]!;
    this.#at += end - start;
    return this;
  }

  /** What has been written; the next record begins. */
  record(): Uint8Array {
    const record = this.#bytes.subarray(this.#from, this.#at);
    this.#from = this.#at;
    return record;
  }

  /** The same for who copies it: the next record takes its memory. */
  lentRecord(): Uint8Array {
    const record = this.#bytes.subarray(this.#from, this.#at);
    this.#at = this.#from;
    return record;
  }

  /** As lentRecord, without a view. */
  lend(slice: ByteSlice): void {
    [slice.bytes, slice.start, slice.end] = [this.#bytes, this.#from, this.#at];
    this.#at = this.#from;
  }

  /** Goes on in other memory, of which `more` bytes are free. */
  #grow(more: number): void {
    const begun = this.#bytes.subarray(this.#from, this.#at);
    this.#bytes = new Uint8Array(Math.max(ROOM, 2 * (begun.length + more)));
    this.#bytes.set(begun);
    [this.#from, this.#at] = [0, begun.length];
  }
}

const NOTHING = new Uint8Array(0);

/** Reads a record from its first byte on. All throw StoreError where the record ends too early. */
export class FieldReader {
  readonly #record: Uint8Array;
  #at: number;

  /** `at`: where the record begins in the bytes. */
  constructor(record: Uint8Array, at = 0) {
    this.#record = record;
    this.#at = at;
  }

  /** Where the next field begins in the bytes. */
  get at(): number {
    return this.#at;
  }

  /** Passes over bytes, and gives back where they begin. */
  skip(length: number): number {
    const from = this.#at;
    if (from + length > this.#record.length) throw new StoreError('a record ends within a field');
    this.#at = from + length;
    return from;
  }

  number(): number {
    const record = this.#record;
    const at = this.#at;
    const value = varintAt(record, at);
    this.#at = varintEnd(record, at);
    return value;
  }

  text(): string {
    return utf8.decode(this.bytes(this.number()));
  }

  /** A view of the record. */
  bytes(length: number): Uint8Array {
    if (length === 0) return NOTHING;
    const from = this.skip(length);
    return this.#record.subarray(from, from + length);
  }

  /** A number that may be negative, as `signed` writes it. */
  signed(): number {
    return unzigzag(this.number());
  }

  /** A number of so many bytes, as `fixed` writes it. */
  fixed(bytes: number): number {
    let value = 0;
    for (const behind = this.#at + bytes; this.#at < behind; this.#at++) value = 256 * value + this.#byte();
    return value;
  }

  /** A view of all that is left of the record. */
  rest(): Uint8Array {
    return this.bytes(this.#record.length - this.#at);
  }

  #byte(): number {
    const byte = this.#record[this.#at];
    if (byte === undefined) throw new StoreError('a record ends within a field');
    return byte;
  }

  /** A varint, and so many numbers. */
  numbers(): number[] {
    const numbers: number[] = [];
    for (let left = this.number(); left > 0; left--) numbers.push(this.number());
    return numbers;
  }

  /** A varint, and so many things. */
  list<T>(read: () => T): T[] {
    return this.several(this.number(), read);
  }

  /**
   * So many things, each of a byte at least: a number that is too large ends with the record, before memory is taken
   * for it.
   */
  several<T>(count: number, read: () => T): T[] {
    const things: T[] = [];
    for (let left = count; left > 0; left--) things.push(read());
    return things;
  }
}

/** A record whose head can be read without the rest: varint length of the head | head | rest. */
export function joinHead(head: Uint8Array, ...rest: readonly Uint8Array[]): Uint8Array {
  const length = new Uint8Array(varintLength(head.length));
  writeVarint(length, 0, head.length);
  return joinBytes([length, head, ...rest]);
}

/** Views of the record's bytes. Throws StoreError for a record that ends within its head. */
export function splitHead(record: Uint8Array): [head: Uint8Array, rest: Uint8Array] {
  const [length, at] = readVarint(record, 0);
  if (at + length > record.length) throw new StoreError(`a record of ${record.length} bytes has a head of ${length}`);
  return [record.subarray(at, at + length), record.subarray(at + length)];
}
