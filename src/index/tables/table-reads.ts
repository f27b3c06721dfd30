/** Reads of a table by location, and scans that spare the cache. */
import { StoreError, type ByteRange } from '../../store/store.ts';
import type { BlockReader } from '../blocks/block-reader.ts';
import { readBlocks } from '../blocks/block-reads.ts';
import type { IndexShape } from '../blocks/object-header.ts';
import type { RecordLocation } from '../blocks/object-sink.ts';
import { recordCount, recordStart } from './record-block.ts';

/** Blocks of one scan that are cached: about 2 MB. */
export const CACHED_SCAN_BLOCKS = 40;

/** Reads for one scan of a table, which may be larger than the cache: only the first blocks are cached. */
export class ScanReader {
  readonly #caching: BlockReader;
  readonly #uncached: BlockReader;
  #left: number;

  constructor(reader: BlockReader, cached: number) {
    this.#caching = reader;
    this.#uncached = reader.withoutCaching();
    this.#left = cached;
  }

  blocks(ranges: readonly ByteRange[]): Uint8Array[] | Promise<Uint8Array[]> {
    const reader = this.#left > 0 ? this.#caching : this.#uncached;
    this.#left -= ranges.length;
    return readBlocks(reader, ranges);
  }
}

/** `count` integers from 0 to `end` - 1, evenly spaced; all of them if there are fewer. */
export function spacedIndices(count: number, end: number): number[] {
  const found = Math.min(count, end);
  return Array.from({ length: found }, (_, each) => Math.floor(((each + 0.5) * end) / found));
}

/** The decoded block of each location. */
export function locatedBlocks(
  object: string,
  locations: readonly RecordLocation[],
  reader: BlockReader,
  gap?: number,
): Uint8Array[] | Promise<Uint8Array[]> {
  return readBlocks(
    reader,
    locations.map(([offset, length]) => ({ object, offset, length })),
    gap,
  );
}

/** Start and end of the record of a location in its block. Throws StoreError if the block has no such record. */
export function locatedRecord(
  object: string,
  block: Uint8Array,
  [offset, , index]: RecordLocation,
  shape: IndexShape,
): [start: number, end: number] {
  const count = recordCount(block, shape, object, offset);
  if (!(index >= 0 && index < count))
    throw new StoreError(`${object} at byte ${offset} has ${count} records, none of index ${index}`);
  return [recordStart(block, index), recordStart(block, index + 1)];
}
