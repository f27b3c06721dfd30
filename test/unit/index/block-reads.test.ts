import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlockReader } from '../../../src/index/blocks/block-reader.ts';
import { readInPieces } from '../../../src/index/blocks/block-reads.ts';
import { StoreError, type ByteRange } from '../../../src/store/store.ts';
import { at } from '../../../src/checked.ts';

/** A reader that records requests. The content of a block is its offset. @param fails the offset of a damaged block */
function recorder(fails = -1) {
  const requests: { offsets: number[]; cached: boolean }[] = [];
  const reader = (cached: boolean): BlockReader => ({
    cachedBlocks: () => null,
    readAhead: async () => {},
    blocks: async (ranges) => {
      requests.push({ offsets: ranges.map(({ offset }) => offset), cached });
      if (ranges.some(({ offset }) => offset === fails)) throw new StoreError('a damaged block');
      return ranges.map(({ offset }) => new Uint8Array([offset]));
    },
    forRequest: () => reader(cached),
    withoutCaching: () => reader(false),
  });
  return { requests, reader: reader(true) };
}

const ranges = (lengths: readonly number[]): ByteRange[] =>
  lengths.map((length, offset) => ({ object: 't', offset, length }));

test('blocks are read once, in order and in pieces of the given length, or of one longer block', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 20 }),
      async (lengths, piece) => {
        const { requests, reader } = recorder();
        const seen: number[] = [];
        for await (const [{ offset }, block] of readInPieces(reader, ranges(lengths), piece)) {
          expect([...block]).toEqual([offset]);
          seen.push(offset);
        }
        expect(seen).toEqual(lengths.map((_, offset) => offset));
        expect(requests.flatMap(({ offsets }) => offsets)).toEqual(seen);
        for (const { offsets } of requests)
          expect(offsets.length === 1 || offsets.reduce((sum, offset) => sum + at(lengths, offset), 0) <= piece).toBe(
            true,
          );
      },
    ),
  );
});

test('the first two pieces are read at the start and cached, later pieces one ahead and not cached', async () => {
  const { requests, reader } = recorder();
  const blocks = readInPieces(reader, ranges([1, 1, 1, 1]), 1);
  await blocks.next();
  expect(requests).toEqual([
    { offsets: [0], cached: true },
    { offsets: [1], cached: true },
  ]);
  await blocks.next();
  expect(requests.slice(2)).toEqual([{ offsets: [2], cached: false }]);
});

test('a failed read ahead rejects when its block is due, and not if the reader stops before', async () => {
  const { reader } = recorder(1);
  const blocks = readInPieces(reader, ranges([1, 1]), 1);
  await blocks.next();
  await expect(blocks.next()).rejects.toThrow('a damaged block');
  const stopped = readInPieces(reader, ranges([1, 1]), 1);
  await stopped.next();
  await stopped.return(undefined);
});
