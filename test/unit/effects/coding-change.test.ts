import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translateCodons } from '../../../src/variants/hgvs-protein.ts';
import { BOTH_STRANDS, effectOf, mirroredChange, threeExons, type ForwardChange, type Scene } from './effect-scene.ts';

/** Codons GCA (alanine) after ATG, from 121; the first exon ends at 150 with the tenth codon. */
const SCENE = threeExons();

describe.each(BOTH_STRANDS)('positions, codons and residues on the %s strand', (_, turn) => {
  const turned = turn(SCENE);
  const codingOf = (start: number, reference: string, alternative: string) => {
    const change: ForwardChange = { start, reference, alternative };
    return effectOf(turned, turned === SCENE ? change : mirroredChange(SCENE.genome, change)).coding;
  };

  it.each<[string, number, string, string, object]>([
    [
      'a substitution',
      124,
      'G',
      'A',
      { cdna: { start: 24, end: 24 }, cds: { start: 4, end: 4 }, codons: 'Gca/Aca', aminoAcids: 'A/T' },
    ],
    ['a silent one', 126, 'A', 'G', { codons: 'gcA/gcG', aminoAcids: 'A', protein: { start: 2, end: 2 } }],
    ['over two codons', 126, 'AG', 'TT', { codons: 'gcAGca/gcTTca', aminoAcids: 'AA/AS' }],
    ['the loss of a codon', 124, 'GCA', '', { codons: 'GCA/-', aminoAcids: 'A/-', cds: { start: 4, end: 6 } }],
    ['the loss of a base', 125, 'C', '', { codons: 'gCa/ga', aminoAcids: 'A/X' }],
    ['the gain of a codon', 127, '', 'TTT', { codons: '-/TTT', aminoAcids: '-/F', cds: { start: 7, end: 6 } }],
    ['the gain of a codon within one', 125, '', 'TTT', { codons: 'gca/gTTTca', aminoAcids: 'A/VS' }],
    ['an unknown base', 124, 'G', 'N', { codons: 'Gca/Nca', aminoAcids: null }],
    [
      'a base of the intron',
      170,
      'C',
      'A',
      { codons: null, aminoAcids: null, cdna: { start: undefined, end: undefined } },
    ],
    ['over the end of an exon', 149, 'CAGT', '', { cdna: expect.anything(), codons: null }],
  ])('%s', (_title, start, reference, alternative, wanted) => {
    expect(codingOf(start, reference, alternative)).toMatchObject(wanted);
  });

  it('names a residue for predictions only where one known residue becomes another', () => {
    expect(codingOf(124, 'G', 'A').residueChange).toEqual({ position: 2, alternative: 'T' });
    expect(codingOf(126, 'A', 'G').residueChange).toBeNull();
    expect(codingOf(124, 'GCA', 'TAA').residueChange).toBeNull();
    expect(codingOf(124, 'GCA', '').residueChange).toBeNull();
  });
});

describe('any substitution within the first exon', () => {
  it('has the residues of the changed coding sequence', () => {
    const base = fc.constantFrom('A', 'C', 'G', 'T');
    const place = fc.record({
      offset: fc.integer({ min: 0, max: 26 }),
      bases: fc.array(base, { minLength: 1, maxLength: 4 }),
      codonTable: fc.constantFrom(1, 2, 5, 11),
    });
    fc.assert(
      fc.property(place, ({ offset, bases, codonTable }) => {
        const scene: Scene = threeExons({ codonTable });
        const start = 121 + offset;
        const alternative = bases.join('').slice(0, 30 - offset);
        const reference = scene.genome.slice(start - 1, start - 1 + alternative.length);
        fc.pre(reference !== alternative);
        const { coding } = scene.sequence;
        const changed = coding.slice(0, offset) + alternative + coding.slice(offset + alternative.length);
        const from = Math.floor(offset / 3) * 3;
        const to = Math.ceil((offset + alternative.length) / 3) * 3;
        const [before, after] = [coding, changed].map((each) => translateCodons(each.slice(from, to), codonTable));
        const { aminoAcids } = effectOf(scene, { start, reference, alternative }).coding;
        expect(aminoAcids).toBe(before === after ? before : `${before}/${after}`);
      }),
    );
  });
});
