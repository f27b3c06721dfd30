import { describe, expect, it } from 'vitest';
import { variantClass, vcfStrings } from '../../../../src/handlers/vep/variant-forms.ts';
import { vepVariant, type Placed } from '../../../../src/handlers/vep/vep-variant.ts';
import { Flanks } from '../../../../src/variants/variant-shift.ts';

const placed = (start: number, alleles: string[], more: Partial<Placed> = {}) =>
  ({
    input: '',
    name: null,
    region: {},
    sequence: '1',
    start,
    end: start + (alleles[0] === '-' ? 0 : (alleles[0]?.length ?? 0)) - 1,
    strand: 1,
    alleles,
    ...more,
  }) as unknown as Placed;

const of = (start: number, alleles: string[], minimal = false) => {
  const variant = vepVariant(placed(start, alleles), minimal);
  return [variant.start, variant.end, variant.alleles.join('/'), variant.id];
};

describe('two alleles', () => {
  it('of unequal lengths lose the bases that both begin with, then those that both end with', () => {
    expect(of(10, ['CAG', 'CG'])).toEqual([11, 11, 'A/-', '1_11_A/-']);
    expect(of(10, ['CAG', 'CATTG'])).toEqual([12, 11, '-/TT', '1_12_-/TT']);
    expect(of(10, ['AAA', 'A'])).toEqual([11, 12, 'AA/-', '1_11_AA/-']);
  });

  it('of equal lengths stay, except with minimal', () => {
    expect(of(10, ['CAG', 'CTG'])).toEqual([10, 12, 'CAG/CTG', '1_10_CAG/CTG']);
    expect(of(10, ['CAG', 'CTG'], true)).toEqual([11, 11, 'A/T', '1_11_A/T']);
  });
});

describe('several alternatives', () => {
  it('stay, and are split for the computation with minimal', () => {
    expect(of(10, ['CAG', 'CG', 'CAT'])).toEqual([10, 12, 'CAG/CG/CAT', '1_10_CAG/CG/CAT']);
    const { computed, minimised } = vepVariant(placed(10, ['CAG', 'CG', 'CAT']), true);
    expect(minimised).toBe(true);
    expect(
      computed.map(({ start, reference, alternative, number }) => [start, reference, alternative, number]),
    ).toEqual([
      [11, 'A', '-', 1],
      [12, 'G', 'T', 2],
    ]);
  });

  it('are each computed once, and never where they equal the reference or are missing', () => {
    const { computed } = vepVariant(placed(10, ['C', 'T', 'C', 'T', '*', 'G']), false);
    expect(computed.map(({ alternative, number }) => [alternative, number])).toEqual([
      ['T', 1],
      ['G', 5],
    ]);
  });
});

it('keeps the bases that the alleles of a region format share', () => {
  const { start, alleles } = vepVariant(placed(10, ['CAG', 'CG'], { isWhole: true }), true);
  expect([start, alleles]).toEqual([10, ['CAG', 'CG']]);
});

it.each<[string[], boolean[]]>([
  [['-', 'A'], [true]],
  [
    ['-', 'A', 'AT'],
    [true, true],
  ],
  [['AC', '-'], [true]],
  [
    ['AC', '-', 'T'],
    [false, false],
  ],
  [['-', 'A', '*'], [false]],
  [['AC', 'TT'], [false]],
])('alleles of %j can be moved: %j', (alleles, expected) => {
  const { computed } = vepVariant(placed(10, alleles), false);
  expect(computed.map(({ movable }) => movable)).toEqual(expected);
});

it('alleles that minimal splits can be moved each on its own', () => {
  const { computed } = vepVariant(placed(10, ['CAG', 'CG', 'CAT']), true);
  expect(computed.map(({ movable }) => movable)).toEqual([true, false]);
});

it('single bases are of a SNP if all alleles of the variant are', () => {
  const snps = (alleles: string[], minimal = false) =>
    vepVariant(placed(10, alleles), minimal).computed.map(({ isSnp }) => isSnp);
  expect(snps(['T', 'C', 'G'])).toEqual([true, true]);
  expect(snps(['T', 'C', 'TTGC'])).toEqual([false, false]);
  expect(snps(['T', 'C', 'TTGC'], true)).toEqual([true, false]);
});

it('a symbolic allele of a small variant has an effect, one that is missing has none', () => {
  const { computed } = vepVariant(placed(10, ['C', '<*>', '*', '<DEL:*>']), false);
  expect(computed.map(({ alternative }) => alternative)).toEqual(['<*>']);
});

describe('vcf_string', () => {
  const of = (start: number, alleles: string[], more: Partial<Placed> = {}) =>
    vcfStrings(vepVariant(placed(start, alleles, more), false), new Flanks(5, 'GGGGG'));

  it('writes alleles of unequal lengths with the base before them', () => {
    expect(of(10, ['A', '-'])).toBe('1-9-GA-G');
    expect(of(10, ['AC', 'T', 'TTT'])).toEqual(['1-9-GAC-GT', '1-9-GAC-GTTT']);
  });

  it('does not where all begin with the same base, and leaves out bases that all end with', () => {
    expect(of(10, ['CA', 'C', 'CT'])).toEqual(['1-10-CA-C', '1-10-CA-CT']);
    expect(of(10, ['CAT', 'TT', 'GTT'])).toEqual(['1-9-GCA-GT', '1-9-GCA-GGT']);
  });

  it('writes symbolic and missing alleles between angle brackets, and classes with abbreviations', () => {
    expect(of(10, ['C', 'A', '*'])).toEqual(['1-9-GC-GA', '1-9-GC-<*>']);
    expect(of(10, [], { soClass: 'deletion' })).toBe('1-9-G-<DEL>');
    expect(of(10, [], { soClass: 'inversion' })).toBe('1-9-G-<inversion>');
  });
});

it.each<[string[], string]>([
  [['A', 'T'], 'SNV'],
  [['A', 'T', 'G'], 'SNV'],
  [['AC', 'TG'], 'substitution'],
  [['-', 'T'], 'insertion'],
  [['AC', '-'], 'deletion'],
  [['AC', 'T'], 'indel'],
  [['AC', 'T', 'AAA'], 'indel'],
  [['AC', 'T', '-'], 'sequence_alteration'],
  [['C', 'R'], 'SNV'],
  [['COSMIC_MUTATION'], 'sequence_alteration'],
])('the class of %j is %s', (alleles, expected) => {
  expect(variantClass(vepVariant(placed(10, alleles), false))).toBe(expected);
});
