import { expect, test } from 'vitest';
import { LineSplitter } from '../../../../build-index/genome-files/text-lines.ts';

/** The lines of a text that comes in parts of a size. */
function linesOf(text: string, size: number, longest?: number) {
  const bytes = new TextEncoder().encode(text);
  const splitter = new LineSplitter('a.txt', longest);
  const found: [number, string][] = [];
  const take = ({ first, lines }: { first: number; lines: string[] }) => {
    for (const [index, line] of lines.entries()) found.push([first + index, line]);
  };
  for (let at = 0; at < bytes.length; at += size) take(splitter.add(bytes.subarray(at, at + size)));
  take(splitter.end());
  return found;
}

test.each([1, 2, 3, 7, 100])('divides a text into lines when it comes in parts of %d bytes', (size) => {
  expect(linesOf('\uFEFFone\r\ntwo\rthree\n\nfünf\r\n\r\nlast', size)).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
    [4, ''],
    [5, 'fünf'],
    [6, ''],
    [7, 'last'],
  ]);
});

test('a line end at the end of the text begins no further line', () => {
  expect(linesOf('a\nb\r', 1)).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});

test('a line that is too long for a string is rejected with its number', () => {
  expect(() => linesOf(`a\n${'b'.repeat(50)}`, 7, 40)).toThrow('a.txt line 2 has more than 40 letters; is it a text');
  expect(linesOf(`a\n${'b'.repeat(40)}\nc`, 7, 40)).toHaveLength(3);
});
