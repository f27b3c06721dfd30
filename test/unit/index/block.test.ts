import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBlock, encodeBlock, encodePlainBlock, gzip } from '../../../src/index/blocks/block.ts';
import { StoreError } from '../../../src/store/store.ts';
import { at } from '../../../src/checked.ts';

const zlib = async (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes, { level: 9 }));
const decode = async (stored: Uint8Array) => decodeBlock(stored, { object: 'block', offset: 0 });
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.nat(3000))
    .map(([unit, length]) => Uint8Array.from({ length }, (_, index) => at(unit, index % unit.length))),
);

test.each([
  ['the platform', gzip],
  ['zlib', zlib],
] as const)('decodes content compressed by %s', async (_, compress) => {
  await fc.assert(
    fc.asyncProperty(contents, async (content) => {
      const stored = await encodeBlock(content, compress);
      expect(stored.length).toBeLessThanOrEqual(content.length + 5);
      expect(await decodeBlock(stored, { object: 'block', offset: 0 })).toEqual(content);
    }),
    { numRuns: 60 },
  );
});

test('stores content uncompressed if gzip does not make it shorter', async () => {
  const random = crypto.getRandomValues(new Uint8Array(5000));
  expect((await encodeBlock(random, gzip))[0]).toBe(0);
  expect((await encodeBlock(new Uint8Array(5000), gzip))[0]).toBe(1);
});

test('rejects a plain block with any changed byte', async () => {
  const stored = encodePlainBlock(Uint8Array.of(1, 2, 3, 4, 5));
  for (const [place, byte] of stored.entries()) {
    for (const flip of [0x01, 0x80, 0xff]) {
      const damaged = stored.with(place, byte ^ flip);
      await expect(decode(damaged)).rejects.toThrow(StoreError);
    }
  }
});

test('rejects a compressed block with any changed byte, except for bytes without meaning', async () => {
  const content = Uint8Array.from({ length: 2000 }, (_, index) => (index * index) % 17);
  const stored = await encodeBlock(content, zlib);
  for (const [place, byte] of stored.entries()) {
    const damaged = stored.with(place, byte ^ 0x11);
    const decoded = await decode(damaged).catch((error: unknown) => error);
    // Time, extra flags and system of gzip's header do not affect the content.
    if (place >= 5 && place <= 10) expect(decoded).toEqual(content);
    else expect(decoded, `byte ${place}`).toBeInstanceOf(StoreError);
  }
});

test('rejects a block that is truncated or has further bytes', async () => {
  for (const stored of [encodePlainBlock(new Uint8Array(100)), await encodeBlock(new Uint8Array(1000), zlib)]) {
    for (const wrong of [
      stored.subarray(0, 0),
      stored.subarray(0, 3),
      stored.subarray(0, -1),
      new Uint8Array([...stored, 0]),
    ]) {
      await expect(decode(wrong)).rejects.toThrow(StoreError);
    }
  }
});

test('rejects a block that claims to contain gigabytes without allocating them', async () => {
  const stored = await encodeBlock(new Uint8Array(1000), zlib);
  stored.fill(0xff, stored.length - 4);
  await expect(decode(stored)).rejects.toThrow('not a gzip member');
});
