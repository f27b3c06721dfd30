import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bgzip, END_BLOCK } from '../../../cli/annotate/bgzip.ts';
import { withFirst } from '../../../src/streams/byte-pieces.ts';
import { gunzip, HEAD_BYTES } from '../../../src/streams/gunzip.ts';
import { InvalidInput } from '../../../src/invalid-input.ts';
import { useNativeDecompression } from '../../support/native-decompression.ts';

useNativeDecompression();

const TEXT = Buffer.from(Array.from({ length: 30_000 }, (_, index) => `line ${index} ${index ** 3}\n`).join(''));

/** Pieces of a size; after 20,000 bytes larger ones, since each takes a turn of the event loop. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const to = from + (from < 20_000 ? size : Math.max(size, 1000));
    yield bytes.subarray(from, to);
    from = to;
  }
}

async function plainOf(bytes: Uint8Array, size = 1000): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(gunzip(withFirst(pieces(bytes, size), HEAD_BYTES))));
}

const bgzipped = Buffer.concat([bgzip(TEXT), END_BLOCK]);

describe.each([
  ['gzip', gzipSync(TEXT)],
  ['bgzip', bgzipped],
])('%s', (_, compressed) => {
  test.each([1, 17, 1000, 10_000_000])('gives the bytes, in pieces of %i', async (size) => {
    expect((await plainOf(compressed, size)).equals(TEXT)).toBe(true);
  });

  test('is rejected if it was cut off', async () => {
    for (const length of [20, 1000, compressed.length - 30])
      await expect(plainOf(compressed.subarray(0, length))).rejects.toThrow(InvalidInput);
  });

  test('is rejected if a byte in the middle is wrong', async () => {
    const damaged = Buffer.from(compressed);
    damaged[30_000] = (damaged[30_000] ?? 0) ^ 0xff;
    await expect(plainOf(damaged)).rejects.toThrow('damaged or was cut off');
  });
});

test('errors of the source stay what they are', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield gzipSync(TEXT).subarray(0, 5000);
    throw new Error('the client went away');
  }
  await expect(Array.fromAsync(gunzip(failing()))).rejects.toThrow('the client went away');
});

test('a consumer that stops ends the source', async () => {
  let ended = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield bgzipped.subarray(0, bgzipped.length - END_BLOCK.length);
    } finally {
      ended = true;
    }
  }
  for await (const piece of gunzip(endless())) if (piece.length > 0) break;
  expect(ended).toBe(true);
});

test('a body that grows five hundredfold is rejected', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  await expect(plainOf(bomb)).rejects.toThrow('grows to more than 500 times its size');
});
