import { describe, expect, it } from 'vitest';
import { BOTH_STRANDS, effectOf, mirroredChange, threeExons, type Scene } from './effect-scene.ts';

const SCENE = threeExons();

function terms(scene: Scene, turn: (scene: Scene) => Scene, start: number, length: number, alternative: string) {
  const change = { start, reference: scene.genome.slice(start - 1, start - 1 + length), alternative };
  const turned = turn(scene);
  return effectOf(turned, turned === scene ? change : mirroredChange(scene.genome, change)).terms;
}

describe.each(BOTH_STRANDS)('the start codon (121 to 123) on the %s strand', (_, turn) => {
  it.each<[string, number, number, string, string]>([
    ['a base of it', 121, 1, 'C', 'start_lost'],
    ['all of it lost', 121, 3, '', 'start_lost'],
    ['a base in front inserted', 121, 0, 'C', '5_prime_UTR_variant'],
    ['an insertion within it that keeps ATG in place', 122, 0, 'TGA', 'start_retained_variant'],
  ])('%s', (_title, start, length, alternative, term) => {
    expect(terms(SCENE, turn, start, length, alternative)).toContain(term);
  });

  it('counts for nothing where the start of the coding sequence is not known', () => {
    const incomplete = threeExons({ attribs: [['cds_start_NF', '1']] });
    const found = terms(incomplete, turn, 121, 1, 'C');
    expect(found).not.toContain('start_lost');
    expect(found).not.toContain('start_retained_variant');
  });
});

describe.each(BOTH_STRANDS)('the stop codon (328 to 330) on the %s strand', (_, turn) => {
  it.each<[string, number, number, string, string]>([
    ['TAA to CAA', 328, 1, 'C', 'stop_lost'],
    ['TAA to TGA', 329, 1, 'G', 'stop_retained_variant'],
    ['all of it lost', 328, 3, '', 'stop_lost'],
    ['an insertion of a stop before it', 328, 0, 'TAA', 'stop_retained_variant'],
  ])('%s', (_title, start, length, alternative, term) => {
    expect(terms(SCENE, turn, start, length, alternative)).toContain(term);
  });
});
