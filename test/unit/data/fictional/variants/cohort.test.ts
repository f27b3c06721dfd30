/** The cohort's alleles have the frequencies, locality and linkage of phase 3 of the 1000 Genomes Project. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../data/fictional/random.ts';
import { Cohort, cohortKinship } from '../../../../../data/fictional/variants/cohort.ts';
import { SAMPLES } from '../../../../../data/fictional/genome/scale.ts';
import { at } from '../../../../../src/checked.ts';

const HAPLOTYPES = 2 * SAMPLES;
const STEP = 250;
const kinship = cohortKinship();
const mean = (numbers: number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

interface Site {
  at: number;
  share: number;
  carriers: number[];
}

const sites: Site[] = [1, 2].flatMap((seed) => {
  const cohort = new Cohort(new Random(seed), HAPLOTYPES, kinship);
  return Array.from({ length: 3000 }, (_, number) => {
    const at = seed * 1e9 + STEP * number;
    cohort.next(at);
    return { at, share: cohort.carriers / HAPLOTYPES, carriers: [...cohort.carrying.subarray(0, cohort.carriers)] };
  });
});
const shareOf = (test: (site: Site) => boolean): number => sites.filter(test).length / sites.length;

test('each site has carriers and non-carriers, and lists each carrier once', () => {
  expect(
    sites.filter(
      ({ carriers }) =>
        carriers.length === 0 || carriers.length === HAPLOTYPES || new Set(carriers).size < carriers.length,
    ),
  ).toEqual([]);
});

test('most variants are rare, and many are in a single haplotype', () => {
  const near = (share: number, published: number) => expect(Math.abs(share - published)).toBeLessThan(0.04);
  near(
    shareOf(({ share }) => share < 0.005),
    64 / 84,
  );
  near(
    shareOf(({ share }) => share >= 0.005 && share <= 0.05),
    12 / 84,
  );
  near(
    shareOf(({ share }) => share > 0.05),
    8 / 84,
  );
  near(
    shareOf(({ carriers }) => carriers.length === 1),
    0.4,
  );
});

test('most rare alleles are on one continent, common ones on all', () => {
  const continents = ({ carriers }: Site) => new Set(carriers.map((carrier) => kinship.continents[carrier])).size;
  const rare = sites.filter(({ carriers }) => carriers.length > 1 && carriers.length < 10);
  expect(rare.filter((site) => continents(site) === 1).length / rare.length).toBeGreaterThan(0.7);
  const common = sites.filter(({ share }) => share > 0.2 && share < 0.8);
  expect(common.filter((site) => continents(site) === 5).length / common.length).toBeGreaterThan(0.95);
});

describe('linkage of common alleles', () => {
  const common = sites
    .filter(({ share }) => share > 0.05 && share < 0.95)
    .map((site) => {
      const alleles = new Uint8Array(HAPLOTYPES);
      for (const carrier of site.carriers) alleles[carrier] = 1;
      return { ...site, alleles };
    });
  const correlation = (one: (typeof common)[number], other: (typeof common)[number]): number => {
    const both = one.carriers.reduce((sum, carrier) => sum + at(other.alleles, carrier), 0) / HAPLOTYPES;
    return (both - one.share * other.share) ** 2 / (one.share * (1 - one.share) * other.share * (1 - other.share));
  };
  const between = (least: number, most: number): number =>
    mean(
      // Every third site suffices.
      common.flatMap((one, index) =>
        index % 3 > 0
          ? []
          : common
              .slice(index + 1)
              .filter(({ at }) => at - one.at > least && at - one.at <= most)
              .map((other) => correlation(one, other)),
      ),
    );

  test('is strong at short distances and decreases', () => {
    const [near, further, far] = [between(0, 10_000), between(30_000, 60_000), between(200_000, 300_000)];
    expect(near).toBeGreaterThan(0.1);
    expect(near).toBeGreaterThan(1.4 * further);
    expect(further).toBeGreaterThan(1.4 * far);
    expect(far).toBeLessThan(0.05);
  });
});
