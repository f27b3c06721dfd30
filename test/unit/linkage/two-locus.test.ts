/** The bound that leaves pairs out before they are counted, held to any haplotypes that there can be. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxRarityDistance, rarity } from '../../../src/linkage/two-locus.ts';

/** How many haplotypes have both alternative alleles, only the first, only the second, none. */
const haplotypes = fc.tuple(...Array.from({ length: 4 }, () => fc.oneof(fc.nat(3), fc.nat(200), fc.nat(5008))));

test('no pair with the requested r² is farther apart in rarity than maxRarityDistance', () => {
  fc.assert(
    fc.property(haplotypes, ([both, first, second, none]) => {
      const all = both! + first! + second! + none!;
      const [a, b] = [both! + first!, both! + second!];
      const variance = a * (all - a) * b * (all - b);
      fc.pre(variance > 0);
      const r2 = (both! * all - a * b) ** 2 / variance;
      fc.pre(r2 > 0);
      const apart = Math.abs(rarity(a, all) - rarity(b, all));
      expect(apart).toBeLessThanOrEqual(maxRarityDistance(r2));
    }),
    { numRuns: 5000 },
  );
});
