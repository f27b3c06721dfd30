import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernelMarks, LISTED_BYTES, plainMarks } from '../../build-index/dump/marks.ts';

const MARKED = /[\x00-\x1f"\\\x80-\xff]/g;
// Of any length beside the kernel's step, with marks rare and often.
const bytes = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...'aN09') }, fc.constantFrom(...'\t\n\\"\x1f\x20\x7f\x80\xff\0')), { maxLength: 150 }).map((letters) => Buffer.from(letters.join(''), 'latin1'));
const rows = fc.array(fc.array(fc.constantFrom('\\N', '\\N', 'N', 'a', '', 'a'.repeat(40), '\\NN', 'a\\N', '\\\\', '\\\t', '\\\n', '\\'), { minLength: 1, maxLength: 6 }), { maxLength: 8 })
  .map((fields) => Buffer.from(fields.map((row) => `${row.join('\t')}\n`).join('')));

describe.each([['the kernel', kernelMarks()!], ['plain JavaScript', plainMarks()]])('with %s', (_, marks) => {
  test('bytes that mean more than their letter are listed', () => {
    fc.assert(fc.property(bytes, (some) => {
      const listed = marks.list(some);
      expect([...marks.places.subarray(0, listed)]).toEqual([...some.toString('latin1').matchAll(MARKED)].map(({ index }) => index));
    }), { numRuns: 500 });
    expect(marks.list(Buffer.alloc(LISTED_BYTES, '\t'))).toBe(LISTED_BYTES);
    expect(marks.places.at(-1)).toBe(LISTED_BYTES - 1);
  });

  test('rows are escaped where a backslash is not that of a field \\N', () => {
    fc.assert(fc.property(rows, (some) => {
      const text = some.toString('latin1');
      expect(marks.isEscaped(some)).toBe(text.split(/[\t\n]/).some((field) => field !== '\\N' && field.includes('\\')));
    }), { numRuns: 500 });
  });
});
