import { joinBytes } from '../../src/index/blocks/bytes.ts';
import type { IndexShape } from '../../src/index/blocks/object-header.ts';
import { encodeRecordBlock } from '../../src/index/tables/record-block.ts';

/** A block that contains the records. */
export function recordBlock(shape: IndexShape, records: readonly Uint8Array[]): Uint8Array {
  let end = 0;
  return encodeRecordBlock(
    shape,
    joinBytes(records),
    records.map((record) => (end += record.length)),
  );
}
