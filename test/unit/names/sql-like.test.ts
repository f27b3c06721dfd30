import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literalPrefix, literalRuns, sqlLike } from '../../../src/names/sql-like.ts';

describe('sqlLike', () => {
  test('matches whole texts, in any case', () => {
    expect(sqlLike('HGNC')('hgnc')).toBe(true);
    expect(sqlLike('HGNC')('HGNC_trans')).toBe(false);
    expect(sqlLike('')('')).toBe(true);
    expect(sqlLike('')('x')).toBe(false);
  });

  test('% is any text, _ any one letter', () => {
    expect(sqlLike('Uniprot%')('Uniprot/SWISSPROT')).toBe(true);
    expect(sqlLike('%mRNA')('RefSeq_mRNA')).toBe(true);
    expect(sqlLike('Ref_eq%')('RefSeq_mRNA')).toBe(true);
    expect(sqlLike('_')('')).toBe(false);
    expect(sqlLike('_')('\u{1F9EC}')).toBe(true);
    expect(sqlLike('%')('')).toBe(true);
  });

  test('a backslash takes the next letter as it is, and stands for itself at the end', () => {
    expect(sqlLike('NM\\_1')('NM_1')).toBe(true);
    expect(sqlLike('NM\\_1')('NMX1')).toBe(false);
    expect(sqlLike('100\\%')('100%')).toBe(true);
    expect(sqlLike('a\\')('a\\')).toBe(true);
  });

  test('letters that mean something in regular expressions mean nothing here', () => {
    expect(sqlLike('a.c*')('abc*')).toBe(false);
    expect(sqlLike('a.c*(')('A.C*(')).toBe(true);
  });

  test('agrees with the regular expression it could be', () => {
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
      { numRuns: 2000 },
    );
  });

  test('finds pieces that begin as they go on, such as aab in aaab', () => {
    const letters = (maxLength: number) =>
      fc.array(fc.constantFrom('a', 'b'), { maxLength }).map((list) => list.join(''));
    fc.assert(
      fc.property(letters(8), letters(6), letters(20), (piece, next, text) => {
        expect(sqlLike(`%${piece}%${next}%`)(text)).toBe(new RegExp(`${piece}.*${next}`).test(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('agrees with the regular expression where pieces are longer than a machine word', () => {
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
      { numRuns: 500 },
    );
  });

  test.each([
    ['many wildcards', `${'%a'.repeat(40)}b`, 'a'],
    ['a piece that nearly fits everywhere', `%${'a'.repeat(1000)}b%`, 'a'],
    ['one with a wildcard letter in it', `%${'a'.repeat(500)}_${'a'.repeat(500)}b%`, 'a'],
    ['10,000 letters', '%ab_a'.repeat(2000), 'ab'],
  ])('takes time in proportion to the text: %s', (_, pattern, unit) => {
    // Where time grew with the square of so long a text, this would take hours rather than a tenth of a second.
    expect(sqlLike(pattern)(unit.repeat(2_000_000 / unit.length))).toBe(false);
  });
});

test('letters count alike as in names, wherever a pattern has them', () => {
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

test('unless it is said how else they do', () => {
  const asIs = (text: string) => text;
  expect(sqlLike('A%', asIs)('a')).toBe(false);
  expect(literalPrefix('Né%', asIs)).toBe('Né');
});

describe('literalRuns', () => {
  test('are the letters between wildcards, and say which ends they stand at', () => {
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
  test('is what stands before the first wildcard, in lower case', () => {
    expect(literalPrefix('BRCA%')).toBe('brca');
    expect(literalPrefix('NM\\_00_1')).toBe('nm_00');
    expect(literalPrefix('%x')).toBe('');
    expect(literalPrefix('ABC')).toBe('abc');
  });
});
