/** Details of variants come back as they were compiled, however they are packed; a record that is cut short says so. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/store/store.ts';
import { decodeDetails, encodeGroups, lendEncodedGroups } from '../../src/variants/details-record.ts';
import { groupDetails } from '../../src/variants/frequency-groups.ts';
import type { VariantDetails } from '../../src/variants/variant-details.ts';

const encoded = (details: VariantDetails): Uint8Array => encodeGroups(groupDetails(details));

const name = fc.oneof(fc.constantFrom('A', 'G', '-', 'A|G', '(LARGEDELETION)', ''), fc.string({ unit: 'grapheme', maxLength: 200 }));
const population = fc.option(fc.constantFrom('gnomADe:ALL', '1000GENOMES:phase_3:GBR', 'Ä"'));
const submission = fc.option(fc.integer({ min: 1 }));
const told = fc.record({
  name, population, submission, count: fc.option(fc.maxSafeNat().map((count) => Math.min(count, Number.MAX_SAFE_INTEGER - 1))),
  frequency: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
});
/** All of one population, each its share of the sum: some exactly so, some off by the last digit. */
const shares = fc.record({
  population, submission, digits: fc.constantFrom(4, 15, 3), counts: fc.array(fc.record({ name, count: fc.nat({ max: 400_000 }) }), { minLength: 1, maxLength: 5 }),
}).map(({ counts, digits, ...group }) => {
  const sum = counts.reduce((all, { count }) => all + count, 0);
  return counts.map((each) => ({ ...each, ...group, frequency: sum > 0 ? Number((each.count / sum).toPrecision(digits)) : 0 }));
});
const frequencies = fc.array(fc.oneof(shares, fc.array(told, { maxLength: 3 })), { maxLength: 6 }).map((groups) => groups.flat());
const details: fc.Arbitrary<VariantDetails> = fc.record({
  alleles: frequencies.map((all) => all.map(({ name: allele, ...rest }) => ({ allele, ...rest }))),
  genotypes: frequencies.map((all) => all.map(({ name: genotype, count, ...rest }) => ({ genotype, ...rest, count: count ?? 0 }))),
  chips: fc.array(fc.string()), phenotypes: fc.constant([]),
});

const survey = (count: number, of: number): VariantDetails => ({
  alleles: ['SURVEY:ALL', 'SURVEY:hill', 'SURVEY:shore'].flatMap((place) => [['A', of - count], ['G', count]].map(([allele, each]) => ({
    allele: String(allele), frequency: Number((Number(each) / of).toPrecision(4)), population: place, count: Number(each), submission: null,
  }))),
  genotypes: [], chips: [], phenotypes: [],
});

describe('details of a variant', () => {
  it('come back as they were', () => {
    fc.assert(fc.property(details, (each) => {
      expect(decodeDetails(encoded(each))).toEqual(each);
    }), { numRuns: 500 });
  });

  it('that are lent to be copied are the same bytes', () => {
    fc.assert(fc.property(fc.array(details, { maxLength: 4 }), (all) => {
      const copies = all.map((each) => Buffer.from(lendEncodedGroups(groupDetails(each))));
      expect(copies).toEqual(all.map((each) => Buffer.from(encoded(each))));
    }));
  });

  it('that differ in nothing but small counts differ in nothing but a byte for each', () => {
    const [one, other] = [encoded(survey(17, 152_000)), encoded(survey(98, 152_000))];
    expect(one.length).toBe(other.length);
    expect(one.filter((byte, at) => byte !== other[at]).length).toBe(3);
  });

  it('are not read from a record that is cut short', () => {
    const record = encoded(survey(17, 152_000));
    for (let length = 0; length < record.length; length++) expect(() => decodeDetails(record.subarray(0, length)), `${length} bytes`).toThrow(StoreError);
  });
});
