import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBlock, encodeBlock, encodePlainBlock, gzip } from '../../../src/index/blocks/block.ts';
import { StoreError } from '../../../src/store/store.ts';

const zlib = async (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes, { level: 9 }));
const decode = async (stored: Uint8Array) => decodeBlock(stored, { object: 'block', offset: 0 });
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.nat(3000))
    .map(([unit, length]) => Uint8Array.from({ length }, (_, at) => unit[at % unit.length]!)),
);

test.each([
  ['the platform', gzip],
  ['zlib', zlib],
] as const)('content compressed by %s is read back', async (_, compress) => {
  await fc.assert(
    fc.asyncProperty(contents, async (content) => {
      const stored = await encodeBlock(content, compress);
      expect(stored.length).toBeLessThanOrEqual(content.length + 5);
      expect(await decodeBlock(stored, { object: 'block', offset: 0 })).toEqual(content);
    }),
    { numRuns: 60 },
  );
});

test('gzip is used only where it helps', async () => {
  const random = crypto.getRandomValues(new Uint8Array(5000));
  expect((await encodeBlock(random, gzip))[0]).toBe(0);
  expect((await encodeBlock(new Uint8Array(5000), gzip))[0]).toBe(1);
});

test('any changed byte of a plain block is noticed', async () => {
  const stored = encodePlainBlock(Uint8Array.of(1, 2, 3, 4, 5));
  for (let at = 0; at < stored.length; at++) {
    for (const flip of [0x01, 0x80, 0xff]) {
      const damaged = stored.with(at, stored[at]! ^ flip);
      await expect(decode(damaged)).rejects.toThrow(StoreError);
    }
  }
});

test('a changed byte of a compressed block is noticed, or does not matter', async () => {
  const content = Uint8Array.from({ length: 2000 }, (_, at) => (at * at) % 17);
  const stored = await encodeBlock(content, zlib);
  for (let at = 0; at < stored.length; at++) {
    const damaged = stored.with(at, stored[at]! ^ 0x11);
    const decoded = await decode(damaged).catch((error: unknown) => error);
    // gzip's time, extra flags and system are the only bytes that say nothing about the content.
    if (at >= 5 && at <= 10) expect(decoded).toEqual(content);
    else expect(decoded, `byte ${at}`).toBeInstanceOf(StoreError);
  }
});

test('a block that is cut off or goes on is damaged', async () => {
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

test('a claim of gigabytes is refused before memory is taken', async () => {
  const stored = await encodeBlock(new Uint8Array(1000), zlib);
  stored.fill(0xff, stored.length - 4);
  await expect(decode(stored)).rejects.toThrow('not a gzip member');
});
