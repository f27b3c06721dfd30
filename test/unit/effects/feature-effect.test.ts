import { describe, expect, it } from 'vitest';
import { featureTerms, motifEffect, onStrand } from '../../../src/effects/feature-effect.ts';

const FEATURE = { start: 100, end: 103 };
const NONE = { removes: false, adds: false };

describe('terms of features', () => {
  it.each([
    [{ start: 101, end: 101 }, { removes: true, adds: false }, ['regulatory_region_variant']],
    [{ start: 90, end: 110 }, NONE, ['regulatory_region_variant']],
    [
      { start: 90, end: 110 },
      { removes: true, adds: false },
      ['regulatory_region_ablation', 'regulatory_region_variant'],
    ],
    [
      { start: 90, end: 110 },
      { removes: false, adds: true },
      ['regulatory_region_amplification', 'regulatory_region_variant'],
    ],
  ])('%j that %j are %j', (variant, amount, terms) => {
    expect(featureTerms('regulatory', FEATURE, variant, amount)).toEqual(terms);
  });

  it('of motifs have names of their own', () => {
    expect(featureTerms('motif', FEATURE, { start: 90, end: 110 }, { removes: true, adds: false })).toEqual([
      'TFBS_ablation',
      'TF_binding_site_variant',
    ]);
    expect(featureTerms('motif', FEATURE, FEATURE, { removes: false, adds: true })).toEqual([
      'TFBS_amplification',
      'TF_binding_site_variant',
    ]);
    // One base short of the motif.
    expect(featureTerms('motif', FEATURE, { start: 101, end: 110 }, { removes: true, adds: false })).toEqual([
      'TF_binding_site_variant',
    ]);
  });
});

describe('the effect on a motif', () => {
  // The first position is nearly always A, the last is anything.
  const frequencies = [
    [97, 1, 1, 1],
    [1, 97, 1, 1],
    [1, 1, 97, 1],
    [25, 25, 25, 25],
  ] as const;
  const motif = { ...FEATURE, strand: 1 as const, frequencies };
  const at = (start: number, reference: string, alternative: string, strand: 1 | -1 = 1) =>
    motifEffect({ ...motif, strand }, 'ACGT', { start, end: start + reference.length - 1 }, reference, alternative);

  it('has a position in the direction of the motif', () => {
    expect([100, 103].map((start) => at(start, 'A', 'C').position)).toEqual([1, 4]);
    expect([100, 103].map((start) => at(start, 'A', 'C', -1).position)).toEqual([4, 1]);
    expect([99, 104].map((start) => at(start, 'A', 'C').position)).toEqual([null, null]);
  });

  it('is informative where the motif nearly always has the same base, for single bases', () => {
    expect([100, 101, 102, 103].map((start) => at(start, 'A', 'C').isInformative)).toEqual([true, true, true, false]);
    expect(at(100, 'AC', 'CA').isInformative).toBe(false);
    expect(at(100, 'A', '').isInformative).toBe(false);
  });

  it('lowers the score of the best sequence, and does not change it at a position of no preference', () => {
    expect(at(100, 'A', 'C').scoreChange).toBeLessThan(0);
    expect(at(103, 'T', 'C').scoreChange).toBeCloseTo(0, 10);
  });

  it('has no score for other lengths, other letters and places outside', () => {
    expect(at(100, 'A', '').scoreChange).toBeNull();
    expect(at(100, 'A', 'CC').scoreChange).toBeNull();
    expect(at(100, 'A', 'N').scoreChange).toBeNull();
    expect(at(104, 'A', 'C').scoreChange).toBeNull();
  });

  it('turns alleles to the strand of a feature', () => {
    expect(onStrand('AC', 1, -1)).toBe('GT');
    expect(onStrand('AC', -1, -1)).toBe('AC');
  });
});
