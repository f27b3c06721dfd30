import { describe, expect, it } from 'vitest';
import { consequencesBelow, CONSEQUENCE_TYPES, mostSevere } from '../../../src/variants/consequences.ts';
import { ambiguityCode, displayClass } from '../../../src/variants/variant-classes.ts';
import { present } from '../../../src/checked.ts';

describe('classes of variants', () => {
  it.each([
    ['SNV', false, 'SNP'],
    ['SNV', true, 'somatic SNV'],
    ['copy_number_variation', false, 'CNV'],
    ['sequence_alteration', true, 'somatic sequence alteration'],
    ['SO:0001483', false, null],
  ] as const)('%s, somatic: %s', (term, somatic, shown) => expect(displayClass(term, somatic)).toBe(shown));
});

describe('ambiguity codes', () => {
  it.each([
    ['A/G', 'R'],
    ['T/A/C', 'H'],
    ['G/C/T/A', 'N'],
    ['-/A', null],
    ['N', 'N'],
    ['AT/G', null],
  ] as const)('%s', (alleles, code) => expect(ambiguityCode(alleles.split('/'))).toBe(code));
});

describe('consequences', () => {
  it('the worst comes by rank, an unknown one last', () => {
    expect(mostSevere(['intron_variant', 'stop_gained', 'missense_variant'])).toBe('stop_gained');
    expect(mostSevere(['invented_variant', 'intergenic_variant'])).toBe('intergenic_variant');
    expect(mostSevere([])).toBeNull();
  });

  it('every one stands below itself and sequence_variant, by name and accession in any case', () => {
    for (const { term, accession } of CONSEQUENCE_TYPES) {
      expect(consequencesBelow(term.toUpperCase(), null), term).toContain(term);
      expect(consequencesBelow(accession, null)).toEqual(consequencesBelow(term, null));
      expect(consequencesBelow('sequence_variant', null)).toContain(term);
    }
  });

  it('a term above stands for those below it; what a release knows goes first', () => {
    expect([...present(consequencesBelow('inframe_variant', null), 'the result of consequencesBelow')].sort()).toEqual([
      'inframe_deletion',
      'inframe_insertion',
      'missense_variant',
      'stop_gained',
      'stop_lost',
    ]);
    expect(consequencesBelow('inframe_variant', { inframe_variant: ['missense_variant'] })).toEqual([
      'missense_variant',
    ]);
    expect(consequencesBelow('constructor', {})).toBeNull();
  });
});
