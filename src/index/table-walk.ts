/** Going through a table, or through some of it, without turning the cache over. */
import type { ByteRange } from '../store/store.ts';
import type { BlockReader } from './block-reader.ts';
import { readBlocks } from './block-reads.ts';

/** Blocks that one walk leaves in the cache: some 2 MB. */
export const KEPT_OF_WALK = 40;

/** Reads for one walk through a table, which may be longer than the cache is large. */
export class WalkReader {
  readonly #keeping: BlockReader;
  readonly #passing: BlockReader;
  #left: number;

  constructor(reader: BlockReader, kept: number) {
    this.#keeping = reader;
    this.#passing = reader.forScan();
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
