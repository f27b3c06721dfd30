import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findSpecialBytes,
  isEscaped,
  SEARCHED_BYTES,
  specialBytes,
} from '../../../../build-index/dump/special-bytes.ts';

const MARKED = /[\x00-\x1f"\\\x80-\xff]/g;
// Any length; special bytes are one in four.
const bytes = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...'aN09') }, fc.constantFrom(...'\t\n\\"\x1f\x20\x7f\x80\xff\0')),
    { maxLength: 150 },
  )
  .map((letters) => Buffer.from(letters.join(''), 'latin1'));
const rows = fc
  .array(
    fc.array(
      fc.constantFrom('\\N', '\\N', 'N', 'a', '', 'a'.repeat(40), '\\NN', 'a\\N', '\\\\', '\\\t', '\\\n', '\\'),
      { minLength: 1, maxLength: 6 },
    ),
    { maxLength: 8 },
  )
  .map((fields) => Buffer.from(fields.map((row) => `${row.join('\t')}\n`).join('')));

test('finds the offsets of all special bytes', () => {
  fc.assert(
    fc.property(bytes, (some) => {
      const listed = findSpecialBytes(some);
      expect([...specialBytes.subarray(0, listed)]).toEqual(
        [...some.toString('latin1').matchAll(MARKED)].map(({ index }) => index),
      );
    }),
    { numRuns: 500 },
  );
  expect(findSpecialBytes(Buffer.alloc(SEARCHED_BYTES, '\t'))).toBe(SEARCHED_BYTES);
  expect(specialBytes.at(-1)).toBe(SEARCHED_BYTES - 1);
});

test('takes rows as escaped if they have a backslash outside of \\N fields', () => {
  fc.assert(
    fc.property(rows, (some) => {
      const text = some.toString('latin1');
      expect(isEscaped(some)).toBe(text.split(/[\t\n]/).some((field) => field !== '\\N' && field.includes('\\')));
    }),
    { numRuns: 500 },
  );
});
