/** Reads of blocks that cost no promise where the cache has them all. */
import type { ByteRange } from '../store/store.ts';
import type { BlockReader } from './block-reader.ts';

/** Blocks from the reader's cache at once when it has them all, else as a promise. */
export function readBlocks(reader: BlockReader, ranges: readonly ByteRange[], gap?: number): Uint8Array[] | Promise<Uint8Array[]> {
  return reader.cachedBlocks(ranges) ?? reader.blocks(ranges, gap);
}

/** Goes on without a promise when there is nothing to wait for. */
export function after<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Bytes of all ranges of a plan; of one that several queries need, once. */
export function totalLength(plan: readonly (readonly ByteRange[])[]): number {
  const lengths = new Map(plan.flatMap((ranges) => ranges.map(({ offset, length }) => [offset, length])));
  return [...lengths.values()].reduce((sum, length) => sum + length, 0);
}
