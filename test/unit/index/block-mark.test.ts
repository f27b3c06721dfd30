/** Marks identify blocks, so that a valid block of another object, offset or release is rejected. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeBlock,
  encodeBlock,
  encodePlainBlock,
  gzip,
  blockMark,
  markBlock,
  numberInName,
  objectNumber,
} from '../../../src/index/blocks/block.ts';
import { StoreError } from '../../../src/store/store.ts';

const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const offset = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const nameOf = (each: number) => `115-0123456789ab/homo_sapiens/core/genes-0123456789abcdef${numberInName(each)}`;

test('the name of an object contains its number', () => {
  fc.assert(fc.property(number, (each) => objectNumber(nameOf(each)) === each));
  for (const name of [
    't',
    'r/genes-0123456789abcdef.bin',
    'r/genes.89abcdef.bin/x',
    'r/genes.89ABCDEF.bin',
    'r/genes89abcdef.bin',
  ])
    expect(objectNumber(name), name).toBeNull();
});

test('two blocks of an object within 4 GiB have different marks', () => {
  fc.assert(
    fc.property(number, offset, fc.integer({ min: 1, max: 2 ** 32 - 1 }), (each, at, further) => {
      const other = Math.floor(at / 2 ** 32) * 2 ** 32 + ((at + further) % 2 ** 32);
      return blockMark(each, at) !== blockMark(each, other);
    }),
  );
});

test('a block is valid only at the object and offset where it was written', async () => {
  const plain = encodePlainBlock(Uint8Array.of(1, 2, 3));
  const compressed = await encodeBlock(new Uint8Array(1000), gzip);
  await fc.assert(
    fc.asyncProperty(number, offset, fc.constantFrom(plain, compressed), async (each, at, block) => {
      const stored = markBlock(block, each, at);
      const content = await decodeBlock(block, { object: 't', offset: 0 });
      expect(await decodeBlock(stored, { object: nameOf(each), offset: at })).toEqual(content);
      const elsewhere = [
        { object: nameOf(each), offset: at + 1 },
        { object: nameOf(each), offset: at + 2 ** 32 },
        { object: nameOf((each + 1) % 2 ** 32), offset: at },
        { object: 't', offset: at },
      ];
      for (const place of elsewhere)
        await expect((async () => decodeBlock(stored, place))(), JSON.stringify(place)).rejects.toThrow(StoreError);
      await expect((async () => decodeBlock(block, { object: nameOf(each), offset: at }))()).rejects.toThrow(
        'is damaged, or is the block of another object or place',
      );
    }),
    { numRuns: 30 },
  );
});

test('blocks of an object without a number are not marked', () => {
  const block = encodePlainBlock(Uint8Array.of(1));
  expect(markBlock(block, undefined, 8)).toBe(block);
});
