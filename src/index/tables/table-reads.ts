/**
 * Two ways to read a table without its directory turning up every block: by location, and in a walk that spares the
 * cache.
 */
import { StoreError, type ByteRange } from '../../store/store.ts';
import type { BlockReader } from '../blocks/block-reader.ts';
import { readBlocks } from '../blocks/block-reads.ts';
import type { IndexShape } from '../blocks/object-header.ts';
import type { RecordLocation } from '../blocks/object-sink.ts';
import { recordCount, recordStart } from './record-block.ts';

/** Blocks that one walk leaves in the cache: some 2 MB. */
export const KEPT_OF_WALK = 40;

/** Reads for one walk through a table, which may be longer than the cache is large. */
export class WalkReader {
  readonly #keeping: BlockReader;
  readonly #passing: BlockReader;
  #left: number;

  constructor(reader: BlockReader, kept: number) {
    this.#keeping = reader;
    this.#passing = reader.withoutCaching();
    this.#left = kept;
  }

  blocks(ranges: readonly ByteRange[]): Uint8Array[] | Promise<Uint8Array[]> {
    const reader = this.#left > 0 ? this.#keeping : this.#passing;
    this.#left -= ranges.length;
    return readBlocks(reader, ranges);
  }
}

/** So many whole numbers below `end`, evenly apart; all of them where there are no more. */
export function evenlyApart(count: number, end: number): number[] {
  const found = Math.min(count, end);
  return Array.from({ length: found }, (_, each) => Math.floor(((each + 0.5) * end) / found));
}

/** The block of each location. */
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

/** Where the record of a location starts and ends in its block. Throws StoreError when the block has no such record. */
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
