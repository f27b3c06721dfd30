import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align, differencesOf, nameOf, padded } from '../../../../src/handlers/haplotypes/alignment.ts';

/** Ensembl's algorithm over the whole table, without a band. */
function plainAlignment(one: string, two: string): [string, string] {
  const scores = Array.from({ length: one.length + 1 }, () => new Array<number>(two.length + 1).fill(0));
  const steps = Array.from({ length: one.length + 1 }, () => new Array<number>(two.length + 1).fill(0));
  const score = (i: number, j: number) => scores[i]?.[j] ?? NaN;
  for (let i = 0; i <= one.length; i++) {
    for (let j = 0; j <= two.length; j++) {
      const [row, stepRow] = [scores[i] ?? [], steps[i] ?? []];
      if (i === 0 || j === 0) {
        row[j] = -10 * (i + j);
        stepRow[j] = i === 0 ? -1 : 1;
        continue;
      }
      const aligned = score(i - 1, j - 1) + (one[i - 1] === two[j - 1] ? 10 : -10);
      const [left, up] = [score(i, j - 1) - 10, score(i - 1, j) - 10];
      [row[j], stepRow[j]] = aligned > left && aligned > up ? [aligned, 0] : left > up ? [left, -1] : [up, 1];
    }
  }
  let [first, second, i, j] = ['', '', one.length, two.length];
  while (i > 0 || j > 0) {
    const step = steps[i]?.[j];
    first = (step === -1 ? '-' : one[--i]) + first;
    second = (step === 1 ? '-' : two[--j]) + second;
  }
  return [first, second];
}

describe('an alignment', () => {
  const letters = fc.string({ unit: fc.constantFrom('A', 'C', 'G', 'T'), maxLength: 24 });

  test('is that of the whole table, for any two sequences', () => {
    fc.assert(
      fc.property(letters, letters, (one, two) => {
        expect(align(one, two)).toEqual(plainAlignment(one, two));
      }),
    );
  });

  test('is that of the whole table for sequences that differ a little', () => {
    const edit = fc.record({
      at: fc.nat(40),
      length: fc.nat(3),
      text: fc.string({ unit: fc.constantFrom('A', 'C'), maxLength: 3 }),
    });
    const sequence = fc.string({ unit: fc.constantFrom('A', 'C', 'G'), minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(sequence, fc.array(edit, { maxLength: 3 }), (one, edits) => {
        const two = edits.reduce(
          (text, { at, length, text: put }) => text.slice(0, at) + put + text.slice(at + length),
          one,
        );
        expect(align(one, two)).toEqual(plainAlignment(one, two));
      }),
    );
  });

  test('of sequences without indel fills the shorter one', () => {
    expect(padded('MKV*', 'M*')).toEqual(['MKV*', 'M*--']);
  });
});

describe('differences', () => {
  const names = (one: string, two: string) => differencesOf([one, two]).map(nameOf);

  test.each([
    ['ACGT', 'ACGT', []],
    ['ACGT', 'ATGT', ['2C>T']],
    ['ACGT', 'ATCT', ['2CG>TC']],
    ['AC-GT', 'ACAGT', ['3insA']],
    ['AC----GT', 'ACAAAAGT', ['3ins{4}']],
    ['ACGT', 'A--T', ['2delCG']],
    ['ACGTACGT', 'AC-----T', ['3del{5}']],
    [`${'A'.repeat(64)}CA`, `${'A'.repeat(64)}GA`, ['65C>G']],
    [`${'A'.repeat(63)}CCA`, `${'A'.repeat(63)}GGA`, ['64CC>GG']],
    // A substitution and a gap next to it are two differences.
    ['ACGT', 'AT-T', ['2C>T', '3delG']],
  ])('of %s and %s', (one, two, expected) => {
    expect(names(one, two)).toEqual(expected);
  });
});
