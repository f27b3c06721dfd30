import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchedAlleles, type StrandedAlleles } from '../../../src/effects/allele-match.ts';

const alleles = (start: number, text: string, strand: 1 | -1 = 1): StrandedAlleles => ({
  start,
  strand,
  alleles: text.split('/'),
});

describe('matchedAlleles', () => {
  it.each<[string, StrandedAlleles, StrandedAlleles, string[]]>([
    ['the same alleles', alleles(10, 'A/C'), alleles(10, 'A/C'), ['C']],
    ['one of several', alleles(10, 'A/C/T'), alleles(10, 'A/G/T'), ['T']],
    ['other alleles', alleles(10, 'A/C'), alleles(10, 'A/G'), []],
    ['another place', alleles(10, 'A/C'), alleles(11, 'A/C'), []],
    ['the other strand', alleles(10, 'A/C'), alleles(10, 'T/G', -1), ['C']],
    ['a base more in front', alleles(11, 'A/C'), alleles(10, 'GA/GC'), ['C']],
    ['a base more behind', alleles(10, 'AG/CG'), alleles(10, 'A/C'), ['CG']],
    ['a known variant without alleles', alleles(10, 'A/C'), alleles(10, 'COSMIC_MUTATION'), []],
  ])('%s', (_, variant, known, matched) => {
    expect(matchedAlleles(variant, known)).toEqual(matched);
  });

  it('matches substitutions whatever bases of their strand surround either', () => {
    const base = fc.constantFrom('A', 'C', 'G', 'T');
    const around = fc.string({ unit: base, maxLength: 4 });
    fc.assert(
      fc.property(base, base, around, around, (one, other, before, after) => {
        fc.pre(one !== other);
        const plain = alleles(100, `${one}/${other}`);
        const padded = alleles(100 - before.length, `${before + one + after}/${before + other + after}`);
        expect(matchedAlleles(plain, padded)).toEqual([other]);
        expect(matchedAlleles(padded, plain)).toEqual([before + other + after]);
      }),
    );
  });
});
