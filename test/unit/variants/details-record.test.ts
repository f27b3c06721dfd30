/** Round trips of the details of variants through all ways of packing them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldWriter, varints } from '../../../src/index/blocks/fields.ts';
import { StoreError } from '../../../src/store/store.ts';
import { decodeDetails, encodeGroups, lendEncodedGroups } from '../../../src/variants/details-record.ts';
import {
  allelesOf,
  groupDetails,
  listDetails,
  pooledGroup,
  type FrequencyGroup,
  type GroupedDetails,
} from '../../../src/variants/frequency-groups.ts';
import type { VariantDetails } from '../../../src/variants/variant-details.ts';

const encoded = (details: VariantDetails): Uint8Array => encodeGroups(groupDetails(details));

const name = fc.oneof(
  fc.constantFrom('A', 'G', '-', 'A|G', '(LARGEDELETION)', ''),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);
const population = fc.option(fc.constantFrom('gnomADe:ALL', '1000GENOMES:phase_3:GBR', 'Ä"'));
const submission = fc.option(fc.integer({ min: 1 }));
const frequencyEntry = fc.record({
  name,
  population,
  submission,
  count: fc.option(fc.maxSafeNat().map((count) => Math.min(count, Number.MAX_SAFE_INTEGER - 1))),
  frequency: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
});
/** The entries of one population. Frequencies are shares of the sum, exact or wrong in the last digit. */
const shares = fc
  .record({
    population,
    submission,
    digits: fc.constantFrom(4, 15, 3),
    counts: fc.array(fc.record({ name, count: fc.nat({ max: 400_000 }) }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ counts, digits, ...group }) => {
    const sum = counts.reduce((all, { count }) => all + count, 0);
    return counts.map((each) => ({
      ...each,
      ...group,
      frequency: sum > 0 ? Number((each.count / sum).toPrecision(digits)) : 0,
    }));
  });
const frequencies = fc
  .array(fc.oneof(shares, fc.array(frequencyEntry, { maxLength: 3 })), { maxLength: 6 })
  .map((groups) => groups.flat());
const details: fc.Arbitrary<VariantDetails> = fc.record({
  alleles: frequencies.map((all) => all.map(({ name: allele, ...rest }) => ({ allele, ...rest }))),
  genotypes: frequencies.map((all) =>
    all.map(({ name: genotype, count, ...rest }) => ({ genotype, ...rest, count: count ?? 0 })),
  ),
  chips: fc.array(fc.string()),
  sets: fc.array(fc.nat()),
  phenotypes: fc.constant([]),
});

/** A survey with counts of its populations and of all together, as the compiler reads it. */
const surveyedPopulation = fc.record({
  usual: fc.nat({ max: 90_000 }),
  lacking: fc.nat({ max: 200 }),
  counts: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }),
});
const surveyed = fc
  .record({
    letters: fc.shuffledSubarray(['A', 'C', 'G', 'T', 'AT', '-'], { minLength: 3, maxLength: 3 }),
    populations: fc.array(surveyedPopulation, { minLength: 1, maxLength: 40 }),
    off: fc.constantFrom(0, 0, 1),
    even: fc.boolean(),
  })
  .map(({ letters, populations, off, even }): GroupedDetails => {
    const group = (population: string, usual: number, counted: readonly number[], pooled?: number): FrequencyGroup => {
      const shown = letters.flatMap((name, each) => (counted[each] ? [{ name, count: counted[each] }] : []));
      return {
        population,
        submission: null,
        digits: 4,
        names: shown.map(({ name }) => name),
        counts: shown.map(({ count }) => count),
        usual,
        pooled,
      };
    };
    const unit = even ? 2 : 1;
    const each = populations.map(({ usual, lacking, counts }) => ({
      usual: unit * usual,
      counts: [
        1 + unit * Math.max(0, usual - lacking) - counts.reduce((sum, count) => sum + count, 0),
        ...counts.slice(1),
      ].map((count) => Math.max(count, 0)),
    }));
    const all = letters.map((_, letter) =>
      each.reduce<number>((sum, { counts }) => sum + (counts[letter] ?? 0), letter === 0 ? off : 0),
    );
    const groups = each
      .map(({ usual, counts }, at) => group(`S:${at}`, usual, counts))
      .filter(({ names }) => names.length > 0);
    return {
      alleles: [
        group(
          'S:ALL',
          each.reduce((sum, { usual }) => sum + usual, 0),
          all,
          groups.length,
        ),
        ...groups,
      ].filter(({ names }) => names.length > 0),
      genotypes: [],
      chips: [],
      sets: [],
      phenotypes: [],
    };
  });
