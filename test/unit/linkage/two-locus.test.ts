/** The bound by which pairs are skipped before they are counted holds for all haplotype counts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxRarityDistance, rarity } from '../../../src/linkage/two-locus.ts';

const count = fc.oneof(fc.nat(3), fc.nat(200), fc.nat(5008));
/** Numbers of haplotypes with both alternative alleles, only the first, only the second, none. */
const haplotypes = fc.tuple(count, count, count, count);

test('the rarities of a pair differ by at most the maxRarityDistance of its r²', () => {
  fc.assert(
    fc.property(haplotypes, ([both, first, second, none]) => {
      const all = both + first + second + none;
      const [a, b] = [both + first, both + second];
      const variance = a * (all - a) * b * (all - b);
      fc.pre(variance > 0);
      const r2 = (both * all - a * b) ** 2 / variance;
      fc.pre(r2 > 0);
      const apart = Math.abs(rarity(a, all) - rarity(b, all));
      expect(apart).toBeLessThanOrEqual(maxRarityDistance(r2));
    }),
    { numRuns: 1000 },
  );
});
