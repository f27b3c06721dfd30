/** Blocks of genotype matrices, packed and unpacked by the kernel and by a model in plain JavaScript. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBlock, encodeBlockOfGenotypes } from '../../../src/index/blocks/block.ts';
import { encodeGenotypes } from '../../../src/index/genotypes/genotype-planes.ts';
import { unpackGenotypes } from '../../../src/index/kernels/genotype-unpacking.ts';
import { packGenotypes } from '../../../src/index/genotypes/packed-genotypes.ts';
import { at } from '../../../src/checked.ts';
import { StoreError } from '../../../src/store/store.ts';
import { unpackGenotypesPlainly } from '../../support/unpacking-model.ts';
import { recordBlock } from '../../support/record-block.ts';

const names = fc.oneof(
  fc.nat(2_000_000_000).map((number) => `rs${number}`),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.nat(300).map(String),
  fc.constantFrom(
    'rs0',
    'rs007',
    'a',
    '',
    '1_10_A/T',
    'x999999999999999',
    'x1234567890123456789',
    'x0000000000000000001',
  ),
);
/** Rows that are changed copies of earlier rows, like those of neighbouring variants. */
const blocks = fc.integer({ min: 1, max: 400 }).chain((samples) =>
  fc
    .array(
      fc.record({
        position: fc.oneof(fc.nat(50), fc.nat(1_000_000)),
        name: names,
        seed: fc.nat(),
        copied: fc.option(fc.nat(80)),
        share: fc.constantFrom(0, 0.005, 0.05, 0.5, 1),
        missing: fc.constantFrom(0, 0, 0.02, 0.7),
      }),
      { minLength: 1, maxLength: 100 },
    )
    .map((drawn) => {
      const rows: Uint8Array[] = [];
      let offset = 0;
      return recordBlock(
        'genotype matrix',
        drawn.map(({ position, name, seed, copied, share, missing }) => {
          let state = seed + 1;
          const next = () => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8) / 2 ** 24;
          const like = copied === null ? undefined : rows.at(-1 - copied);
          const genotypes = Uint8Array.from({ length: samples }, (_, sample) =>
            next() < missing
              ? 3
              : like && next() > 0.02
                ? at(like, sample)
                : next() < share
                  ? at([1, 2, 4], Math.floor(3 * next()))
                  : 0,
          );
          rows.push(genotypes);
          offset += position;
          const bytes = new TextEncoder().encode(name);
          const length = bytes.length < 128 ? [bytes.length] : [(bytes.length % 128) + 128, bytes.length >> 7];
          return Uint8Array.from([
            offset & 255,
            (offset >> 8) & 255,
            (offset >> 16) & 255,
            offset >>> 24,
            ...length,
            ...bytes,
            ...encodeGenotypes(genotypes),
          ]);
        }),
      );
    }),
);

test('the kernel and the model unpack a block to the original', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, async (block) => {
      const packed = packGenotypes(block);
      expect(Buffer.from(unpackGenotypesPlainly(packed, 'x')).equals(block)).toBe(true);
      expect(Buffer.from(unpackGenotypes(packed, 'x')).equals(block)).toBe(true);
      const decoded = await decodeBlock(encodeBlockOfGenotypes(block), { object: 'x', offset: 0 });
      expect(Buffer.from(decoded).equals(block)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('the kernel unpacks damaged bytes like the model, or rejects them', () => {
  fc.assert(
    fc.property(blocks, fc.nat(), fc.nat(255), (block, place, value) => {
      const damaged = packGenotypes(block);
      damaged[place % damaged.length] = value;
      let plain: Uint8Array | null = null;
      try {
        plain = unpackGenotypesPlainly(damaged, 'x');
      } catch (error) {
        expect(error).toBeInstanceOf(StoreError);
      }
      let unpacked: Uint8Array | null = null;
      try {
        unpacked = unpackGenotypes(damaged, 'x');
      } catch (error) {
        expect(error).toBeInstanceOf(StoreError);
      }
      if (unpacked) expect(plain && Buffer.from(plain).equals(unpacked)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('rejects a block that claims to contain gigabytes without allocating them', () => {
  const packed = packGenotypes(recordBlock('genotype matrix', []));
  expect(() => unpackGenotypes(Uint8Array.from({ ...packed, length: packed.length, 11: 0xff }), 'x')).toThrow(
    new StoreError('x is damaged: its records do not fill it'),
  );
});

test('rejects a truncated block', () => {
  const packed = packGenotypes(
    recordBlock('genotype matrix', [
      Uint8Array.from([
        5,
        0,
        0,
        0,
        1,
        97,
        ...encodeGenotypes(Uint8Array.from({ length: 100 }, (_, sample) => sample % 3)),
      ]),
    ]),
  );
  for (let length = 0; length < packed.length; length++)
    expect(() => unpackGenotypes(packed.subarray(0, length), 'x')).toThrow(StoreError);
});
