/** Reads of blocks: without a promise when the cache has them all, and in pieces when a list is long. */
import type { ByteRange } from '../../store/store.ts';
import type { BlockReader } from './block-reader.ts';
import { READ_AHEAD } from './read-plan.ts';
import { at, last } from '../../checked.ts';

/** Blocks from the reader's cache at once when it has them all, else as a promise. */
export function readBlocks(
  reader: BlockReader,
  ranges: readonly ByteRange[],
  gap?: number,
): Uint8Array[] | Promise<Uint8Array[]> {
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

/**
 * The decoded blocks of some ranges with their ranges, in the order given. Two pieces of `piece` stored bytes (or of
 * one block, if that is longer) are in memory at most. The first two are asked for at once and stay in the cache, for
 * who comes back; what follows leaves the cache as it is.
 */
export async function* readInPieces(
  reader: BlockReader,
  ranges: readonly ByteRange[],
  piece = READ_AHEAD,
): AsyncGenerator<[ByteRange, Uint8Array]> {
  const pieces = cutIntoPieces(ranges, piece, ({ length }) => length);
  const passing = reader.withoutCaching();
  const begin = async (which: number) =>
    which < pieces.length ? readBlocks(which < 2 ? reader : passing, at(pieces, which)) : [];
  let next = begin(0);
  for (let which = 0; which < pieces.length; which++) {
    const here = next;
    next = begin(which + 1);
    // Who stops early never waits for it; who goes on meets the failure there.
    next.catch(() => {});
    const blocks = await here;
    for (let each = 0; each < blocks.length; each++) yield [at(pieces, which)[each]!, at(blocks, each)];
  }
}

/** Neighbours together, up to so many bytes, at least one in each piece. */
export function cutIntoPieces<T>(row: readonly T[], most: number, bytesOf: (each: T) => number): T[][] {
  const pieces: T[][] = [];
  let bytes = Infinity;
  for (const each of row) {
    if (bytes + bytesOf(each) > most) {
      pieces.push([]);
      bytes = 0;
    }
    last(pieces).push(each);
    bytes += bytesOf(each);
  }
  return pieces;
}
