import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodonTable } from '../../../src/genome/codon-table.ts';
import { applyEdits, lengthChange, peptideEdits, transcriptEdits } from '../../../src/genome/sequence-edits.ts';
import { exonsOf } from '../../../src/genome/transcript.ts';
import { codingSequence, splice, spliceWithMaskedUtr, translate } from '../../../src/genome/translation.ts';
import { sketch, type Sketch } from './transcript-sketch.ts';
import { at, get, last } from '../../../src/checked.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (sequence: Uint8Array) => new TextDecoder().decode(sequence);
const peptide = (coding: string, table = 1, attribs: [string, string][] = []) =>
  text(translate(bytes(coding), table, { attribs }));

/** The standard code, written down once more and the other way: residue -> codons. */
const CODONS: Record<string, string> = {
  A: 'GCT GCC GCA GCG',
  R: 'CGT CGC CGA CGG AGA AGG',
  N: 'AAT AAC',
  D: 'GAT GAC',
  C: 'TGT TGC',
  Q: 'CAA CAG',
  E: 'GAA GAG',
  G: 'GGT GGC GGA GGG',
  H: 'CAT CAC',
  I: 'ATT ATC ATA',
  L: 'TTA TTG CTT CTC CTA CTG',
  K: 'AAA AAG',
  M: 'ATG',
  F: 'TTT TTC',
  P: 'CCT CCC CCA CCG',
  S: 'TCT TCC TCA TCG AGT AGC',
  T: 'ACT ACC ACA ACG',
  W: 'TGG',
  Y: 'TAT TAC',
  V: 'GTT GTC GTA GTG',
  '*': 'TAA TAG TGA',
};
const STANDARD = new Map(
  Object.entries(CODONS).flatMap(([residue, codons]) => codons.split(' ').map((codon) => [codon, residue] as const)),
);
const IUPAC: Record<string, string> = {
  A: 'A',
  C: 'C',
  G: 'G',
  T: 'T',
  R: 'AG',
  Y: 'CT',
  S: 'CG',
  W: 'AT',
  K: 'GT',
  M: 'AC',
  B: 'CGT',
  D: 'AGT',
  H: 'ACT',
  V: 'ACG',
  N: 'ACGT',
};

/** A codon's residue by trying every codon it may mean. */
function naiveResidue(codon: string): string {
  const [a, b, c] = [...codon].map((letter) => [...IUPAC[letter]!]) as [string[], string[], string[]];
  const residues = new Set(a.flatMap((x) => b.flatMap((y) => c.map((z) => get(STANDARD, x + y + z)))));
  if (residues.size === 1) return at([...residues], 0);
  const pair = [...residues].sort().join('');
  return pair === 'DN' ? 'B' : pair === 'EQ' ? 'Z' : 'X';
}

describe('genetic codes', () => {
  it('gives every one of the 64 codons, and every ambiguous one, its residue', () => {
    const letters = Object.keys(IUPAC);
    for (const a of letters)
      for (const b of letters)
        for (const c of letters) {
          const codon = bytes(a + b + c);
          expect(String.fromCharCode(CodonTable.of(1).residueAt(codon, 0)), a + b + c).toBe(naiveResidue(a + b + c));
          expect(CodonTable.of(1).isStop(codon, 0)).toBe(naiveResidue(a + b + c) === '*');
        }
  });

  it('reads lower case and RNA', () => {
    expect(peptide('auggcu')).toBe('MA');
  });

  it.each([
    [2, 'AGAAGGATATGA', '**MW'],
    [3, 'CTTATATGA', 'TMW'],
    [4, 'TGA', 'W'],
    [5, 'AGAATA', 'SM'],
    [6, 'TAATAG', 'QQ'],
    [10, 'TGA', 'C'],
    [12, 'CTG', 'S'],
  ])('code %i', (table, coding, expected) => {
    // A base too many: the last codon is not taken for the final stop.
    expect(peptide(`${coding}A`, table)).toBe(expected);
  });

  it('takes a number that names no code for the standard one', () => {
    expect(CodonTable.of(99)).toBe(CodonTable.of(1));
  });

  it('ends where codons of two meanings end a sequence', () => {
    expect(peptide('ATGTGATGA', 27)).toBe('MW');
    expect(peptide('ATGTAATAG', 31)).toBe('ME');
  });
});

