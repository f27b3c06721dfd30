import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IUPAC } from '../../support/iupac.ts';
import { reverseComplement, reverseComplementInPlace, reverseComplementOf } from '../../../src/genome/bases.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (bases: Uint8Array) => new TextDecoder().decode(bases);

const PAIRS: Record<string, string> = { A: 'T', C: 'G', G: 'C', T: 'A' };

describe('the reverse complement', () => {
  it("starts at the 5' end of the other strand and keeps the letter case", () => {
    expect(text(reverseComplement(bytes('AACgtN')))).toBe('NacGTT');
  });

  it.each(Object.entries(IUPAC))('pairs %s with the code for the complements of %s', (letter, bases) => {
    const paired = [...bases]
      .map((base) => PAIRS[base])
      .sort()
      .join('');
    expect(IUPAC[text(reverseComplement(bytes(letter)))]).toBe(paired);
  });

  it('pairs U like T and keeps other letters', () => {
    expect(text(reverseComplement(bytes('Uu-*')))).toBe('*-aA');
  });

  it('applied twice gives the original, and only turnAround changes its argument', () => {
    void fc.assert(
      fc.property(fc.array(fc.constantFrom(...'ACGTRYSWKMBDHVNacgtnrykm-'), { maxLength: 50 }), (letters) => {
        const bases = bytes(letters.join(''));
        const turned = reverseComplement(bases);
        expect(text(bases)).toBe(letters.join(''));
        expect(text(reverseComplement(turned))).toBe(letters.join(''));
        expect(reverseComplementInPlace(bases)).toBe(bases);
        expect(bases).toEqual(turned);
      }),
    );
  });
});

it('of a long text is made of those of its letters', () => {
  for (const letters of ['ACGTN', 'ACGTR-', 'acgt'])
    for (const length of [10, 64, 65, 1000]) {
      const long = Array.from({ length }, (_, index) => letters[(index * 7) % letters.length]).join('');
      const expected = [...long].reverse().map((letter) => reverseComplementOf(letter));
      expect(reverseComplementOf(long)).toBe(expected.join(''));
    }
});
