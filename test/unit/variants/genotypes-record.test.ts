import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import { StoreError } from '../../../src/store/store.ts';
import { decodeGenotypeGroups, encodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import { groupGenotypes } from '../../../src/variants/variant-details.ts';

const group = fc
  .record({
    submission: fc.option(fc.nat()),
    genotypes: fc.integer({ min: 1, max: 40 }),
    share: fc.constantFrom(0, 0.01, 0.2, 0.5, 1),
    seed: fc.nat(),
    samples: fc.nat({ max: 900 }),
    missing: fc.constantFrom(0, 0.1),
  })
  .map(({ submission, genotypes, share, seed, samples, missing }) => {
    let state = seed;
    const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const called = Array.from(
      { length: samples },
      (_, sample) => [sample, random() < share ? `A|${Math.floor(random() * genotypes)}` : 'A|A'] as const,
    );
    return groupGenotypes(
      submission,
      called.filter(() => random() >= missing),
    );
  });

it('decodes the genotypes that it encoded', () => {
  fc.assert(
    fc.property(fc.array(group, { maxLength: 3 }), (groups) => {
      expect(decodeGenotypeGroups(encodeGenotypeGroups(groups))).toEqual(groups);
    }),
  );
});

it('stores no bytes for the most common genotype and at most two bits per sample for others', () => {
  const record = (every: number) =>
    encodeGenotypeGroups([
      groupGenotypes(
        null,
        Array.from({ length: 4000 }, (_, sample) => [sample, sample % every === 0 ? 'A|G' : 'A|A'] as const),
      ),
    ]).length;
  expect(record(400)).toBeLessThan(100);
  expect(record(2)).toBeLessThan(4000 / 4 + 60);
});

it('rejects a record that is truncated or claims to have too many samples', () => {
  const groups = [
    groupGenotypes(
      null,
      Array.from({ length: 40 }, (_, sample) => [sample, sample % 11 === 0 ? 'A|G' : 'A|A'] as const),
    ),
  ];
  const record = encodeGenotypeGroups(groups);
  for (let length = 0; length < record.length; length++)
    expect(() => decodeGenotypeGroups(record.subarray(0, length)), `${length} bytes`).toThrow(StoreError);
  expect(() => decodeGenotypeGroups(record.with(-1, 40))).toThrow(StoreError);
});

it.each([
  ['2^33 samples', 1, [0, 2 ** 33]],
  ['a genotype that is not in its list', 7, [0, 4]],
])('rejects a record with %s', (_, commonest, samples) => {
  const record = new FieldWriter()
    .text(JSON.stringify([[null, ['A|A', 'A|G'], samples]]))
    .number(commonest)
    .number(0)
    .record();
  expect(() => decodeGenotypeGroups(record)).toThrow(StoreError);
});
