import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IUPAC } from '../../support/iupac.ts';
import { CodonTable } from '../../../src/genome/codon-table.ts';
import { applyEdits, lengthChange, peptideEdits, transcriptEdits } from '../../../src/genome/sequence-edits.ts';
import { exonsOf } from '../../../src/genome/transcript.ts';
import { codingSequence, splice, spliceWithMaskedUtr, translate } from '../../../src/genome/translation.ts';
import { principalTranslation, sketch, type Sketch } from './transcript-sketch.ts';
import { at, get, last } from '../../../src/checked.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (sequence: Uint8Array) => new TextDecoder().decode(sequence);
const peptide = (coding: string, table = 1, attribs: [string, string][] = []) =>
  text(translate(bytes(coding), table, { attribs }));

/** The standard genetic code as codons by residue, independent of the code under test. */
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
const BASES = new Map(Object.entries(IUPAC));

/** A codon's residue, found by trying every codon that it stands for. */
function naiveResidue(codon: string): string {
  let codons = [''];
  for (const letter of codon) codons = codons.flatMap((start) => [...get(BASES, letter)].map((base) => start + base));
  const residues = new Set(codons.map((each) => get(STANDARD, each)));
  if (residues.size === 1) return at([...residues], 0);
  const pair = [...residues].sort().join('');
  return pair === 'DN' ? 'B' : pair === 'EQ' ? 'Z' : 'X';
}

describe('a genetic code', () => {
  it('has a residue for each of the 64 codons and for each ambiguous codon', () => {
    const letters = Object.keys(IUPAC);
    const codons = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const code = CodonTable.of(1);
    expect(codons.map((codon) => [codon, String.fromCharCode(code.residueAt(bytes(codon), 0))])).toEqual(
      codons.map((codon) => [codon, naiveResidue(codon)]),
    );
    expect(codons.filter((codon) => code.isStop(bytes(codon), 0))).toEqual(
      codons.filter((codon) => naiveResidue(codon) === '*'),
    );
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
    [12, 'ATGCTG', 'MS'],
  ])('with number %i differs from the standard code', (table, coding, expected) => {
    // With the extra base, the last codon is not the final stop.
    expect(peptide(`${coding}A`, table)).toBe(expected);
  });

  it('with an unknown number is the standard code', () => {
    expect(CodonTable.of(99)).toBe(CodonTable.of(1));
  });

  it('treats a codon that is both sense and stop as a stop at the end', () => {
    expect(peptide('ATGTGATGA', 27)).toBe('MW');
    expect(peptide('ATGTAATAG', 31)).toBe('ME');
  });
});

describe('translation', () => {
  it.each([
    ['ATGGCCTAA', 'MA', 'omits the stop at the end'],
    ['ATGTAAGCC', 'M*A', 'shows an internal stop'],
    ['ATGGCCTAAG', 'MA*', 'shows a stop before an incomplete codon'],
    ['ATGGC', 'M', 'omits an incomplete codon'],
    ['NNGGCC', 'XA', 'shows an unknown codon as X'],
    ['TAA', '', 'omits a single stop'],
    ['', '', 'accepts the empty sequence'],
  ])('of "%s" to "%s" %s', (coding, expected) => {
    expect(peptide(coding)).toBe(expected);
  });

  it.each([
    ['CTGCTG', 1, 'ML'],
    ['TTGTTG', 1, 'ML'],
    ['ttggcc', 1, 'MA'],
    ['GTGGCC', 1, 'VA'],
    ['YTGGCC', 1, 'MA'],
    ['NTGGCC', 1, 'XA'],
    ['GTGGTG', 11, 'MV'],
    ['NTGGCC', 11, 'MA'],
    ['ATTATT', 2, 'MI'],
    ['CTGCTG', 12, 'MS'],
    ['CTGCTG', 6, 'LL'],
    ['CTGTAG', 1, 'M'],
    ['CT', 1, ''],
  ])('of "%s" with code %i to "%s" begins with M if the first codon can start a protein', (coding, code, expected) => {
    expect(peptide(coding, code)).toBe(expected);
  });

  it('equals a naive translation of any sequence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'ACGTACGTACGTNR'), { maxLength: 300 }), (letters) => {
        const codons = letters.join('').match(/.{3}/g) ?? [];
        if (letters.length % 3 === 0 && codons.length > 0 && naiveResidue(last(codons)) === '*') codons.pop();
        const start = /^[CTY]TG$/.test(codons[0] ?? '') ? 'M' : '';
        expect(peptide(letters.join(''))).toBe(start + codons.map(naiveResidue).join('').slice(start.length));
      }),
    );
  });

  it('applies selenocysteines, substitutions and initial methionines', () => {
    const coding = 'GTGTGAGCCTGA';
    expect(peptide(coding)).toBe('V*A');
    expect(
      peptide(coding, 1, [
        ['_selenocysteine', '2 2 U'],
        ['initial_met', '1 1 M'],
        ['amino_acid_sub', '3 3 V'],
        ['TSL', '1 1 Q'],
      ]),
    ).toBe('MUV');
    expect(peptide(coding, 1, [['_selenocysteine', '4 4 U']]), 'the omitted stop codes for a residue').toBe('V*AU');
    expect(peptide(coding, 1, [['_selenocysteine', '9 9 U']]), 'an edit beyond the peptide').toBe('V*A');
  });
});

