import { describe, expect, it } from 'vitest';
import { variantClass } from '../../../../src/handlers/vep/variant-forms.ts';
import { vepVariant, type Placed } from '../../../../src/handlers/vep/vep-variant.ts';

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

it.each<[string[], string]>([
  [['A', 'T'], 'SNV'],
  [['A', 'T', 'G'], 'SNV'],
  [['AC', 'TG'], 'substitution'],
  [['-', 'T'], 'insertion'],
  [['AC', '-'], 'deletion'],
  [['AC', 'T'], 'indel'],
  [['AC', 'T', 'AAA'], 'sequence_alteration'],
  [['COSMIC_MUTATION'], 'sequence_alteration'],
])('the class of %j is %s', (alleles, expected) => {
  expect(variantClass(vepVariant(placed(10, alleles), false))).toBe(expected);
});
