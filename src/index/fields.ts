/** Fields of a record that are read one after the other: variable-length integers, and texts with their length before them. */
import { StoreError } from '../store/store.ts';
import { readVarint, varintLength, writeVarint } from './varint.ts';

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

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

/** Reads a record from its first byte on. All throw StoreError where the record ends too early. */
export class FieldReader {
  readonly #record: Uint8Array;
  #at = 0;

  constructor(record: Uint8Array) {
    this.#record = record;
  }

  number(): number {
    const [value, next] = readVarint(this.#record, this.#at);
    this.#at = next;
    return value;
  }

  text(): string {
    return decoder.decode(this.bytes(this.number()));
  }

  /** A view of the record. */
  bytes(length: number): Uint8Array {
    const from = this.#at;
    if (from + length > this.#record.length) throw new StoreError('a record ends within a field');
    return this.#record.subarray(from, (this.#at = from + length));
  }

  /** A varint, and so many things. */
  list<T>(read: () => T): T[] {
    const list: T[] = [];
    for (let left = this.number(); left > 0; left--) list.push(read());
    return list;
  }
}
