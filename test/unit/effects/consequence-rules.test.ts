import { describe, expect, it } from 'vitest';
import {
  TRANSCRIPT_RULES,
  termsOf,
  type Rule,
  type TranscriptCondition,
} from '../../../src/effects/consequence-rules.ts';
import type { Situation } from '../../../src/effects/situation.ts';
import { severityOf } from '../../../src/variants/consequences.ts';

const SITUATION: Situation = {
  structural: false,
  covers: false,
  within: true,
  exon: true,
  intron: true,
  intronEnd: true,
  utr: true,
  coding: true,
  length: 'same',
  biotype: 'protein_coding',
};

const rule = (term: string, tier: 1 | 2 | 3): Rule<string> => ({ term, tier, gate: () => true, condition: term });
const RULES = [rule('third', 3), rule('second', 2), rule('other third', 3), rule('first', 1)];

describe('terms by tier', () => {
  it.each([
    [
      ['third', 'other third'],
      ['third', 'other third'],
    ],
    [['third', 'second'], ['second']],
    [['first', 'second', 'third'], ['first']],
    [[], ['intergenic_variant']],
  ])('of the conditions %j are %j', (holding, terms) => {
    expect(termsOf(RULES, SITUATION, (condition) => holding.includes(condition))).toEqual(terms);
  });

  it('never ask a condition whose gate is closed, nor one after a higher tier', () => {
    const asked: string[] = [];
    const closed = { ...rule('closed', 1), gate: () => false };
    termsOf([closed, ...RULES], SITUATION, (condition) => asked.push(condition) > 0);
    expect(asked).toEqual(['first']);
  });
});

describe('the rules of transcripts', () => {
  const passing = (situation: Partial<Situation>) =>
    TRANSCRIPT_RULES.filter(({ gate }) => gate({ ...SITUATION, ...situation })).map(({ term }) => term);

  it('are in the order of severity, each condition once', () => {
    const ranks = TRANSCRIPT_RULES.map(({ term }) => severityOf(term));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    const conditions: TranscriptCondition[] = TRANSCRIPT_RULES.map(({ condition }) => condition);
    expect(new Set(conditions).size).toBe(conditions.length);
  });

  it('give structural variants no terms of bases', () => {
    const structural = passing({ structural: true });
    for (const term of ['splice_donor_variant', 'stop_gained', 'missense_variant', 'synonymous_variant'])
      expect(structural).not.toContain(term);
    expect(structural).toContain('coding_sequence_variant');
  });

  it('outside of a transcript are only those next to it', () => {
    const outside = {
      within: false,
      exon: false,
      intron: false,
      intronEnd: false,
      utr: false,
      coding: false,
      biotype: '',
    };
    expect(passing(outside)).toEqual(['upstream_gene_variant', 'downstream_gene_variant']);
  });

  it('of changes of length need one', () => {
    expect(passing({})).not.toContain('frameshift_variant');
    expect(passing({ length: 'shorter' })).toContain('frameshift_variant');
    expect(passing({ length: 'longer' })).not.toContain('missense_variant');
  });
});
