import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnSum, convertMatrix } from '../../../src/genome/binding-matrix.ts';
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
