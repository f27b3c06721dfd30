import { describe, expect, it } from 'vitest';
import { escapesDecay } from '../../../src/effects/nmd-escape.ts';
import { BOTH_STRANDS, effectOf, mirroredChange, threeExons } from './effect-scene.ts';

// threeExons is coding from 121 to 330 in exons 101-150, 201-260 and 301-400.
describe.each(BOTH_STRANDS)('nonsense-mediated decay on the %s strand', (_, turn) => {
  const scene = threeExons({
    coding: `ATG${'GCA'.repeat(58)}TAA`,
    translation: { startOffset: 21, endOffset: 90 },
  });
  const turned = turn(scene);
  const escapes = (start: number, length: number, alternative: string) => {
    const change = { start, reference: scene.genome.slice(start - 1, start - 1 + length), alternative };
    const there = turned === scene ? change : mirroredChange(scene.genome, change);
    const { terms, coding } = effectOf(turned, there);
    const place = { start: there.start, end: there.start + there.reference.length - 1 };
    return escapesDecay(turned.model, place, coding.cds, terms);
  };

  it('is escaped in the last exon and early in the coding sequence', () => {
    expect(escapes(310, 1, '')).toBe(true);
    expect(escapes(130, 1, '')).toBe(true);
  });

  it('is escaped at the end of the exon before the last', () => {
    expect(escapes(255, 1, '')).toBe(true);
  });

  it('is left alone by changes that do not end translation early', () => {
    expect(escapes(310, 1, 'T')).toBe(false);
    expect(escapes(170, 1, 'T')).toBe(false);
  });
});

it('ends translation early in the middle of a long coding sequence', () => {
  const model = threeExons().model;
  const long = {
    ...model,
    exons: [
      { start: 1, end: 1000, cdna: 1 },
      { start: 2001, end: 2100, cdna: 1001 },
    ],
  };
  const at = (position: number) =>
    escapesDecay(
      long as unknown as typeof model,
      { start: position, end: position },
      { start: position, end: position },
      ['stop_gained'],
    );
  expect([101, 102, 948, 949, 1000].map(at)).toEqual([true, false, false, true, true]);
  expect(escapesDecay(model, { start: 5, end: 5 }, { start: undefined, end: undefined }, ['stop_gained'])).toBe(false);
});
