/** Records by their location: no directory is needed, one read for each block. */
import { StoreError } from '../store/store.ts';
import type { BlockReader } from './block-reader.ts';
import { readBlocks } from './block-reads.ts';
import type { Shape } from './object-header.ts';
import type { RecordLocation } from './object-sink.ts';
import { recordCount, recordStart } from './record-block.ts';

/** The block of each location. */
export function locatedBlocks(object: string, locations: readonly RecordLocation[], reader: BlockReader, gap?: number): Uint8Array[] | Promise<Uint8Array[]> {
  return readBlocks(reader, locations.map(([offset, length]) => ({ object, offset, length })), gap);
}

/** Where the record of a location starts and ends in its block. Throws StoreError when the block has no such record. */
export function locatedRecord(object: string, block: Uint8Array, [offset, , index]: RecordLocation, shape: Shape): [start: number, end: number] {
  const count = recordCount(block, shape, object, offset);
  if (!(index >= 0 && index < count)) throw new StoreError(`${object} at byte ${offset} has ${count} records, none of index ${index}`);
  return [recordStart(block, index), recordStart(block, index + 1)];
}
