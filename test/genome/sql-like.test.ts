import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literalPrefix, sqlLike } from '../../src/genome/sql-like.ts';

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
    fc.assert(fc.property(fc.array(letter, { maxLength: 8 }), fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }), (pattern, text) => {
      const expression = new RegExp(`^${pattern.map((each) => (each === '%' ? '.*' : each === '_' ? '.' : each)).join('')}$`);
      expect(sqlLike(pattern.join(''))(text.join(''))).toBe(expression.test(text.join('')));
    }), { numRuns: 2000 });
  });

  test('takes no longer for many wildcards', () => {
    const before = performance.now();
    expect(sqlLike('%a'.repeat(40) + 'b')('a'.repeat(2000))).toBe(false);
    expect(performance.now() - before).toBeLessThan(500);
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
