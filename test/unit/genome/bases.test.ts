import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reverseComplement, reverseComplementInPlace } from '../../../src/genome/bases.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (bases: Uint8Array) => new TextDecoder().decode(bases);

/** What each letter of IUPAC's code may stand for. */
const MEANS: Record<string, string> = {
  A: 'A',
  C: 'C',
  G: 'G',
  T: 'T',
  R: 'AG',
  Y: 'CT',
  S: 'CG',
  W: 'AT',
  K: 'GT',
  M: 'AC',
  B: 'CGT',
  D: 'AGT',
  H: 'ACT',
  V: 'ACG',
  N: 'ACGT',
};
const PAIRS: Record<string, string> = { A: 'T', C: 'G', G: 'C', T: 'A' };

describe('the other strand', () => {
  it('reads from its own 5 prime end, in the case of the letters', () => {
    expect(text(reverseComplement(bytes('AACgtN')))).toBe('NacGTT');
  });

  it.each(Object.entries(MEANS))('pairs %s with the letter for all that its bases pair with', (letter, bases) => {
    const paired = [...bases]
      .map((base) => PAIRS[base])
      .sort()
      .join('');
    expect(MEANS[text(reverseComplement(bytes(letter)))]).toBe(paired);
  });

  it('pairs U as T, and leaves what is no base', () => {
    expect(text(reverseComplement(bytes('Uu-*')))).toBe('*-aA');
  });

  it('is the same twice turned, and leaves the bases it was given', () => {
    fc.assert(
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
