/** Rows of variants that are known from another line. */
import { expect, test } from 'vitest';
import { writeUnknown } from '../../../../build-index/genome-files/variation-rows.ts';

type Known = [row: number, id: number][];

/** @param change makes a row of one with an id */
function written(rows: readonly string[], known: Known, change?: (row: string, id: number) => string): string {
  const decoder = new TextDecoder();
  let text = '';
  const file = {
    longBytes(bytes: Uint8Array) {
      text += decoder.decode(bytes);
      return this as never;
    },
    line: (row: string) => void (text += `${row}\n`),
  };
  writeUnknown(new TextEncoder().encode(rows.map((row) => `${row}\n`).join('')), new Map(known), file, change);
  return text;
}

const ROWS = ['a\t1', 'é\t2', '', 'd\t4'];

test.each<[string, Known, string]>([
  ['none', [], 'a\t1\né\t2\n\nd\t4\n'],
  ['the first', [[0, 0]], 'é\t2\n\nd\t4\n'],
  ['one with other letters than ASCII', [[1, 7]], 'a\t1\n\nd\t4\n'],
  ['the last', [[3, 0]], 'a\t1\né\t2\n\n'],
  [
    'neighbours',
    [
      [1, 0],
      [2, 5],
    ],
    'a\t1\nd\t4\n',
  ],
  [
    'all',
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
    ],
    '',
  ],
])('omits known rows: %s', (_, known, expected) => {
  expect(written(ROWS, known)).toBe(expected);
});

test('rewrites known rows with an id, next to omitted ones', () => {
  const known: Known = [
    [0, 9],
    [1, 0],
    [3, 4],
  ];
  expect(written(ROWS, known, (row, id) => `${id}:${row}`)).toBe('9:a\t1\n\n4:d\t4\n');
});

test('writes nothing of no rows', () => {
  expect(written([], [])).toBe('');
});
