import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeScores, encodeScores, SCORE_SOURCES, scoreColumns } from '../../../src/effects/allele-scores.ts';
import { StoreError } from '../../../src/store/store.ts';

const bases = fc.string({ unit: fc.constantFrom('A', 'C', 'G', 'T', 'N'), minLength: 1, maxLength: 5 });
const decimal = fc
  .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.nat({ max: 8 }))
  .map(([whole, decimals]) => Number((whole / 10 ** decimals).toFixed(decimals)));
const number = fc.oneof(
  fc.constant(null),
  decimal,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => (each === 0 ? 0 : each)),
);
const text = fc.option(fc.string(), { nil: null });

describe.each(SCORE_SOURCES)('scores of %s', (source) => {
  const values = fc.record(
    Object.fromEntries(scoreColumns(source).map(([name, kind]) => [name, kind === 'number' ? number : text])),
  );
  const rows = fc
    .array(
      fc.record({ position: fc.integer({ min: 1, max: 2 ** 31 }), reference: bases, alternative: bases, values }),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    .map((list) => list.sort((one, other) => one.position - other.position));

  it('round-trip with every digit', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const expected = list.map((row) => ({
          ...row,
          values: Object.fromEntries(
            Object.entries(row.values).map(([name, value]) => [name, value === 0 ? 0 : value]),
          ),
        }));
        expect(decodeScores(source, encodeScores(source, list))).toEqual(expected);
      }),
    );
  });

  it('a record that is cut short is an error', () => {
    fc.assert(
      fc.property(rows, fc.double({ min: 0, max: 0.999, noNaN: true }), (list, share) => {
        const record = encodeScores(source, list).slice();
        expect(() => decodeScores(source, record.subarray(0, Math.floor(record.length * share)))).toThrow(StoreError);
      }),
    );
  });
});

it('a row of CADD takes some 8 bytes before compression', () => {
  const rows = Array.from({ length: 192 }, (_, each) => ({
    position: 100_000_000 + Math.floor(each / 3),
    reference: 'A',
    alternative: 'CGT'.charAt(each % 3),
    values: { raw: (88_260 + 11 * each) / 1e6, phred: (3066 + each) / 1e3 },
  }));
  expect(encodeScores('cadd', rows).length / rows.length).toBeLessThan(8.5);
});
