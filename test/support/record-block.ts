import { joinBytes } from '../../src/store/join-bytes.ts';
import type { Shape } from '../../src/index/object-header.ts';
import { encodeRecordBlock } from '../../src/index/record-block.ts';

/** A block of some records. */
export function recordBlock(shape: Shape, records: readonly Uint8Array[]): Uint8Array {
  let end = 0;
  return encodeRecordBlock(shape, joinBytes(records), records.map((record) => (end += record.length)));
}