describe('translation', () => {
  it.each([
    ['ATGGCCTAA', 'MA', 'the stop at the end is left out'],
    ['ATGTAAGCC', 'M*A', 'a stop within is shown'],
    ['ATGGCCTAAG', 'MA*', 'a stop before an incomplete codon is not at the end'],
    ['ATGGC', 'M', 'an incomplete codon is dropped'],
    ['NNGGCC', 'XA', 'a codon that could be anything is unknown'],
    ['TAA', '', 'nothing but a stop'],
    ['', '', 'nothing'],
  ])('%s -> %s: %s', (coding, expected) => {
    expect(peptide(coding)).toBe(expected);
  });

  it('agrees with a naive translation of any sequence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'ACGTACGTACGTNR'), { maxLength: 300 }), (letters) => {
        const codons = letters.join('').match(/.{3}/g) ?? [];
        if (letters.length % 3 === 0 && codons.length > 0 && naiveResidue(last(codons)) === '*') codons.pop();
        expect(peptide(letters.join(''))).toBe(codons.map(naiveResidue).join(''));
      }),
    );
  });

  it('applies selenocysteines, substitutions and initial methionines', () => {
    const coding = 'CTGTGAGCCTGA';
    expect(peptide(coding)).toBe('L*A');
    expect(
      peptide(coding, 1, [
        ['_selenocysteine', '2 2 U'],
        ['initial_met', '1 1 M'],
        ['amino_acid_sub', '3 3 V'],
        ['TSL', '1 1 Q'],
      ]),
    ).toBe('MUV');
    expect(peptide(coding, 1, [['_selenocysteine', '4 4 U']]), 'the stop that was left out codes for a residue').toBe(
      'L*AU',
    );
    expect(peptide(coding, 1, [['_selenocysteine', '9 9 U']]), 'an edit beyond the peptide').toBe('L*A');
  });
});

describe('edits', () => {
  it('reads attributes, the last place first, and leaves out what is none', () => {
    expect(
      transcriptEdits([
        ['_rna_edit', '3 3 T'],
        ['_rna_edit', '10 12'],
        ['_rna_edit', 'soon'],
        ['_rna_edit', '5 3 A'],
        ['TSL', '1 1 A'],
      ]),
    ).toEqual([
      { start: 10, end: 12, replacement: '' },
      { start: 3, end: 3, replacement: 'T' },
    ]);
    expect(peptideEdits([['_rna_edit', '3 3 T']])).toEqual([]);
  });

  it('replaces, inserts and deletes as splicing a text does', () => {
    const edit = fc.record({
      start: fc.integer({ min: 1, max: 30 }),
      length: fc.integer({ min: 0, max: 5 }),
      replacement: fc.stringMatching(/^[ACGT]{0,5}$/),
    });
    fc.assert(
      fc.property(fc.stringMatching(/^[ACGT]{0,30}$/), edit, (sequence, { start, length, replacement }) => {
        const one = { start, end: start + length - 1, replacement };
        const edited = text(applyEdits(bytes(sequence), [one]));
        const expected =
          start - 1 > sequence.length
            ? sequence
            : sequence.slice(0, start - 1) + replacement + sequence.slice(start - 1 + length);
        expect(edited).toBe(expected);
        if (start - 1 + length <= sequence.length) expect(edited.length).toBe(sequence.length + lengthChange(one));
      }),
    );
  });
});