describe('sequence edits', () => {
  it('are read from attributes, last position first, without malformed ones', () => {
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

  it('replace, insert and delete like string slicing', () => {
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
        principalTranslation(transcript),
        splice(transcript, exonBases),
      ),
    );

  it('are spliced from exons and cut at the coding region', () => {
    expect(text(splice(forward().transcript, bases))).toBe('AAAAATGGCCGCCTAATTT');
    expect(codingOf(forward())).toBe('ATGGCCGCCTAA');
  });

  it('begin with an N for each base that the first codon lacks', () => {
    expect(codingOf(forward({ phase: 2 }))).toBe('NNATGGCCGCCTAA');
    expect(codingOf(forward({ phase: 0 }))).toBe('ATGGCCGCCTAA');
  });

  it('move with edits before the coding region and grow with edits inside it', () => {
    expect(codingOf(forward({ attribs: [['_rna_edit', '1 0 CCC']] }))).toBe('ATGGCCGCCTAA');
    expect(codingOf(forward({ attribs: [['_rna_edit', '1 2']] }))).toBe('ATGGCCGCCTAA');
    expect(codingOf(forward({ attribs: [['_rna_edit', '8 8 TTTT']] }))).toBe('ATGTTTTCCGCCTAA');
    expect(codingOf(forward({ attribs: [['_rna_edit', '5 4 GGG']] })), 'an insertion at the start lengthens it').toBe(
      'GGGATGGCCGCCTAA',
    );
    expect(
      codingOf(forward({ attribs: [['_rna_edit', '17 16 GGG']] })),
      'an insertion after the end lengthens it',
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

  it('have untranslated regions in lower case, without changing the bases of the exons', () => {
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

  it('have untranslated regions in lower case across the origin of a circle', () => {
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

  it('have non-coding exons and non-coding transcripts in lower case', () => {
    const late = forward({ translation: { startExon: 1, startOffset: 1, endExon: 1, endOffset: 6 } });
    expect(text(spliceWithMaskedUtr(late.gene, late.transcript, bases))).toBe('aaaaatgGCCGCCtaattt');
    const silent = forward({ translation: null });
    expect(text(spliceWithMaskedUtr(silent.gene, silent.transcript, bases))).toBe('aaaaatggccgcctaattt');
  });

  it('have both ends of a single coding exon in lower case', () => {
    const translation = { startExon: 0, startOffset: 2, endExon: 0, endOffset: 4 };
    const single = sketch(1, [[11, 17]], { translation });
    expect(text(spliceWithMaskedUtr(single.gene, single.transcript, [at(bases, 0)]))).toBe('aAAAatg');
    const backward = sketch(-1, [[11, 17]], { translation });
    expect(text(spliceWithMaskedUtr(backward.gene, backward.transcript, [at(bases, 0)]))).toBe('aAAAatg');
  });
});
