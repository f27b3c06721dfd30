import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literalPrefix, literalRuns, sqlLike } from '../../../src/names/sql-like.ts';

describe('sqlLike', () => {
  test('matches whole texts in any letter case', () => {
    expect(sqlLike('HGNC')('hgnc')).toBe(true);
    expect(sqlLike('HGNC')('HGNC_trans')).toBe(false);
    expect(sqlLike('')('')).toBe(true);
    expect(sqlLike('')('x')).toBe(false);
  });

  test('matches any text with % and any one letter with _', () => {
    expect(sqlLike('Uniprot%')('Uniprot/SWISSPROT')).toBe(true);
    expect(sqlLike('%mRNA')('RefSeq_mRNA')).toBe(true);
    expect(sqlLike('Ref_eq%')('RefSeq_mRNA')).toBe(true);
    expect(sqlLike('_')('')).toBe(false);
    expect(sqlLike('_')('\u{1F9EC}')).toBe(true);
    expect(sqlLike('%')('')).toBe(true);
  });

  test('matches the letter after a backslash literally, and a backslash at the end itself', () => {
    expect(sqlLike('NM\\_1')('NM_1')).toBe(true);
    expect(sqlLike('NM\\_1')('NMX1')).toBe(false);
    expect(sqlLike('100\\%')('100%')).toBe(true);
    expect(sqlLike('a\\')('a\\')).toBe(true);
  });

  test('matches the special characters of regular expressions literally', () => {
    expect(sqlLike('a.c*')('abc*')).toBe(false);
    expect(sqlLike('a.c*(')('A.C*(')).toBe(true);
  });

  test('matches the same texts as the equivalent regular expression', () => {
    const letter = fc.constantFrom('a', 'b', '%', '_');
    fc.assert(
      fc.property(
        fc.array(letter, { maxLength: 8 }),
        fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }),
        (pattern, text) => {
          const expression = new RegExp(
            `^${pattern.map((each) => (each === '%' ? '.*' : each === '_' ? '.' : each)).join('')}$`,
          );
          expect(sqlLike(pattern.join(''))(text.join(''))).toBe(expression.test(text.join('')));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('finds literals that overlap themselves, such as aab in aaab', () => {
    const letters = (maxLength: number) =>
      fc.array(fc.constantFrom('a', 'b'), { maxLength }).map((list) => list.join(''));
    fc.assert(
      fc.property(letters(8), letters(6), letters(20), (piece, next, text) => {
        expect(sqlLike(`%${piece}%${next}%`)(text)).toBe(new RegExp(`${piece}.*${next}`).test(text));
      }),
      { numRuns: 500 },
    );
  });

  test('matches the same texts as the equivalent regular expression for literals of 30 to 70 letters', () => {
    const letter = fc.constantFrom('a', 'b', '_');
    const piece = fc.array(letter, { minLength: 30, maxLength: 70 });
    fc.assert(
      fc.property(
        piece,
        fc.array(fc.constantFrom('a', 'b'), { maxLength: 90 }),
        fc.boolean(),
        (letters, noise, fits) => {
          const inside = fits ? letters.map((each) => (each === '_' ? 'b' : each)) : [];
          const text = [...noise, ...inside, ...noise].join('');
          expect(sqlLike(`%${letters.join('')}%`)(text)).toBe(
            new RegExp(letters.join('').replaceAll('_', '.')).test(text),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['many wildcards', `${'%a'.repeat(40)}b`, 'a'],
    ['a literal that nearly matches everywhere', `%${'a'.repeat(1000)}b%`, 'a'],
    ['a literal with a _ that nearly matches everywhere', `%${'a'.repeat(500)}_${'a'.repeat(500)}b%`, 'a'],
    ['10,000 letters', '%ab_a'.repeat(2000), 'ab'],
  ])('takes linear time for %s', (_, pattern, unit) => {
    // Quadratic time would take hours here.
    expect(sqlLike(pattern)(unit.repeat(1_000_000 / unit.length))).toBe(false);
  });
});

test('a pattern matches letters that are equal in names', () => {
  expect(['ΟΔΟΣ%', 'οδοσ%', '%Σ_ alpha', '%ς%'].map((pattern) => sqlLike(pattern)('ΟΔΟΣΑ alpha'))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(sqlLike('%Σ')('ΟΔΟΣ')).toBe(true);
  expect(sqlLike('_stanbul virus')('İstanbul virus')).toBe(true);
  expect(sqlLike('na_ve%')('naïve\0')).toBe(true);
  expect([
    sqlLike('naive')('naïve'),
    sqlLike('NAÏVE')('naive'),
    sqlLike('Ase')('Åse'),
    sqlLike('mÜller')('Myller'),
  ]).toEqual([true, true, false, true]);
});

test('a pattern compares letters by another folding if one is given', () => {
  const asIs = (text: string) => text;
  expect(sqlLike('A%', asIs)('a')).toBe(false);
  expect(literalPrefix('Né%', asIs)).toBe('Né');
});

describe('literalRuns', () => {
  test('returns the letters between wildcards and whether they are at the start or end', () => {
    const runs = (pattern: string) =>
      literalRuns(pattern).map(
        ({ letters, atStart, atEnd }) => `${atStart ? '^' : ''}${letters.join('')}${atEnd ? '$' : ''}`,
      );
    expect(runs('Ho_o%SAP\\%')).toEqual(['^ho', 'o', 'sap%$']);
    expect(runs('%_')).toEqual([]);
    expect(runs('abc')).toEqual(['^abc$']);
  });
});

describe('literalPrefix', () => {
  test('returns the text before the first wildcard in lower case', () => {
    expect(literalPrefix('BRCA%')).toBe('brca');
    expect(literalPrefix('NM\\_00_1')).toBe('nm_00');
    expect(literalPrefix('%x')).toBe('');
    expect(literalPrefix('ABC')).toBe('abc');
  });
});
