import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlockReader } from '../../../src/index/blocks/block-reader.ts';
import { readInPieces } from '../../../src/index/blocks/block-reads.ts';
import { StoreError, type ByteRange } from '../../../src/store/store.ts';
import { at } from '../../../src/checked.ts';

/** Remembers what is asked for; a block's bytes are its offset. */
function recorder(fails = -1) {
  const asked: { offsets: number[]; kept: boolean }[] = [];
  const reader = (kept: boolean): BlockReader => ({
    cachedBlocks: () => null,
    readAhead: async () => {},
    blocks: async (ranges) => {
      asked.push({ offsets: ranges.map(({ offset }) => offset), kept });
      if (ranges.some(({ offset }) => offset === fails)) throw new StoreError('a damaged block');
      return ranges.map(({ offset }) => new Uint8Array([offset]));
    },
    forRequest: () => reader(kept),
    withoutCaching: () => reader(false),
  });
  return { asked, reader: reader(true) };
}

const ranges = (lengths: readonly number[]): ByteRange[] =>
  lengths.map((length, offset) => ({ object: 't', offset, length }));

test('all blocks come in order, each read once, in pieces no longer than asked for unless one block is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 20 }),
      async (lengths, piece) => {
        const { asked, reader } = recorder();
        const seen: number[] = [];
        for await (const [{ offset }, block] of readInPieces(reader, ranges(lengths), piece)) {
          expect([...block]).toEqual([offset]);
          seen.push(offset);
        }
        expect(seen).toEqual(lengths.map((_, offset) => offset));
        expect(asked.flatMap(({ offsets }) => offsets)).toEqual(seen);
        for (const { offsets } of asked)
          expect(offsets.length === 1 || offsets.reduce((sum, offset) => sum + at(lengths, offset), 0) <= piece).toBe(
            true,
          );
      },
    ),
  );
});

test('no more than two pieces are read ahead, and only these are kept', async () => {
  const { asked, reader } = recorder();
  const blocks = readInPieces(reader, ranges([1, 1, 1, 1]), 1);
  await blocks.next();
  expect(asked).toEqual([
    { offsets: [0], kept: true },
    { offsets: [1], kept: true },
  ]);
  await blocks.next();
  expect(asked.slice(2)).toEqual([{ offsets: [2], kept: false }]);
});

test('what fails ahead fails when its turn comes, and nobody minds who stops before', async () => {
  const { reader } = recorder(1);
  const blocks = readInPieces(reader, ranges([1, 1]), 1);
  await blocks.next();
  await expect(blocks.next()).rejects.toThrow('a damaged block');
  const stopped = readInPieces(reader, ranges([1, 1]), 1);
  await stopped.next();
  await stopped.return(undefined);
});
