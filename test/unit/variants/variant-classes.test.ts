import { describe, expect, it } from 'vitest';
import { consequencesBelow, CONSEQUENCE_TYPES, mostSevere } from '../../../src/variants/consequences.ts';
import { ambiguityCode, classOfAlleles, displayClass } from '../../../src/variants/variant-classes.ts';
import { present } from '../../../src/checked.ts';

describe('the display class of a variant', () => {
  it.each([
    ['SNV', false, 'SNP'],
    ['SNV', true, 'somatic SNV'],
    ['copy_number_variation', false, 'CNV'],
    ['sequence_alteration', true, 'somatic sequence alteration'],
    ['SO:0001483', false, null],
  ] as const)('for %s, somatic: %s, is %s', (term, somatic, shown) => expect(displayClass(term, somatic)).toBe(shown));
});

describe('the class of alleles without a class in the database', () => {
  it.each([
    ['A/G', 'SNV'],
    ['A/G/T', 'SNV'],
    ['(CAG)8/(CAG)9', 'tandem_repeat'],
    ['-/AT', 'insertion'],
    ['-/(LARGEINSERTION)', 'insertion'],
    ['-/(LARGEDELETION)', 'deletion'],
    ['AT/-', 'deletion'],
    ['AT/GC', 'substitution'],
    ['AT/GCC', 'indel'],
    ['A/AT/-', 'sequence_alteration'],
    ['(308 BP DELETION)', 'deletion'],
    ['COSMIC_MUTATION', 'sequence_alteration'],
    ['', 'sequence_alteration'],
  ] as const)('%s is %s', (alleles, term) => expect(classOfAlleles(alleles)).toBe(term));
});

describe('the ambiguity code', () => {
  it.each([
    ['A/G', 'R'],
    ['T/A/C', 'H'],
    ['G/C/T/A', 'N'],
    ['-/A', null],
    ['N', 'N'],
    ['AT/G', null],
  ] as const)('of %s is %s', (alleles, code) => expect(ambiguityCode(alleles.split('/'))).toBe(code));
});

describe('consequences', () => {
  it('are compared by rank, with unknown ones last', () => {
    expect(mostSevere(['intron_variant', 'stop_gained', 'missense_variant'])).toBe('stop_gained');
    expect(mostSevere(['invented_variant', 'intergenic_variant'])).toBe('intergenic_variant');
    expect(mostSevere([])).toBeNull();
  });

  it('are below themselves and below sequence_variant, by name and accession in any letter case', () => {
    for (const { term, accession } of CONSEQUENCE_TYPES) {
      expect(consequencesBelow(term.toUpperCase(), null), term).toContain(term);
      expect(consequencesBelow(accession, null)).toEqual(consequencesBelow(term, null));
      expect(consequencesBelow('sequence_variant', null)).toContain(term);
    }
  });

  it('below a parent term come from the release, else from the built-in list', () => {
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
