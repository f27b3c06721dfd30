/** Reads of blocks: without a promise if all are cached, and in pieces for long lists. */
import type { ByteRange } from '../../store/store.ts';
import type { BlockReader } from './block-reader.ts';
import { READ_AHEAD } from './read-plan.ts';
import { at, last } from '../../checked.ts';

/** The blocks at once if all are cached, else a promise. */
export function readBlocks(
  reader: BlockReader,
  ranges: readonly ByteRange[],
  gap?: number,
): Uint8Array[] | Promise<Uint8Array[]> {
  return reader.cachedBlocks(ranges) ?? reader.blocks(ranges, gap);
}

/** Applies `next` to a value; creates a promise only if the value is one. */
export function after<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Total bytes of the ranges of a plan. A range that several queries need counts once. */
export function totalLength(plan: readonly (readonly ByteRange[])[]): number {
  const lengths = new Map(plan.flatMap((ranges) => ranges.map(({ offset, length }) => [offset, length])));
  return [...lengths.values()].reduce((sum, length) => sum + length, 0);
}

/**
 * The decoded blocks of some ranges with their ranges, in the same order. At most two pieces of `piece` stored bytes
 * (or of one block, if it is longer) are in memory. The first two pieces are read at once and cached, since clients
 * often repeat a request; later pieces are not cached.
 */
export async function* readInPieces(
  reader: BlockReader,
  ranges: readonly ByteRange[],
  piece = READ_AHEAD,
): AsyncGenerator<[ByteRange, Uint8Array]> {
  const pieces = cutIntoPieces(ranges, piece, ({ length }) => length);
  const uncached = reader.withoutCaching();
  const begin = async (which: number) =>
    which < pieces.length ? readBlocks(which < 2 ? reader : uncached, at(pieces, which)) : [];
  let next = begin(0);
  for (const [which, ranges] of pieces.entries()) {
    const here = next;
    next = begin(which + 1);
    // A consumer that stops early never awaits this promise. If it continues, the error is thrown there.
    next.catch(() => {});
    const blocks = await here;
    for (const [each, block] of blocks.entries()) yield [at(ranges, each), block];
  }
}

/** Groups consecutive items into pieces of at most `most` bytes, with at least one item each. */
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
