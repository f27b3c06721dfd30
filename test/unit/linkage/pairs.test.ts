import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frequencyOf } from './frequency.ts';
import {
  genotyped,
  partnersInBlocks,
  plainPair,
  rowsOf,
  selectionOf,
  type Genotyped,
} from '../../support/plain-model.ts';
import { maxRarityDistance, rarity } from '../../../src/linkage/two-locus.ts';
import { LinkedVariants } from '../../../src/linkage/pairs.ts';
import { sixDecimals, type Partner, type Thresholds } from '../../../src/linkage/thresholds.ts';
import { at, present } from '../../../src/checked.ts';

const thresholds = fc.record({ r2: fc.constantFrom(0, 0.05, 0.2, 0.8, 1), dPrime: fc.constantFrom(0, 0.5, 1) });

/** All pairs by the plain model, as [one, other, r², D′]. */
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

test('all pairs of a region are those of the plain model, to the sixth decimal', () => {
  fc.assert(
    fc.property(genotyped, thresholds, (drawn, asked) => {
      const linked = new LinkedVariants(rowsOf(drawn), selectionOf(drawn), asked);
      expect(drawn.variants.flatMap((_, one) => shown(one, linked.partnersAfter(one)))).toEqual(
        plainPairs(drawn, asked).filter(([one, other]) => one < other),
      );
      linked.close();
    }),
    { numRuns: 400 },
  );
});

test('the comparisons counted before are no fewer than the pairs found', () => {
  fc.assert(
    fc.property(genotyped, thresholds, (drawn, asked) => {
      const linked = new LinkedVariants(rowsOf(drawn), selectionOf(drawn), asked);
      const found = drawn.variants.reduce((pairs, _, one) => pairs + linked.partnersAfter(one).length, 0);
      expect(linked.comparisons()).toBeGreaterThanOrEqual(found);
      expect(linked.comparisons()).toBeLessThanOrEqual(drawn.variants.length ** 2);
    }),
  );
});

test('regions of several runs of variants lose no pair', () => {
  const [drawn] = fc.sample(
    genotyped.filter(({ variants, members }) => variants.length > 20 && members.length > 40),
    { numRuns: 1, seed: 5 },
  );
  const many = {
    ...drawn!,
    variants: Array.from({ length: 1100 }, (_, each) => at(drawn!.variants, (each * 7) % drawn!.variants.length)),
  };
  const linked = new LinkedVariants(rowsOf(many), selectionOf(many), { r2: 0, dPrime: 0 });
  const pair = (one: number, other: number) =>
    plainPair(at(many.variants, one), at(many.variants, other), many.members);
  for (const one of [0, 1, 511, 512, 700, 1023, 1024, 1099]) {
    const expected = many.variants.flatMap((_, other) =>
      other > one && pair(one, other)
        ? [
            [
              one,
              other,
              present(pair(one, other), 'the result of pair').r2,
              present(pair(one, other), 'the result of pair').dPrime,
            ],
          ]
        : [],
    );
    expect(shown(one, linked.partnersAfter(one))).toEqual(expected);
  }
});

test('partners of one variant are those of the plain model, whatever is not unpacked', () => {
  fc.assert(
    fc.property(
      genotyped,
      thresholds,
      fc.nat(23),
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 24 }),
      (drawn, asked, place, perBlock, perRun) => {
        const one = place % drawn.variants.length;
        expect(shown(one, partnersInBlocks(drawn, one, perBlock, perRun, asked))).toEqual(
          plainPairs(drawn, asked).filter(([first]) => first === one),
        );
      },
    ),
    { numRuns: 400 },
  );
});

describe('the bound on r² from allele frequencies', () => {
  test('holds for every pair whose genotypes are all known', () => {
    fc.assert(
      fc.property(genotyped, (drawn) => {
        const complete = drawn.variants.filter((variant) => drawn.members.every((sample) => variant[sample] !== 3));
        for (const one of complete) {
          for (const other of complete) {
            const pair = one === other ? null : plainPair(one, other, drawn.members);
            if (!pair) continue;
            const [a, b] = [one, other].map((variant) => rarity(...frequencyOf(variant, drawn.members))) as [
              number,
              number,
            ];
            expect(Number(pair.r2)).toBeLessThanOrEqual(Math.exp(-Math.abs(a - b)) + 5e-7);
            expect(Math.abs(a - b)).toBeLessThanOrEqual(maxRarityDistance(Number(pair.r2) - 5e-7));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is reached by haplotypes that nest', () => {
    const rare = Uint8Array.from({ length: 100 }, (_, sample) => (sample < 10 ? 2 : 0));
    const common = Uint8Array.from({ length: 100 }, (_, sample) => (sample < 40 ? 2 : 0));
    const everyone = Array.from({ length: 100 }, (_, sample) => sample);
    expect(Number(present(plainPair(rare, common, everyone), 'the result of plainPair').r2)).toBeCloseTo(
      Math.exp(rarity(80, 200) - rarity(20, 200)),
      6,
    );
  });
});
