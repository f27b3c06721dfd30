import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlleleMatcher, matchedPairs, type StrandedAlleles } from '../../../src/effects/allele-match.ts';
import { threadMilliseconds } from '../../support/thread-time.ts';

const alleles = (start: number, text: string, strand: 1 | -1 = 1): StrandedAlleles => ({
  start,
  strand,
  alleles: text.split('/'),
});

const matchedAlleles = (variant: StrandedAlleles, known: StrandedAlleles) =>
  matchedPairs(variant, known).map(({ own }) => own);

describe('matchedPairs', () => {
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

it('trims alleles of 10,000 bases once for many known variants on either strand', () => {
  const bases = 'ACGT'.repeat(2500);
  const long = alleles(1, `${bases}/${bases.slice(0, -1)}`);
  const begun = threadMilliseconds();
  for (let start = 0; start < 20_000; start++) matchedPairs(long, alleles(start, 'G/C', start % 2 ? 1 : -1));
  // More than 10 s if each trims them again.
  expect(threadMilliseconds() - begun).toBeLessThan(3000);
});

describe('AlleleMatcher', () => {
  it.each<[string, StrandedAlleles, { start: number; end: number }]>([
    ['a substitution', alleles(10, 'A/C'), { start: 10, end: 10 }],
    ['a deletion', alleles(10, 'ACGT/A'), { start: 11, end: 11 }],
    ['a repeat that may lose its first or its last unit', alleles(10, 'GAAAA/GAAA'), { start: 11, end: 14 }],
    ['the last base of several', alleles(10, 'ACGT/ACGA'), { start: 13, end: 13 }],
    ['alleles that differ at either end', alleles(10, 'ACGT/CCGT/ACGA'), { start: 10, end: 13 }],
    ['the other strand', alleles(10, 'ACGT/ACGA', -1), { start: 10, end: 10 }],
    ['no alternative', alleles(10, 'ACGT'), { start: 10, end: 10 }],
  ])('finds where the alleles differ: %s', (_, variant, span) => {
    expect(new AlleleMatcher(variant, 1).span).toEqual(span);
  });

  it('trims alleles of 10,000 bases once for many known ones', () => {
    const bases = 'ACGT'.repeat(2500);
    const matcher = new AlleleMatcher(alleles(1, `${bases}/${bases.slice(0, -1)}`), 1);
    const matched = Array.from({ length: 30_000 }, (_, start) => start).filter(
      (start) => matcher.matched({ start, alleles: ['GT', 'G'] }).length > 0,
    );
    expect(matched).toEqual([9999]);
  });
});
