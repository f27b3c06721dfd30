import { expect, test } from 'vitest';
import { present } from '../../../../src/checked.ts';
import type { Haplotype, Haplotypes } from '../../../../src/handlers/haplotypes/container.ts';
import { compare, Descriptions } from '../../../../src/handlers/haplotypes/description.ts';
import { planeOfSamples } from '../../../../src/index/genotypes/genotype-row.ts';

const TRANSCRIPT = { strand: 1, codonTable: 1, cds: 'ATGTAA', protein: 'M*', placeOf: () => null } as const;

const members = (...samples: number[]) => planeOfSamples(samples, 16);

test('counts are of the samples of all collections, and a population may be in several', () => {
  // Eleven samples and three: the last two of either collection carry a change on one haplotype.
  const groupOf = Int32Array.from({ length: 14 }, (_, sample) =>
    sample === 9 || sample === 10 || sample > 11 ? 1 : 0,
  );
  const haplotypes: Haplotypes = {
    cds: [],
    proteins: [],
    total: 28,
    groups: [
      { genotypes: null, ploidy: 2, size: 10 },
      { genotypes: [], ploidy: 2, size: 4 },
    ],
    groupOf,
  };
  const changed: Haplotype = {
    type: 'cds',
    sequence: 'ATCTAA',
    hex: '',
    otherHexes: new Set(),
    hasIndel: false,
    copies: new Map([[1, 1]]),
    count: 4,
    contributing: new Map(),
  };
  const described = new Descriptions(
    TRANSCRIPT,
    { cds: 'T', protein: 'P' },
    haplotypes,
    [],
    [],
    {
      names: Array.from({ length: 14 }, (_, sample) => `S${sample}`),
      populations: [
        { name: 'both', members: members(0, 10), first: 0, count: 11 },
        { name: 'none', members: members(), first: 0, count: 11 },
        // The last bit belongs to no sample of this collection.
        { name: 'one', members: members(9, 10, 12), first: 0, count: 11 },
        { name: '_all', members: members(0), first: 0, count: 11 },
        { name: 'both', members: members(1, 2), first: 11, count: 3 },
        { name: 'second', members: members(0), first: 11, count: 3 },
      ],
    },
    { sequence: false, aligned_sequences: false, samples: true },
  );
  expect(described.populationTotals).toEqual({ both: 8, one: 4, second: 2, _all: 28 });
  const description = described.describe(compare(changed, TRANSCRIPT), []);
  expect(description).toMatchObject({
    name: 'T:3G>C',
    frequency: 4 / 28,
    population_counts: { _all: 4, both: 3, one: 2 },
    population_frequencies: { _all: 4 / 28, both: 3 / 8, one: 2 / 4 },
    samples: { S9: 1, S10: 1, S12: 1, S13: 1 },
  });
  const { samples, population_counts: counts } = description as Record<string, object>;
  expect(Object.keys(present(samples, 'the samples'))).toEqual(['S9', 'S10', 'S12', 'S13']);
  expect(Object.keys(present(counts, 'the counts'))).toEqual(['_all', 'both', 'one']);
});
