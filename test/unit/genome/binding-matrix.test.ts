import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnSum, convertMatrix, toPerlDigits } from '../../../src/genome/binding-matrix.ts';
import { printedNumber } from '../../../src/genome/printed-number.ts';
import { at } from '../../../src/checked.ts';

const column = fc.tuple(fc.nat(50_000), fc.nat(50_000), fc.nat(50_000), fc.nat(50_000));
const matrix = fc.array(column, { minLength: 1, maxLength: 20 });

describe('a binding matrix', () => {
  it('has probabilities that sum to 1', () => {
    fc.assert(
      fc.property(matrix, (counts) => {
        for (const each of convertMatrix(counts, 'probabilities')) {
          expect(columnSum(each)).toBeCloseTo(1, 12);
          for (const probability of each) expect(probability).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('has at most two bits per position, and none where all bases are equally frequent', () => {
    fc.assert(
      fc.property(matrix, (counts) => {
        for (const each of convertMatrix(counts, 'bits')) {
          expect(columnSum(each)).toBeGreaterThan(-1e-9);
          expect(columnSum(each)).toBeLessThanOrEqual(2);
        }
      }),
    );
    expect(columnSum(at(convertMatrix([[7, 7, 7, 7]], 'bits'), 0))).toBeCloseTo(0, 12);
  });

  it('has a positive weight for a base exactly if it is more frequent than by chance', () => {
    fc.assert(
      fc.property(column, (counts) => {
        const weights = at(convertMatrix([counts], 'weights'), 0);
        counts.forEach((count, base) => {
          if (4 * count !== columnSum(counts)) expect(at(weights, base) > 0).toBe(4 * count > columnSum(counts));
        });
      }),
    );
  });

  it('has its counts as frequencies', () => {
    fc.assert(
      fc.property(matrix, (counts) => {
        expect(convertMatrix(counts, 'frequencies')).toEqual(counts);
      }),
    );
  });
});

describe('a number in the format of Perl', () => {
  it.each([
    [0, '0'],
    [45331, '45331'],
    [-11.5496731616384, '-11.5496731616384'],
    [0.1 + 0.2, '0.3'],
    [9.04091344097165e-5, '9.04091344097165e-05'],
    [0.0001, '0.0001'],
    [1e15, '1e+15'],
    [123456789012345, '123456789012345'],
    [1.5e-10, '1.5e-10'],
    [2e100, '2e+100'],
    [-0.25, '-0.25'],
    [1 / 3, '0.333333333333333'],
  ])('prints %d as %s', (value, text) => expect(printedNumber(value)).toBe(text));

  it('parses to the number rounded to 15 digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
        expect(Number(printedNumber(value)) - toPerlDigits(value)).toBe(0);
      }),
    );
  });
});
