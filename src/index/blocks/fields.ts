/** Fields of a record that are read in sequence: variable-length integers, and texts preceded by their length. */
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

/** Number of bytes that `fixed` needs for a number from 0 to 2^53. */
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

/** Records share memory, since allocating an array for each would take longer than writing it. */
const ROOM = 64 * 1024;
/** ASCII texts below this length are faster to write in a loop than to encode. */
const SHORT = 64;
/** Below this number of bytes, a loop copies faster than a call. */
const FEW = 24;
/** Maximum UTF-8 bytes of one UTF-16 code unit. */
const UNIT_BYTES = 3;

/** Writes records field by field into shared memory. */
export class FieldWriter {
  #bytes = new Uint8Array(0);
  /** Start of the current record. */
  #from = 0;
  #at = 0;

  number(value: number): this {
    if (this.#at + LONGEST_VARINT > this.#bytes.length) this.#grow(LONGEST_VARINT);
    if (value >= 0 && value < 0x80 && Number.isInteger(value)) this.#bytes[this.#at++] = value;
    else this.#at = writeVarint(this.#bytes, this.#at, value);
    return this;
  }

  /** Writes a signed number as a zigzag varint, which is short for values near zero. */
  signed(value: number): this {
    return this.number(zigzag(value));
  }

  /**
   * Writes a number in a fixed number of bytes, big-endian. Evenly distributed numbers compress better this way than as
   * varints.
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

  /** Writes a text as `sized` does. */
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

  /** Ends the record and returns it. */
  record(): Uint8Array {
    const record = this.#bytes.subarray(this.#from, this.#at);
    this.#from = this.#at;
    return record;
  }

  /** Ends the record and returns a view that is valid until the next write, for callers that copy it. */
  lentRecord(): Uint8Array {
    const record = this.#bytes.subarray(this.#from, this.#at);
    this.#at = this.#from;
    return record;
  }

  /** Like lentRecord, without creating a view. */
  lend(slice: ByteSlice): void {
    [slice.bytes, slice.start, slice.end] = [this.#bytes, this.#from, this.#at];
    this.#at = this.#from;
  }

  /** Moves the current record to new memory with at least `more` free bytes. */
  #grow(more: number): void {
    const begun = this.#bytes.subarray(this.#from, this.#at);
    this.#bytes = new Uint8Array(Math.max(ROOM, 2 * (begun.length + more)));
    this.#bytes.set(begun);
    [this.#from, this.#at] = [0, begun.length];
  }
}

const NOTHING = new Uint8Array(0);

/** Reads the fields of a record in sequence. All methods throw StoreError if the record ends too early. */
export class FieldReader {
  readonly #record: Uint8Array;
  #at: number;

  /** @param at start of the record in the bytes */
  constructor(record: Uint8Array, at = 0) {
    this.#record = record;
    this.#at = at;
  }

  /** Position of the next field in the bytes. */
  get at(): number {
    return this.#at;
  }

  /** Skips bytes and returns their start. */
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

  /** A signed number, as `signed` writes it. */
  signed(): number {
    return unzigzag(this.number());
  }

  /** A number in a fixed number of bytes, as `fixed` writes it. */
  fixed(bytes: number): number {
    let value = 0;
    for (const behind = this.#at + bytes; this.#at < behind; this.#at++) value = 256 * value + this.#byte();
    return value;
  }

  /** A view of the rest of the record. */
  rest(): Uint8Array {
    return this.bytes(this.#record.length - this.#at);
  }

  #byte(): number {
    const byte = this.#record[this.#at];
    if (byte === undefined) throw new StoreError('a record ends within a field');
    return byte;
  }

  /** A varint count, then that many numbers. */
  numbers(): number[] {
    const numbers: number[] = [];
    for (let left = this.number(); left > 0; left--) numbers.push(this.number());
    return numbers;
  }

  /** A varint count, then that many items. */
  list<T>(read: () => T): T[] {
    return this.several(this.number(), read);
  }

  /**
   * Reads `count` items of at least one byte each. A damaged count that is too large fails at the end of the record,
   * before memory is allocated for it.
   */
  several<T>(count: number, read: () => T): T[] {
    const items: T[] = [];
    for (let left = count; left > 0; left--) items.push(read());
    return items;
  }
}

/** Joins a head and the rest into a record whose head can be read alone: varint length of the head | head | rest. */
export function joinHead(head: Uint8Array, ...rest: readonly Uint8Array[]): Uint8Array {
  const length = new Uint8Array(varintLength(head.length));
  writeVarint(length, 0, head.length);
  return joinBytes([length, head, ...rest]);
}

/** Splits a record into views of its head and rest. Throws StoreError for a record that ends within its head. */
export function splitHead(record: Uint8Array): [head: Uint8Array, rest: Uint8Array] {
  const [length, at] = readVarint(record, 0);
  if (at + length > record.length) throw new StoreError(`a record of ${record.length} bytes has a head of ${length}`);
  return [record.subarray(at, at + length), record.subarray(at + length)];
}
