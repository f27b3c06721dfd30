import { describe, expect, test } from 'vitest';
import {
  EffectCounts,
  filtered,
  isShown,
  readRefusal,
  readVariants,
  type EffectFilter,
} from '../../../../src/pages/vep/effect-rows.ts';
import { hitTranscripts } from '../../../../src/pages/vep/hit-pictures.ts';

const ALL: EffectFilter = { impacts: [], consequence: '', gene: '', canonicalOnly: false };

const block = (gene: string, id: string, terms: string[], more: object = {}) => ({
  variant_allele: 'T',
  gene_id: gene,
  gene_symbol: `${gene}-name`,
  transcript_id: id,
  consequence_terms: terms,
  ...more,
});

const variants = readVariants([
  {
    input: 'a',
    seq_region_name: '1',
    start: 5,
    end: 5,
    allele_string: 'C/T',
    transcript_consequences: [
      block('G1', 'T1', ['stop_gained']),
      block('G1', 'T2', ['missense_variant', 'splice_region_variant'], {
        canonical: 1,
        protein_start: 7,
        protein_end: 7,
        amino_acids: 'A/V',
      }),
      block('G2', 'T3', ['upstream_gene_variant'], { canonical: 1 }),
    ],
    regulatory_feature_consequences: [
      { regulatory_feature_id: 'R1', consequence_terms: ['regulatory_region_variant'] },
    ],
  },
  {
    input: 'b',
    seq_region_name: '1',
    start: 9,
    end: 8,
    allele_string: '-/G',
    most_severe_consequence: 'intergenic_variant',
    intergenic_consequences: [{ consequence_terms: ['intergenic_variant'], variant_allele: 'G' }],
  },
  { input: 'no place' },
  'text',
]);

describe('variants of an answer', () => {
  test('have their effects on all kinds of features, and skip values of other shapes', () => {
    expect(variants.map(({ input, worst, effects }) => [input, worst, effects.map(({ kind }) => kind)])).toEqual([
      ['a', 'stop_gained', ['transcript', 'transcript', 'transcript', 'regulatory']],
      ['b', 'intergenic_variant', ['intergenic']],
    ]);
    expect(readVariants({ error: 'x' })).toEqual([]);
  });

  test('are counted by consequence and gene', () => {
    const counts = new EffectCounts();
    for (const variant of variants) counts.add(variant);
    expect([counts.variants, counts.effects]).toEqual([2, 5]);
    expect([...counts.worst]).toEqual([
      ['stop_gained', 1],
      ['intergenic_variant', 1],
    ]);
    expect([...counts.genes]).toEqual([
      ['G1-name', 2],
      ['G2-name', 1],
    ]);
  });
});

test('a filter chooses effects by impact, consequence, gene and canonical transcript', () => {
  const shown = (filter: Partial<EffectFilter>) =>
    variants.flatMap(
      (variant) => filtered(variant, { ...ALL, ...filter })?.effects.map(({ feature }) => feature) ?? [],
    );
  expect(shown({})).toEqual(['T1', 'T2', 'T3', 'R1', '']);
  expect(shown({ impacts: ['HIGH', 'MODERATE'] })).toEqual(['T1', 'T2']);
  expect(shown({ consequence: 'splice_region_variant' })).toEqual(['T2']);
  expect(shown({ gene: 'g1' })).toEqual(['T1', 'T2']);
  expect(shown({ gene: 'G2-NAME', canonicalOnly: true })).toEqual(['T3']);
  expect(variants[0]?.effects.every((effect) => isShown({ ...ALL, gene: 'G9' }, effect))).toBe(false);
});

test('a line that was refused has a sentence', () => {
  expect(readRefusal({ input: 'x', error: 'why' })).toEqual({ input: 'x', error: 'why' });
  expect(readRefusal({ input: 'x' })).toBeNull();
});

describe('transcripts to draw', () => {
  test('are the canonical ones that a variant hits, once each', () => {
    expect(hitTranscripts([...variants, ...variants])).toEqual([
      { id: 'T2', gene: 'G1-name', hits: [{ start: 5, end: 5, label: '1:5 A/V 7', term: 'missense_variant' }] },
    ]);
  });
});
