/** A record whose head can be read without the rest: varint length of the head | head | rest. */
import { joinBytes } from './block.ts';
import { readVarint, varintLength, writeVarint } from './varint.ts';

export function joinHead(head: Uint8Array, ...rest: readonly Uint8Array[]): Uint8Array {
  const length = new Uint8Array(varintLength(head.length));
  writeVarint(length, 0, head.length);
  return joinBytes([length, head, ...rest]);
}

/** Views of the record's bytes. Throws StoreError for a record that ends within the length. */
export function splitHead(record: Uint8Array): [head: Uint8Array, rest: Uint8Array] {
  const [length, at] = readVarint(record, 0);
  return [record.subarray(at, at + length), record.subarray(at + length)];
}