describe('cDNA and coding sequence', () => {
  const bases = ['AAAAATG', 'GCCGCC', 'TAATTT'].map(bytes);
  const coding = { startExon: 0, startOffset: 5, endExon: 2, endOffset: 3 };
  const forward = (options: Parameters<typeof sketch>[2] = {}) =>
    sketch(
      1,
      [
        [11, 17],
        [21, 26],
        [31, 36],
      ],
      { translation: coding, ...options },
    );
  const codingOf = ({ gene, transcript }: Sketch, exonBases = bases) =>
    text(
      codingSequence(
        transcript,
        exonsOf(gene, transcript),
        exonBases.map(({ length }) => length),
        transcript.translation!,
        splice(transcript, exonBases),
      ),
    );

  it('splices exons and cuts out what codes', () => {
    expect(text(splice(forward().transcript, bases))).toBe('AAAAATGGCCGCCTAATTT');
    expect(codingOf(forward())).toBe('ATGGCCGCCTAA');
  });

  it('begins with an N for each base that the first codon lacks', () => {
    expect(codingOf(forward({ phase: 2 }))).toBe('NNATGGCCGCCTAA');
    expect(codingOf(forward({ phase: 0 }))).toBe('ATGGCCGCCTAA');
  });

  it('moves the coding stretch with edits before it, and stretches it with edits within', () => {
    expect(codingOf(forward({ attribs: [['_rna_edit', '1 0 CCC']] }))).toBe('ATGGCCGCCTAA');
    expect(codingOf(forward({ attribs: [['_rna_edit', '1 2']] }))).toBe('ATGGCCGCCTAA');
    expect(codingOf(forward({ attribs: [['_rna_edit', '8 8 TTTT']] }))).toBe('ATGTTTTCCGCCTAA');
    expect(codingOf(forward({ attribs: [['_rna_edit', '5 4 GGG']] })), 'an insertion at the start lengthens it').toBe(
      'GGGATGGCCGCCTAA',
    );
    expect(
      codingOf(forward({ attribs: [['_rna_edit', '17 16 GGG']] })),
      'an insertion behind the end lengthens it',
    ).toBe('ATGGCCGCCTAAGGG');
    expect(codingOf(forward({ attribs: [['_rna_edit', '18 18 G']] }))).toBe('ATGGCCGCCTAA');
    expect(
      codingOf(
        forward({
          attribs: [
            ['_rna_edit', '1 1 C'],
            ['_transl_start', '8'],
            ['_transl_end', '10'],
          ],
        }),
      ),
    ).toBe('GCC');
  });

  it('shows untranslated ends in lower case without touching the bases of the exons', () => {
    const { gene, transcript } = forward();
    expect(text(spliceWithMaskedUtr(gene, transcript, bases))).toBe('aaaaATGGCCGCCTAAttt');
    expect(text(at(bases, 0))).toBe('AAAAATG');
    const backward = sketch(
      -1,
      [
        [31, 37],
        [21, 26],
        [11, 16],
      ],
      { translation: coding },
    );
    expect(text(spliceWithMaskedUtr(backward.gene, backward.transcript, bases))).toBe('aaaaATGGCCGCCTAAttt');
  });

  it('finds untranslated ends on the other side of the origin of a circle', () => {
    const around = sketch(
      1,
      [
        [998, 4],
        [21, 26],
        [31, 36],
      ],
      { translation: coding },
    );
    expect(
      text(spliceWithMaskedUtr({ ...around.gene, region: { circularLength: 1000 } }, around.transcript, bases)),
    ).toBe('aaaaATGGCCGCCTAAttt');
  });

  it('lowers whole exons that code nothing, and all of a transcript that does not', () => {
    const late = forward({ translation: { startExon: 1, startOffset: 1, endExon: 1, endOffset: 6 } });
    expect(text(spliceWithMaskedUtr(late.gene, late.transcript, bases))).toBe('aaaaatgGCCGCCtaattt');
    const silent = forward({ translation: null });
    expect(text(spliceWithMaskedUtr(silent.gene, silent.transcript, bases))).toBe('aaaaatggccgcctaattt');
  });

  it('lowers both ends of an exon that holds all of the coding sequence', () => {
    const translation = { startExon: 0, startOffset: 2, endExon: 0, endOffset: 4 };
    const single = sketch(1, [[11, 17]], { translation });
    expect(text(spliceWithMaskedUtr(single.gene, single.transcript, [at(bases, 0)]))).toBe('aAAAatg');
    const backward = sketch(-1, [[11, 17]], { translation });
    expect(text(spliceWithMaskedUtr(backward.gene, backward.transcript, [at(bases, 0)]))).toBe('aAAAatg');
  });
});
