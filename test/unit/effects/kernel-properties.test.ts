/** What must hold for the effects of any change, with invented transcripts and changes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translateCodons } from '../../../src/variants/hgvs-protein.ts';
import { sketch } from '../genome/transcript-sketch.ts';
import {
  anySceneAndChange,
  BOTH_STRANDS,
  effectOf,
  mirrored,
  mirroredChange,
  sceneOf,
  structuralEffectOf,
  threeExons,
  type ForwardChange,
  type Scene,
} from './effect-scene.ts';

const CLASSES = ['deletion', 'duplication', 'tandem_duplication', 'insertion', 'inversion', 'copy_number_variation'];
const base = fc.constantFrom('A', 'C', 'G', 'T');

it('a structural variant has the same effects as its mirror image on the mirrored transcript', () => {
  fc.assert(
    fc.property(anySceneAndChange, fc.constantFrom(...CLASSES), fc.nat(), ({ scene, change }, soClass, more) => {
      const length = scene.genome.length;
      const [start, end] = [change.start, change.start + (more % (length + 1 - change.start))];
      const effect = structuralEffectOf(scene, start, end, soClass);
      const other = structuralEffectOf(mirrored(scene), length + 1 - end, length + 1 - start, soClass);
      expect(other.terms).toEqual(effect.terms);
      expect(other.coding.cdna).toEqual(effect.coding.cdna);
      expect([other.exonNumber, other.intronNumber]).toEqual([effect.exonNumber, effect.intronNumber]);
    }),
  );
});

/** Positions of a codon of threeExons, from 1. */
const codonAt = (number: number) => {
  const cds = 3 * number - 2;
  return cds <= 30 ? 120 + cds : cds <= 90 ? 170 + cds : 210 + cds;
};

/** A substitution in a codon of threeExons other than the first and the last. */
const anySubstitution = fc.record({ codon: fc.integer({ min: 2, max: 39 }), offset: fc.nat({ max: 2 }), to: base });

describe.each(BOTH_STRANDS)('residues that the bases do not say, on the %s strand', (_, turn) => {
  const effectOn = (scene: Scene, change: ForwardChange) => {
    const turned = turn(scene);
    return effectOf(turned, turned === scene ? change : mirroredChange(scene.genome, change));
  };

  it('a selenocysteine is U before every change of its codon, and the change has the residue of its bases', () => {
    fc.assert(
      fc.property(anySubstitution, ({ codon, offset, to }) => {
        const coding = `ATG${'GCA'.repeat(codon - 2)}TGA${'GCA'.repeat(39 - codon)}TAA`;
        const scene = threeExons({
          coding,
          translation: { attribs: [['_selenocysteine', `${codon} ${codon} U`]] },
        });
        fc.pre('TGA'[offset] !== to);
        const changed = `${'TGA'.slice(0, offset)}${to}${'TGA'.slice(offset + 1)}`;
        const start = codonAt(codon) + offset;
        const effect = effectOn(scene, { start, reference: 'TGA'.charAt(offset), alternative: to });
        const residue = translateCodons(changed, 1);
        expect(effect.coding.aminoAcids).toBe(`U/${residue}`);
        expect(effect.terms).toContain(residue === '*' ? 'stop_gained' : 'missense_variant');
        expect(effect.terms).not.toContain('stop_lost');
      }),
    );
  });

  it.each(['amino_acid_sub', '_selenocysteine', '_stop_codon_rt'])(
    'an edit of the kind %s changes the reference residue only',
    (code) => {
      fc.assert(
        fc.property(anySubstitution, fc.integer({ min: 2, max: 39 }), ({ codon, offset, to }, edited) => {
          const plain = threeExons();
          const scene = threeExons({ translation: { attribs: [[code, `${edited} ${edited} W`]] } });
          fc.pre('GCA'[offset] !== to);
          const change = { start: codonAt(codon) + offset, reference: 'GCA'.charAt(offset), alternative: to };
          const [before = '', after = before] = (effectOn(plain, change).coding.aminoAcids ?? '').split('/');
          const found = effectOn(scene, change).coding.aminoAcids;
          if (edited === codon) expect(found).toBe(`W/${after}`);
          else expect(found).toBe(before === after ? before : `${before}/${after}`);
        }),
      );
    },
  );
});

