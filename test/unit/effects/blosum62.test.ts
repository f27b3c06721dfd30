import { describe, expect, it } from 'vitest';
import { blosum62 } from '../../../src/effects/blosum62.ts';

const RESIDUES = [...'ARNDCQEGHILKMFPSTWYV'];

describe('BLOSUM62', () => {
  it('has the published scores', () => {
    expect(['WW', 'AA', 'IV', 'EQ', 'WC', 'DL', 'YH'].map((pair) => blosum62(pair[0] ?? '', pair[1] ?? ''))).toEqual([
      11, 4, 3, 2, -2, -4, 2,
    ]);
  });

  it('is symmetric, and no residue replaces another better than itself', () => {
    for (const one of RESIDUES)
      for (const other of RESIDUES) {
        const score = blosum62(one, other);
        expect(score).toBe(blosum62(other, one));
        if (one !== other) expect(score).toBeLessThan(blosum62(one, one) ?? 0);
      }
  });

  it('has none for stops, unknown residues and selenocysteine', () => {
    for (const other of ['*', 'X', 'U', '-', '']) expect(blosum62('A', other)).toBeNull();
  });
});
