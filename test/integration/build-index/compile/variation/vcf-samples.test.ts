/** Genotypes of a VCF line do not depend on whether most samples are alike or which alleles the variant has. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrequencyCounter } from '../../../../../build-index/compile/genotypes/genotype-frequencies.ts';
import { UNMATCHED } from '../../../../../build-index/compile/variation/matched-alleles.ts';
import { VcfSamples } from '../../../../../build-index/compile/variation/vcf-samples.ts';
import type { MatchedLine } from '../../../../../build-index/vcf/info-frequencies.ts';
import { readCalls } from '../../../../../build-index/vcf/sample-columns.ts';
import type { ListedAlleles } from '../../../../../build-index/vcf/listed-alleles.ts';
import { decodeGenotypeGroups } from '../../../../../src/variants/genotypes-record.ts';
import { groupGenotypes } from '../../../../../src/variants/variant-details.ts';
import { genotypesOf } from '../../../../support/genotypes-of-group.ts';
import { at, present } from '../../../../../src/checked.ts';

const ALLELES = ['A', 'C', '-'];
const variant = { text: (allele: number) => at(ALLELES, allele) } as ListedAlleles;
const written = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('0|0', '0|1', '1|0', '1|1') },
  fc.constantFrom('0/1', '2|1', '.|1', '.', '1', '3|0', '0|0:7'),
);
const line = fc.record({
  columns: fc
    .tuple(written, fc.array(fc.option(written, { freq: 3 }), { maxLength: 60 }))
    .map(([most, others]) => [most, ...others.map((other) => other ?? most)]),
  matched: fc.constantFrom([1], [2], [1, 2], [1, UNMATCHED], [UNMATCHED, 1], [1, 1]),
  from: fc.constantFrom(0, 100),
  gap: fc.nat(70),
});

test('genotypes contain calls with known alleles, and other alleles are counted', () => {
  fc.assert(
    fc.property(line, ({ columns, matched, from, gap }) => {
      const numbers = columns.map((_, column) => from + column + (column > gap ? 5 : 0));
      const bytes = Buffer.from(columns.join('\t'));
      const record = { calls: (samples: number) => readCalls(bytes, 0, samples) };
      const populations = [
        { name: 'all', samples: new Set(numbers) },
        { name: 'odd', samples: new Set(numbers.filter((number) => number % 2 === 1)) },
      ];
      const counter = new FrequencyCounter(populations);
      const called = new VcfSamples(numbers, counter).called(variant, { record, matched } as unknown as MatchedLine, 0);

      const known = [ALLELES[0], ...matched.map((allele) => (allele === UNMATCHED ? undefined : ALLELES[allele]))];
      const calledSamples = columns.flatMap((column, at) => {
        const text = present(column.split(':', 1)[0], 'GT');
        const isGenotype = /^(\d+|\.)([|/](\d+|\.))*$/.test(text) && /\d/.test(text);
        return isGenotype
          ? [
              {
                sample: present(numbers[at], 'the sample'),
                alleles: present(text.match(/\d+/g), 'a match').map((allele) => known[Number(allele)]),
              },
            ]
          : [];
      });
      const calls = calledSamples
        .filter(({ alleles }) => alleles.every((allele) => allele !== undefined))
        .map(({ sample, alleles }) => [sample, alleles.join('|')] as const);
      const unknown = calledSamples
        .map(({ sample, alleles }) => [sample, alleles.filter((allele) => allele === undefined).length] as const)
        .filter(([, others]) => others > 0);
      if (calls.length === 0) {
        expect(called).toBeNull();
        return;
      }
      const { genotypes, unknown: counted, counted: frequencies } = present(called, 'the genotypes');
      expect(genotypesOf(at(decodeGenotypeGroups(genotypes), 0))).toEqual(calls);
      expect(counted).toEqual(unknown);
      expect(frequencies).toEqual(new FrequencyCounter(populations).count([groupGenotypes(null, calls)], counted));
    }),
    { numRuns: 1000 },
  );
});
