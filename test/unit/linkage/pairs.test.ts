import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allelesOf,
  genotyped,
  partnersInBlocks,
  plainPair,
  rowsOf,
  selectionOf,
  type Genotyped,
} from '../../support/linkage-model.ts';
import { maxRarityDistance, rarity } from '../../../src/linkage/two-locus.ts';
import { LinkedVariants } from '../../../src/linkage/pairs.ts';
import { sixDecimals, type Partner, type Thresholds } from '../../../src/linkage/thresholds.ts';
import { at, only, present } from '../../../src/checked.ts';

/**
 * Numbers of alternative alleles and of haplotypes of a variant in some samples, none of whose genotypes is missing.
 */
function frequencyOf(genotypes: Uint8Array, members: readonly number[]): [alternatives: number, haplotypes: number] {
  return [members.reduce((sum, sample) => sum + allelesOf(at(genotypes, sample)), 0), 2 * members.length];
}

const thresholds = fc.record({ r2: fc.constantFrom(0, 0.05, 0.2, 0.8, 1), dPrime: fc.constantFrom(0, 0.5, 1) });

/** All pairs according to the model, as [one, other, r², D′]. */
function plainPairs({ variants, members }: Genotyped, { r2, dPrime }: Thresholds): [number, number, string, string][] {
  return variants.flatMap((one, i) =>
    variants.flatMap((other, j): [number, number, string, string][] => {
      const pair = i === j ? null : plainPair(one, other, members);
      return pair && Number(pair.r2) >= r2 && Number(pair.dPrime) >= dPrime ? [[i, j, pair.r2, pair.dPrime]] : [];
    }),
  );
}

const shown = (one: number, partners: readonly Partner[]) =>
  partners.map(({ variant, r2, dPrime }) => [one, variant, sixDecimals(r2), sixDecimals(dPrime)]);

test('the pairs of a region equal those of the model to the sixth decimal', () => {
  fc.assert(
    fc.property(genotyped, thresholds, (drawn, limits) => {
      const linked = new LinkedVariants(rowsOf(drawn), selectionOf(drawn), limits);
      expect(drawn.variants.flatMap((_, one) => shown(one, linked.partnersAfter(one)))).toEqual(
        plainPairs(drawn, limits).filter(([one, other]) => one < other),
      );
      linked.close();
    }),
    { numRuns: 100 },
  );
});

test('the predicted number of comparisons is at least the number of pairs', () => {
  fc.assert(
    fc.property(genotyped, thresholds, (drawn, limits) => {
      const linked = new LinkedVariants(rowsOf(drawn), selectionOf(drawn), limits);
      const found = drawn.variants.reduce((pairs, _, one) => pairs + linked.partnersAfter(one).length, 0);
      expect(linked.comparisons()).toBeGreaterThanOrEqual(found);
      expect(linked.comparisons()).toBeLessThanOrEqual(drawn.variants.length ** 2);
    }),
  );
});

test('all pairs are found in a region with several runs of variants', () => {
  const drawn = only(
    fc.sample(
      genotyped.filter(({ variants, members }) => variants.length > 20 && members.length > 40),
      { numRuns: 1, seed: 5 },
    ),
  );
  const many = {
    ...drawn,
    variants: Array.from({ length: 1100 }, (_, each) => at(drawn.variants, (each * 7) % drawn.variants.length)),
  };
  const linked = new LinkedVariants(rowsOf(many), selectionOf(many), { r2: 0, dPrime: 0 });
  const pair = (one: number, other: number) =>
    plainPair(at(many.variants, one), at(many.variants, other), many.members);
  for (const one of [0, 1, 511, 512, 700, 1023, 1024, 1099]) {
    const expected = many.variants.flatMap((_, other) => {
      const linkage = other > one ? pair(one, other) : null;
      return linkage ? [[one, other, linkage.r2, linkage.dPrime]] : [];
    });
    expect(shown(one, linked.partnersAfter(one))).toEqual(expected);
  }
});

test('the partners of one variant equal those of the model, in any blocks and runs', () => {
  fc.assert(
    fc.property(
      genotyped,
      thresholds,
      fc.nat(23),
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 24 }),
      (drawn, limits, place, perBlock, perRun) => {
        const one = place % drawn.variants.length;
        expect(shown(one, partnersInBlocks(drawn, one, perBlock, perRun, limits))).toEqual(
          plainPairs(drawn, limits).filter(([first]) => first === one),
        );
      },
    ),
    { numRuns: 100 },
  );
});

describe('the bound on r² from allele frequencies', () => {
  test('holds for every pair without missing genotypes', () => {
    fc.assert(
      fc.property(genotyped, (drawn) => {
        const complete = drawn.variants.filter((variant) => drawn.members.every((sample) => variant[sample] !== 3));
        for (const one of complete) {
          for (const other of complete) {
            const pair = one === other ? null : plainPair(one, other, drawn.members);
            if (!pair) continue;
            const rarityOf = (variant: Uint8Array) => rarity(...frequencyOf(variant, drawn.members));
            const apart = Math.abs(rarityOf(one) - rarityOf(other));
            expect(Number(pair.r2)).toBeLessThanOrEqual(Math.exp(-apart) + 5e-7);
            expect(apart).toBeLessThanOrEqual(maxRarityDistance(Number(pair.r2) - 5e-7));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('is reached if carriers of the rare allele also carry the common one', () => {
    const rare = Uint8Array.from({ length: 100 }, (_, sample) => (sample < 10 ? 2 : 0));
    const common = Uint8Array.from({ length: 100 }, (_, sample) => (sample < 40 ? 2 : 0));
    const everyone = Array.from({ length: 100 }, (_, sample) => sample);
    expect(Number(present(plainPair(rare, common, everyone), 'the result of plainPair').r2)).toBeCloseTo(
      Math.exp(rarity(80, 200) - rarity(20, 200)),
      6,
    );
  });
});
