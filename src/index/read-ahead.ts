/** A long row of blocks, read piece by piece: while one piece is looked at, the next is on its way. */
import { READ_AHEAD } from '../store/memory-budget.ts';
import type { ByteRange } from '../store/store.ts';
import type { BlockReader } from './block-reader.ts';
import { readBlocks } from './block-reads.ts';

/**
 * The decoded blocks of some ranges with their ranges, in the order given. Two pieces of `piece` stored bytes (or of one block, if
 * that is longer) are in memory at most. The first two are asked for at once and stay in the cache, for who comes back; what
 * follows leaves the cache as it is.
 */
export async function* readInPieces(reader: BlockReader, ranges: readonly ByteRange[], piece = READ_AHEAD): AsyncGenerator<[ByteRange, Uint8Array]> {
  const pieces = cutIntoPieces(ranges, piece, ({ length }) => length);
  const passing = reader.forScan();
  const begin = async (which: number) => (which < pieces.length ? readBlocks(which < 2 ? reader : passing, pieces[which]!) : []);
  let next = begin(0);
  for (let which = 0; which < pieces.length; which++) {
    const here = next;
    next = begin(which + 1);
    // Who stops early never waits for it; who goes on meets the failure there.
    next.catch(() => {});
    const blocks = await here;
    for (let each = 0; each < blocks.length; each++) yield [pieces[which]![each]!, blocks[each]!];
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
    pieces.at(-1)!.push(each);
    bytes += bytesOf(each);
  }
  return pieces;
}
