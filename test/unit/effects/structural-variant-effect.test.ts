import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../src/effects/structural-variant-effect.ts';
import { BOTH_STRANDS, structuralEffectOf, threeExons, type Scene } from './effect-scene.ts';

const SCENE = threeExons();

const termsThere = (turn: (scene: Scene) => Scene, start: number, end: number, soClass: string) => {
  const turned = turn(SCENE);
  const length = SCENE.genome.length;
  return turned === SCENE
    ? structuralEffectOf(SCENE, start, end, soClass).terms
    : structuralEffectOf(turned, length + 1 - end, length + 1 - start, soClass).terms;
};

describe.each(BOTH_STRANDS)('terms of structural variants on the %s strand', (_, turn) => {
  it.each<[string, number, number, string, string[]]>([
    ['a loss of all', 90, 450, 'deletion', ['transcript_ablation']],
    ['a gain of all', 90, 450, 'duplication', ['transcript_amplification']],
    ['an inversion of all', 90, 450, 'inversion', ['coding_transcript_variant']],
    ['a copy number variation of all', 90, 450, 'copy_number_variation', ['coding_transcript_variant']],
    ['a loss before', 10, 50, 'deletion', ['upstream_gene_variant']],
    ['a loss after', 420, 450, 'deletion', ['downstream_gene_variant']],
    ['a loss in an intron', 170, 180, 'deletion', ['intron_variant']],
    ['a loss of whole codons in an exon', 210, 221, 'deletion', ['feature_truncation', 'inframe_deletion']],
    ['a loss of some bases in an exon', 210, 220, 'deletion', ['frameshift_variant', 'feature_truncation']],
    ['a gain in an exon', 210, 220, 'tandem_duplication', ['feature_elongation', 'coding_sequence_variant']],
    ['an inversion in an exon', 210, 220, 'inversion', ['coding_sequence_variant']],
    ['a loss of the stop codon', 320, 340, 'deletion', ['stop_lost', 'feature_truncation', '3_prime_UTR_variant']],
  ])('%s', (_title, start, end, soClass, wanted) => {
    expect(termsThere(turn, start, end, soClass)).toEqual(expect.arrayContaining(wanted));
  });
});

describe('structural variants', () => {
  it('have positions where their ends are in exons', () => {
    const { coding, exonNumber, intronNumber } = structuralEffectOf(SCENE, 140, 210, 'deletion');
    expect(coding.cdna).toEqual({ start: 40, end: 60 });
    expect([exonNumber, intronNumber]).toEqual(['1-2/3', '1/2']);
    expect(structuralEffectOf(SCENE, 90, 110, 'deletion').coding.cdna).toEqual({ start: undefined, end: 10 });
  });

  it('a breakpoint truncates the transcript that it is in', () => {
    const breakends = [{ start: 170, end: 170 }];
    expect(structuralEffectOf(SCENE, 170, 170, 'chromosome_breakpoint', { breakends }).terms).toEqual([
      'feature_truncation',
      'intron_variant',
    ]);
  });

  it.each([
    ['deletion', [], 'shorter'],
    ['copy_number_loss', [], 'shorter'],
    ['duplication', [], 'longer'],
    ['mobile_element_insertion', [], 'longer'],
    ['inversion', [], 'unknown'],
    ['copy_number_variation', [], 'unknown'],
    ['copy_number_variation', ['copy_number_gain'], 'longer'],
    ['copy_number_variation', ['copy_number_gain', 'copy_number_loss'], 'shorter'],
    ['inversion', ['copy_number_gain'], 'unknown'],
    ['chromosome_breakpoint', [], 'shorter'],
  ])('%s with the calls %j change the length: %s', (soClass, supporting, length) => {
    expect(kindOf({ start: 1, end: 2, soClass, supporting }).length).toBe(length);
  });
});