describe.each(BOTH_STRANDS)('an incomplete coding sequence on the %s strand', (_, turn) => {
  const effectOn = (scene: Scene, change: ForwardChange) => {
    const turned = turn(scene);
    return effectOf(turned, turned === scene ? change : mirroredChange(scene.genome, change));
  };

  it('has, behind the missing bases, the residues and terms of the complete one', () => {
    const missing = fc.constantFrom(1, 2);
    fc.assert(
      fc.property(missing, fc.integer({ min: 3, max: 29 }), base, (phase, place, to) => {
        // GCA throughout, so that the frame of the complete sequence starts at any base of it.
        const coding = 'GCA'.repeat(40).slice(phase, 120) + 'GCA'.slice(0, phase);
        const incomplete = threeExons({ coding, phase, attribs: [['cds_start_NF', '1']] });
        const start = 121 + place;
        const reference = incomplete.genome.charAt(start - 1);
        fc.pre(reference !== to);
        const change = { start, reference, alternative: to };
        const { coding: effect, terms } = effectOn(incomplete, change);
        expect(effect.cds.start).toBe(place + 1 + phase);
        expect(effect.protein.start).toBe(Math.floor((place + phase) / 3) + 1);
        const codon = [...'GCA'];
        codon[(place + phase) % 3] = to;
        const residue = translateCodons(codon.join(''), 1);
        expect(effect.aminoAcids).toBe(residue === 'A' ? 'A' : `A/${residue}`);
        const isAtIntron = start > 147;
        expect(terms.at(isAtIntron ? 0 : -1)).toBe(residue === 'A' && isAtIntron ? 'splice_region_variant' : terms[0]);
        expect(terms).toContain(
          residue === 'A' ? 'synonymous_variant' : residue === '*' ? 'stop_gained' : 'missense_variant',
        );
      }),
    );
  });

  it.each([1, 2])(
    'has the term of the incomplete codon for any change of its last %i bases, never a frameshift',
    (left) => {
      const translation = { endOffset: 30 - (3 - left) };
      const scene = threeExons({ translation, attribs: [['cds_end_NF', '1']] });
      for (let start = 328; start < 328 + left; start++) {
        const reference = scene.genome.charAt(start - 1);
        for (const alternative of ['', 'C', 'GG'])
          expect(effectOn(scene, { start, reference, alternative }).terms).toEqual(
            expect.arrayContaining(['incomplete_terminal_codon_variant', 'coding_sequence_variant']),
          );
        expect(effectOn(scene, { start, reference, alternative: '' }).terms).not.toContain('frameshift_variant');
        expect(effectOn(scene, { start, reference, alternative: 'C' }).terms).not.toContain('stop_lost');
      }
    },
  );
});

describe.each(BOTH_STRANDS)('an intron on the %s strand', (_, turn) => {
  const ofIntrons = /splice|intron/;
  const sceneWith = (length: number) =>
    sceneOf(
      sketch(
        1,
        [
          [101, 150],
          [151 + length, 250 + length],
        ],
        { translation: { endOffset: 40 } },
      ),
      `${'C'.repeat(100)}ATG${'C'.repeat(500)}`,
    );

  it('of at most 13 bases has no terms of introns wherever a change touches it, and counts as coding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 13 }), fc.nat(), fc.constantFrom('', 'A', 'AG'), (length, place, to) => {
        const scene = sceneWith(length);
        const turned = turn(scene);
        const change = { start: 151 + (place % length), reference: 'C', alternative: to };
        const { terms } = effectOf(turned, turned === scene ? change : mirroredChange(scene.genome, change));
        expect(terms.filter((term) => ofIntrons.test(term))).toEqual([]);
        expect(terms).toContain('coding_sequence_variant');
      }),
    );
  });

  it('of more than 13 bases has them at every base', () => {
    fc.assert(
      fc.property(fc.integer({ min: 14, max: 60 }), fc.nat(), (length, place) => {
        const scene = sceneWith(length);
        const turned = turn(scene);
        const change = { start: 151 + (place % length), reference: 'C', alternative: 'A' };
        const { terms } = effectOf(turned, turned === scene ? change : mirroredChange(scene.genome, change));
        expect(
          terms.every((term) => ofIntrons.test(term)),
          terms.join(),
        ).toBe(true);
      }),
    );
  });
});
