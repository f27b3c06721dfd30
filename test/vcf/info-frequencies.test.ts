import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fourDigits } from '../../build-index/vcf/perl-numbers.ts';
import { InfoFrequencies, type InfoPopulation, type MatchedLine } from '../../build-index/vcf/info-frequencies.ts';
import { listDetails } from '../../src/variants/frequency-groups.ts';
import { VcfRecord } from '../../build-index/vcf/vcf-records.ts';

const population = (name: string, more: Partial<InfoPopulation> = {}): InfoPopulation =>
  ({ name, counts: [`AC_${name}`], totals: [`AN_${name}`], frequencies: [`AF_${name}`], genotypeCounts: `${name}_GTC`, ...more });

function line(alternatives: string, info: string, matched: Record<string, string>): MatchedLine {
  return { record: new VcfRecord(Buffer.from(['1', '100', 'rs1', 'A', alternatives, '.', 'PASS', info].join('\t')), { where: 'x.vcf line 1' }), matched: new Map(Object.entries(matched)) };
}

function frequencies(reference: string, lines: readonly MatchedLine[], referenceAt: number | null = null) {
  const told = new InfoFrequencies([population('P')], referenceAt);
  // What was told of another variant before is forgotten.
  told.of('T', [line('G', 'AC_P=3;AN_P=7', { G: 'G' })]);
  return listDetails({ ...told.of(reference, lines), chips: [], phenotypes: [] });
}

/** [allele, frequency, count] of each allele shown of the population P. */
function shown(lines: readonly MatchedLine[], referenceAt: number | null = null) {
  return frequencies('A', lines, referenceAt).alleles.map(({ allele, frequency, count }) => [allele, frequency, count]);
}

describe('frequencies of alleles', () => {
  it('come from counts, four digits of them; the reference has what is left', () => {
    expect(shown([line('G', 'DP=9;AC_P=24;AN_P=121336;AF_P=0.5', { G: 'G' })])).toEqual([['A', 0.9998, 121_312], ['G', 0.0001978, 24]]);
    expect(shown([line('G', 'AC_P=0;AN_P=5244', { G: 'G' })])).toEqual([['A', 1, 5244]]);
    // Halves go to the even digit, as C's printf has it.
    expect(shown([line('G', 'AC_P=5;AN_P=32', { G: 'G' })])[1]).toEqual(['G', 0.1562, 5]);
  });

  it('come from frequencies where nothing is counted; with a total, counts come from them', () => {
    expect(shown([line('G', 'AF_P=0.125', { G: 'G' })])).toEqual([['A', 0.875, null], ['G', 0.125, null]]);
    expect(shown([line('G', 'AF_P=0.125;AN_P=20', { G: 'G' })])).toEqual([['A', 0.875, 18], ['G', 0.125, 2]]);
    for (const nothing of ['.', 'AF_P=.', 'AC_P=.;AN_P=10', 'AC_P=1;AN_P=0', 'AF_OTHER=0.5', 'AF_P']) expect(shown([line('G', nothing, { G: 'G' })])).toEqual([]);
  });

  it('may list the reference: last, if there is one value more than alternatives, or where the collection says', () => {
    expect(shown([line('C', 'AC_P=1,8597', { C: 'C' })])).toEqual([['A', 0.9999, 8597], ['C', 0.0001163, 1]]);
    expect(shown([line('C', 'AF_P=0.9,0.1', { C: 'C' })], 0)).toEqual([['A', 0.9, null], ['C', 0.1, null]]);
    expect(shown([line('C', 'AF_P=0.1,0.9', { C: 'C' })], -1)).toEqual([['A', 0.9, null], ['C', 0.1, null]]);
  });

  it('of alternatives that the variant does not have count for the whole', () => {
    expect(shown([line('G,T', 'AC_P=10,30;AN_P=100', { G: 'G' })])).toEqual([['A', 0.6, 60], ['G', 0.1, 10]]);
  });

  it('of alternatives on lines of their own are put together; of one on two lines the first counts', () => {
    const lines = [line('G', 'AC_P=10;AN_P=100', { G: 'G' }), line('T', 'AC_P=30;AN_P=100', { T: 'T' }), line('T', 'AC_P=99;AN_P=100', { T: 'T' })];
    expect(shown(lines)).toEqual([['A', 0.6, 60], ['G', 0.1, 10], ['T', 0.3, 30]]);
  });
});

describe('frequencies that are shares of counts', () => {
  it('are those of the counts, to the last of four digits, whatever they are', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.nat(), (total, some) => {
      const count = some % (total + 1);
      const expected = [['A', total - count, 1 - count / total], ['G', count, count / total]] as const;
      expect(shown([line('G', `AC_P=${count};AN_P=${total}`, { G: 'G' })])).toEqual(expected.flatMap(([allele, each, ratio]) => (each > 0 ? [[allele, fourDigits(ratio), each]] : [])));
    }), { numRuns: 2000 });
    // Halves of the last digit are rounded otherwise than JavaScript would.
    for (const [count, total] of [[5, 32], [1, 64], [3, 128], [12_345, 100_000]] as const) expect(shown([line('G', `AC_P=${count};AN_P=${total}`, { G: 'G' })])[1]![1]).toBe(fourDigits(count / total));
  });
});

describe('fields of the column INFO', () => {
  it('are found by their whole names; of one that comes twice the last counts', () => {
    expect(shown([line('G', 'XAC_P=1;AC_P=2;AC_PX=3;AN_P;AN_P=4', { G: 'G' })])).toEqual([['A', 0.5, 2], ['G', 0.5, 2]]);
    expect(shown([line('G', 'AC_P=1;AC_P=2;AN_P=4', { G: 'G' })])).toEqual([['A', 0.5, 2], ['G', 0.5, 2]]);
  });
});

describe('frequencies of genotypes', () => {
  const of = (reference: string, gts: string, counts: string, matched: Record<string, string>) =>
    frequencies(reference, [line(Object.keys(matched).join(), `GTS=${gts};P_GTC=${counts}`, matched)]).genotypes.map(({ genotype, frequency, count }) => [genotype, frequency, count]);

  it('are of the genotypes that the line lists, in letters or by number', () => {
    expect(of('A', 'CC,CA,AA', '0,1,4298', { C: 'C' })).toEqual([['A|C', 0.0002326, 1], ['A|A', 0.9998, 4298]]);
    expect(of('-', 'A1A1,A1R,RR', '1,2,5', { AT: 'T' })).toEqual([['T|T', 0.125, 1], ['-|T', 0.25, 2], ['-|-', 0.625, 5]]);
  });
});
