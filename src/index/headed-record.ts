/** A record whose head can be read without the rest: varint length of the head | head | rest. */
import { StoreError } from '../store/store.ts';
import { joinBytes } from '../store/join-bytes.ts';
import { readVarint, varintLength, writeVarint } from './varint.ts';

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
