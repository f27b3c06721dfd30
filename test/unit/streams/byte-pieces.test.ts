import { expect, test } from 'vitest';
import { inBlocks, wholeLines, withFirst } from '../../../src/streams/byte-pieces.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < text.length; from += size) yield encoder.encode(text.slice(from, from + size));
}

const tooLong = () => new RangeError('too long');

async function linesOf(text: string, size: number, longest = 50): Promise<string[]> {
  const lines = wholeLines(inPieces(text, size), 20, longest, tooLong);
  return (await Array.fromAsync(lines)).map((piece) => decoder.decode(piece));
}

test.each([1, 3, 7, 1000])('pieces of %i bytes become pieces that end with a line', async (size) => {
  const text = Array.from({ length: 40 }, (_, index) => 'x'.repeat((index * 7) % 41)).join('\n');
  const pieces = await linesOf(text, size);
  expect(pieces.join('')).toBe(text);
  expect(pieces.slice(0, -1).every((piece) => piece.endsWith('\n'))).toBe(true);
  expect(pieces.every((piece) => piece.length <= 21 || /^[^\n]*\n?$/.test(piece))).toBe(true);
});

test.each([1, 10, 1000])('a line that is too long is an error, in pieces of %i bytes', async (size) => {
  await expect(linesOf(`a\n${'x'.repeat(60)}\nb\n`, size)).rejects.toThrow('too long');
  await expect(linesOf(`a\n${'x'.repeat(60)}`, size)).rejects.toThrow('too long');
  expect((await linesOf(`a\n${'x'.repeat(49)}\nb\n`, size)).join('')).toHaveLength(54);
});

test('the first piece is long enough, unless all is shorter', async () => {
  const first = async (text: string) =>
    (await Array.fromAsync(withFirst(inPieces(text, 2), 5))).map((each) => each.length);
  expect(await first('abcdefghij')).toEqual([6, 2, 2]);
  expect(await first('abc')).toEqual([3]);
  expect(await first('')).toEqual([]);
});

test.each([1, 3, 7, 1000])('pieces of %i bytes become blocks that keep no other memory', async (size) => {
  const text = 'abcdefghijklmnopqrstuvw';
  const blocks = await Array.fromAsync(inBlocks(inPieces(text, size), 5));
  expect(blocks.map((block) => decoder.decode(block))).toEqual(['abcde', 'fghij', 'klmno', 'pqrst', 'uvw']);
  expect(blocks.map(({ buffer }) => buffer.byteLength)).toEqual([5, 5, 5, 5, 5]);
  expect(await Array.fromAsync(inBlocks(inPieces('', 1), 5))).toEqual([]);
});