/** Populations of samples with known genotypes, as the compiler reads them. */
const genotyped = fc
  .array(
    fc.record({
      codes: fc.uniqueArray(fc.constantFrom('A|A', 'A|G', 'G|G', 'A', 'A|T'), { minLength: 1 }),
      usual: fc.nat(30),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((populations): GroupedDetails => {
    const genotypes = populations.map(
      ({ codes, usual }, each): FrequencyGroup => ({
        population: `P${each}`,
        submission: null,
        digits: 15,
        names: codes,
        counts: codes.map((_, code) => code + 1),
        usual,
      }),
    );
    return {
      genotypes,
      alleles: genotypes.map((group) => ({ ...group, ...allelesOf(group), usual: undefined })),
      chips: ['a chip'],
      sets: [],
      phenotypes: [],
    };
  });

/** Groups that claim to pool others or to follow from others, in any order; some of them do. */
const groupOf = (digits: readonly (0 | 4 | 15)[], names: readonly string[]) =>
  fc
    .record({
      population: fc.constantFrom(null, 'P', 'P:1'),
      submission: fc.constantFrom(null, null, 7),
      digits: fc.constantFrom(...digits),
      usual: fc.constantFrom(undefined, 0, 4),
      pooled: fc.constantFrom(undefined, undefined, 1, 2),
      shown: fc.array(fc.record({ name: fc.constantFrom(...names), count: fc.nat(4) }), { maxLength: 4 }),
    })
    .map(
      ({ shown, ...group }): FrequencyGroup => ({
        ...group,
        names: shown.map(({ name }) => name),
        counts: shown.map(({ count }) => count),
        ...(group.digits === 0 ? { frequencies: shown.map(({ count }) => count / 3) } : {}),
      }),
    );
const entangled = fc
  .record({
    alleles: fc.array(groupOf([0, 4, 15], ['A', 'C', 'AT', '']), { maxLength: 6 }),
    genotypes: fc.array(groupOf([0, 15], ['A|A', 'A|C', 'C']), { maxLength: 3 }),
  })
  .map(({ alleles, genotypes }): GroupedDetails => {
    const all = [...new Set([...alleles.flatMap(({ names }) => names), 'A', 'C'])];
    for (const group of alleles) {
      const partner = genotypes.find(
        ({ digits, population, submission }) =>
          digits === 15 && population === group.population && submission === group.submission,
      );
      if (partner && group.digits === 15) Object.assign(group, allelesOf(partner));
    }
    for (const [each, group] of alleles.entries())
      if (group.pooled && group.digits > 0) Object.assign(group, pooledGroup(alleles, each, all));
    return { alleles, genotypes, chips: [], sets: [], phenotypes: [] };
  });

const survey = (count: number, of: number): VariantDetails => ({
  alleles: ['SURVEY:ALL', 'SURVEY:hill', 'SURVEY:shore'].flatMap((place) =>
    [
      ['A', of - count],
      ['G', count],
    ].map(([allele, each]) => ({
      allele: String(allele),
      frequency: Number((Number(each) / of).toPrecision(4)),
      population: place,
      count: Number(each),
      submission: null,
    })),
  ),
  genotypes: [],
  chips: [],
  sets: [],
  phenotypes: [],
});

describe('the details of a variant', () => {
  it('decode to what was encoded', () => {
    fc.assert(
      fc.property(details, (each) => {
        expect(decodeDetails(encoded(each))).toEqual(each);
      }),
      { numRuns: 200 },
    );
  });

  it('decode to what was encoded, for surveys and samples', () => {
    fc.assert(
      fc.property(fc.oneof(surveyed, genotyped), (each) => {
        expect(decodeDetails(encodeGroups(each))).toEqual(listDetails(each));
      }),
      { numRuns: 200 },
    );
  });

  it('decode to what was encoded, whichever groups pool others or follow from others', () => {
    fc.assert(
      fc.property(entangled, (each) => {
        expect(decodeDetails(encodeGroups(each))).toEqual(listDetails(each));
      }),
      { numRuns: 500 },
    );
  });

  it('omit what follows from other groups: totals from parts, and alleles from genotypes', () => {
    const part = (population: string, counts: number[], pooled?: number): FrequencyGroup => ({
      population,
      submission: null,
      digits: 4,
      names: ['A', 'G'],
      counts,
      usual: 2000,
      pooled,
    });
    const pooledBy = (of: number[]) =>
      encodeGroups({
        alleles: [part('S:ALL', of, 2), part('S:a', [1000, 7]), part('S:b', [1500, 9])],
        genotypes: [],
        chips: [],
        sets: [],
        phenotypes: [],
      });
    expect(pooledBy([2500, 16]).length).toBeLessThan(pooledBy([2501, 16]).length);
    const genotypes: FrequencyGroup[] = [
      { population: 'P', submission: null, digits: 15, names: ['A|A', 'A|G'], counts: [90, 10] },
    ];
    const countedAs = (counts: number[]) =>
      encodeGroups({
        alleles: [{ population: 'P', submission: null, digits: 15, names: ['A', 'G'], counts }],
        genotypes,
        chips: [],
        sets: [],
        phenotypes: [],
      });
    expect(countedAs([190, 10]).length).toBeLessThan(countedAs([191, 10]).length);
  });

  it('have the same bytes in a lent buffer', () => {
    fc.assert(
      fc.property(fc.array(details, { maxLength: 4 }), (all) => {
        const lent = { bytes: new Uint8Array(0), start: 0, end: 0 };
        const copies = all.map((each) => {
          lendEncodedGroups(groupDetails(each), lent);
          return Buffer.from(lent.bytes.slice(lent.start, lent.end));
        });
        expect(copies).toEqual(all.map((each) => Buffer.from(encoded(each))));
      }),
    );
  });

  it('differ by one byte per different small count', () => {
    const [one, other] = [encoded(survey(17, 152_000)), encoded(survey(98, 152_000))];
    expect(one.length).toBe(other.length);
    expect(one.filter((byte, at) => byte !== other[at]).length).toBe(3);
  });

  it('are rejected if the record is truncated', () => {
    const record = encoded(survey(17, 152_000));
    for (let length = 0; length < record.length; length++)
      expect(() => decodeDetails(record.subarray(0, length)), `${length} bytes`).toThrow(StoreError);
  });
});

it.each([
  ['groups than bytes', [0, 2 ** 33, 0]],
  ['populations than it names', [0, 1, 0, 9, 0, 0, 0, 0]],
])('a record that claims to have more %s is rejected', (_, heads) => {
  const record = new FieldWriter()
    .number(varints(heads).length)
    .bytes(varints(heads))
    .text('')
    .number(0)
    .number(2)
    .number(1)
    .record();
  expect(() => decodeDetails(record)).toThrow(StoreError);
});
