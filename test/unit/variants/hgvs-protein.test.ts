/** HGVS of proteins: written cases of each kind, and random changes compared with plain translation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { residueChanges } from '../../../src/variants/hgvs-change.ts';
import {
  oneLetter,
  proteinHgvs,
  threeLetters,
  translateCodons,
  type CodingModel,
} from '../../../src/variants/hgvs-protein.ts';
import { parseHgvs, type ProteinNotation } from '../../../src/variants/hgvs-notation.ts';
import { trim, type Change } from '../../../src/variants/variant-shift.ts';
import { at, present } from '../../../src/checked.ts';

//      M1 K2 K3 E4 W5 C6 C7 P8 *9
const coding = 'ATGAAAAAAGAATGGTGCTGCCCATAA';
const model: CodingModel = { coding, utr: 'GCTAAGTGACC', codonTable: 1, completeStart: true, attribs: [] };
const change = (start: number, end: number, alternative: string): Change => ({
  start,
  end,
  reference: coding.slice(start - 1, end),
  alternative,
});
const insertion = (after: number, alternative: string): Change => ({
  start: after + 1,
  end: after,
  reference: '',
  alternative,
});

describe('the HGVS of a protein', () => {
  it.each([
    ['missense', change(11, 11, 'T'), 'Glu4Val'],
    ['synonymous', change(12, 12, 'G'), 'Glu4='],
    ['stop gained', change(14, 14, 'A'), 'Trp5Ter'],
    ['no change', change(11, 11, 'A'), 'Glu4='],
    ['start lost', change(2, 2, 'C'), 'Met1?'],
    ['start lost by a deletion', change(2, 4, ''), 'Met1?'],
    ['start lost by a frameshift', change(1, 1, ''), 'Met1?'],
    ['start lost with the residues after it', change(1, 6, ''), 'MetLys1_?2'],
    ['start lost by a frameshift across two codons', change(3, 4, ''), 'Met1_?2'],
    ['stop lost, and the next stop three codons later', change(25, 25, 'C'), 'Ter9GlnextTer3'],
    ['stop lost by a deletion', change(25, 27, ''), 'Ter9delextTer2'],
    ['stop lost with the residue before it', change(22, 27, ''), 'Pro8_Ter9delextTer1'],
    [
      'stop lost by an exchange, which has no distance to the next stop',
      change(22, 27, 'AAAAAAAAA'),
      'Pro8_Ter9delinsLysLysLys',
    ],
    ['stop kept', change(26, 26, 'G'), 'Ter9='],
    ['stop kept with residues after it', insertion(26, 'AAA'), 'Ter9delinsTer'],
    [
      'stop kept after an unchanged residue',
      { start: 24, end: 25, reference: 'CT', alternative: 'CTAAT' },
      'Pro8_Ter9delinsProTer',
    ],
    ['deletion of a residue', change(10, 12, ''), 'Glu4del'],
    ['deletion of one of two equal residues, described as the last', change(4, 6, ''), 'Lys3del'],
    ['deletion of several residues', change(10, 15, ''), 'Glu4_Trp5del'],
    ['deletion inside two codons', change(11, 13, ''), 'Glu4_Trp5delinsGly'],
    ['copy of a residue', insertion(12, 'GAA'), 'Glu4dup'],
    ['copy of one of two equal residues', insertion(3, 'AAA'), 'Lys3dup'],
    ['copy of several residues', insertion(15, 'GAATGG'), 'Glu4_Trp5dup'],
    ['insertion', insertion(12, 'CCC'), 'Glu4_Trp5insPro'],
    ['insertion inside a codon', insertion(13, 'CCC'), 'Trp5delinsSerArg'],
    ['insertion of a stop', insertion(12, 'TAACCC'), 'Glu4_Trp5insTer'],
    [
      'insertion of a residue equal to the next and of a stop, moved like any other',
      insertion(12, 'TGGTAA'),
      'Trp5_Cys6insTer',
    ],
    ['insertion directly before the stop codon', insertion(24, 'AAA'), null],
    ['insertion inside the last codon before the stop codon', insertion(23, 'CAA'), null],
    ['insertion inside the stop codon', insertion(25, 'ATT'), 'Pro8_Ter9insTyr'],
    ['copy of the last residue', insertion(24, 'CCC'), 'Pro8dup'],
    ['exchange of a codon for two', change(10, 12, 'CCCGGG'), 'Glu4delinsProGly'],
    ['exchange of two codons', change(10, 15, 'CCCGGG'), 'Glu4_Trp5delinsProGly'],
    ['frameshift', insertion(10, 'C'), 'Glu4AlafsTer8'],
    ['frameshift in a later codon', change(14, 14, ''), 'Trp5CysfsTer?'],
    ['frameshift that stops at once', insertion(13, 'A'), 'Trp5Ter'],
    ['frameshift without a stop', change(10, 10, ''), 'Glu4AsnfsTer?'],
  ])('describes: %s', (_, each, text) => expect(proteinHgvs(model, each)).toBe(text));

  it('names the lost residues, or the last one left, where a change of the frame leaves no other', () => {
    const short: CodingModel = { ...model, utr: '' };
    expect(proteinHgvs(short, { start: 23, end: 27, reference: 'CATAA', alternative: '' })).toBe('Pro8_Ter9delextTer?');
    const partial: CodingModel = { ...short, coding: coding.slice(0, 24) };
    expect(proteinHgvs(partial, { start: 20, end: 24, reference: 'GCCCA', alternative: '' })).toBe('Cys7_Pro8del');
    expect(proteinHgvs(partial, { start: 21, end: 22, reference: 'CC', alternative: '' })).toBe('Cys8CysfsTer?');
  });

  it('has no frameshift where the stop is known to be retained', () => {
    const retained = { stopRetained: true, startLost: false };
    expect(proteinHgvs(model, insertion(25, 'GT'))).toBe('Ter9CysfsTer?');
    expect(proteinHgvs(model, insertion(25, 'GT'), retained)).toBe('Ter9delinsCysTer');
    expect(proteinHgvs(model, insertion(24, 'GA'), retained)).toBeNull();
    expect(proteinHgvs(model, insertion(12, 'TGCTAACC'), retained)).toBe('Glu4_Trp5insCysTer');
  });

  it('has a question mark for the residues of any change that is known to lose the start', () => {
    const lost = { stopRetained: false, startLost: true };
    expect(proteinHgvs(model, change(10, 12, ''), lost)).toBe('Glu4?');
    expect(proteinHgvs(model, change(4, 6, ''), lost)).toBe('Lys3?');
    expect(proteinHgvs(model, change(12, 12, 'G'), lost)).toBe('Glu4?');
    expect(proteinHgvs(model, change(6, 6, ''), lost)).toBe('Glu4_?2');
    expect(proteinHgvs(model, insertion(12, 'CCC'), lost)).toBe('GluTrp5_?4');
    expect(proteinHgvs(model, insertion(12, 'GAA'), lost)).toBe('Glu4dup');
    expect(proteinHgvs(model, insertion(1, 'AAA'), lost)).toBe('Pro1_?0');
  });

  it('describes the first residue like others where the start is known to be kept', () => {
    const kept = { stopRetained: false, startLost: false };
    expect(proteinHgvs(model, insertion(1, 'A'), kept)).toBe('Met1AsnfsTer?');
    expect(proteinHgvs(model, insertion(1, 'AAA'), kept)).toBe('Pro0_Pro1insLys');
    expect(proteinHgvs(model, change(3, 3, 'A'), kept)).toBe('Met1Ile');
  });

  it('moves asparagine (N) like other residues, although N is the code of unknown bases', () => {
    //                                              M1 N2 N3 K4 *5
    const asparagines: CodingModel = { ...model, coding: 'ATGAATAATAAATAA' };
    expect(proteinHgvs(asparagines, { start: 4, end: 6, reference: 'AAT', alternative: '' })).toBe('Asn3del');
    expect(proteinHgvs(asparagines, insertion(3, 'AAT'))).toBe('Asn3dup');
  });

  it('is null outside of the coding sequence', () => {
    expect(proteinHgvs(model, { start: 28, end: 28, reference: 'G', alternative: 'A' })).toBeNull();
  });

  it('has Ter for the residue of an incomplete first or last codon', () => {
    const partial: CodingModel = { ...model, coding: `NN${coding.slice(2, 24)}TA`, utr: '', completeStart: false };
    expect(proteinHgvs(partial, { start: 26, end: 26, reference: 'A', alternative: 'G' })).toBe('Ter9=');
    expect(proteinHgvs(partial, { start: 26, end: 26, reference: 'A', alternative: '' })).toBe('Ter9=');
    expect(proteinHgvs(partial, { start: 24, end: 25, reference: 'CT', alternative: 'GA' })).toBe('ProTer8=');
    expect(proteinHgvs(partial, { start: 23, end: 25, reference: 'CCT', alternative: 'AAA' })).toBe('Pro8Gln');
    expect(proteinHgvs(partial, { start: 3, end: 3, reference: 'G', alternative: 'C' })).toBe('Ter1=');
  });

  it('moves a change by at most its own length, and not to the last residue only', () => {
    //                                         M1 C2 C3 K4 C5 K6 P7 G8 G9 *10
    const repeats: CodingModel = { ...model, coding: 'ATGTGCTGCAAATGCAAACCCGGTGGTTAA' };
    const deleted = (start: number, end: number) =>
      proteinHgvs(repeats, { start, end, reference: repeats.coding.slice(start - 1, end), alternative: '' });
    expect([deleted(4, 6), deleted(7, 12), deleted(22, 24)]).toEqual(['Cys3del', 'Cys5_Lys6del', 'Gly8del']);
    //                                         M1 K2 C3 K4 K5 C6 *7
    const short: CodingModel = { ...model, coding: 'ATGAAATGCAAAAAATGCTAA' };
    expect(proteinHgvs(short, { start: 4, end: 12, reference: 'AAATGCAAA', alternative: '' })).toBe('Lys2_Lys4del');
  });

  it('has no stop for a frameshift after a selenocysteine, because Ensembl looks for the first stop', () => {
    const seleno: CodingModel = {
      ...model,
      coding: 'ATGTGAAAAGAATGGTAA',
      utr: 'TAATAATAA',
      attribs: [['_selenocysteine', '2 2 U']],
    };
    expect(proteinHgvs(seleno, { start: 10, end: 10, reference: 'G', alternative: '' })).toBe('Glu4AsnfsTer?');
  });

  it('treats the first residue as the start, except in an incomplete protein', () => {
    expect(proteinHgvs({ ...model, completeStart: false }, change(2, 2, 'C'))).toBe('Met1Thr');
    expect(
      proteinHgvs(
        { ...model, coding: `CTG${coding.slice(3)}` },
        { start: 2, end: 2, reference: 'T', alternative: 'C' },
      ),
    ).toBe('Leu1?');
    expect(proteinHgvs({ ...model, coding: `NNG${coding.slice(3)}`, completeStart: false }, change(11, 11, 'T'))).toBe(
      'Glu4Val',
    );
  });

  it('depends on the genetic code of the region', () => {
    expect(proteinHgvs({ ...model, codonTable: 2 }, change(15, 15, 'A'))).toBe('Trp5=');
    expect(proteinHgvs(model, change(15, 15, 'A'))).toBe('Trp5Ter');
  });

  it('names selenocysteines and keeps unchanged ones', () => {
    const seleno: CodingModel = { ...model, coding: 'ATGTGAAAATAA', attribs: [['_selenocysteine', '2 2 U']] };
    expect(proteinHgvs(seleno, { start: 5, end: 5, reference: 'G', alternative: 'C' })).toBe('Sec2Ser');
    expect(proteinHgvs(seleno, { start: 6, end: 7, reference: 'AA', alternative: 'AC' })).toBe('Lys3Gln');
  });
});

const anyCoding = fc
  .array(fc.constantFrom('AAA', 'AAG', 'GAA', 'TGG', 'TGC', 'CCC', 'ATG', 'GGT'), { minLength: 2, maxLength: 12 })
  .map((codons) => `ATG${codons.join('')}TAA`);

describe('a protein with an in-frame change', () => {
  it('equals the old protein rewritten by its HGVS', () => {
    const anyChange = fc.record({
      coding: anyCoding,
      at: fc.nat(),
      codons: fc.integer({ min: 0, max: 2 }),
      inserted: fc.array(fc.constantFrom('AAA', 'TGG', 'GAA', 'CCC'), { maxLength: 2 }),
      shifted: fc.nat({ max: 2 }),
    });
    fc.assert(
      fc.property(anyChange, ({ coding: drawn, at, codons, inserted, shifted }) => {
        // After the start codon and before the stop codon.
        const start = 4 + (at % (drawn.length - 6 - codons * 3 - shifted));
        fc.pre(start + codons * 3 - 1 <= drawn.length - 3);
        const each = trim({
          start,
          end: start + codons * 3 - 1,
          reference: drawn.slice(start - 1, start - 1 + codons * 3),
          alternative: inserted.join(''),
        });
        const changed = drawn.slice(0, each.start - 1) + each.alternative + drawn.slice(each.end);
        const [before, after] = [translateCodons(drawn, 1), translateCodons(changed, 1)];
        fc.pre(after.indexOf('*') === after.length - 1 && (each.reference !== '' || each.alternative !== ''));
        const text = proteinHgvs({ ...model, coding: drawn }, each);
        // An insertion directly before the stop has no description.
        if (text === null) expect(after.startsWith(before.slice(0, -1))).toBe(true);
        else expect(rewrite(before, text)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });
});

/** Applies a notation to a protein. */
function rewrite(protein: string, text: string): string {
  const residues = (three: string) =>
    (three.match(/.../g) ?? []).map((each) => present(oneLetter(each), 'the result of oneLetter')).join('');
  const [, from, to, rest = ''] = present(
    /^[A-Z][a-z]{2}(\d+)(?:_[A-Z][a-z]{2}(\d+))?(.*)$/.exec(/=$/.test(text) ? 'Met1=' : text),
    'a match',
  );
  const [start, end] = [Number(from), Number(to ?? from)];
  if (rest === '=') return protein;
  const old = protein.slice(start - 1, end);
  const written =
    rest === 'dup'
      ? old + old
      : rest === 'del'
        ? ''
        : rest.startsWith('delins')
          ? residues(rest.slice(6))
          : rest.startsWith('ins')
            ? at(old, 0) + residues(rest.slice(3)) + at(old, 1)
            : residues(rest);
  return protein.slice(0, start - 1) + written + protein.slice(end);
}

describe('the changes of bases for a change of a residue', () => {
  const notation = (text: string): ProteinNotation => {
    const parsed = parseHgvs(`P1:p.${text}`);
    if (parsed.numbering !== 'p') throw new Error(`${text} does not describe a protein`);
    return parsed;
  };
  const changes = (text: string, codon: string, codonTable = 1) =>
    residueChanges(notation(text), codon, codonTable).map(({ at, reference, alternative }) => [
      at,
      reference,
      alternative,
    ]);
  it('are all shortest changes', () => {
    expect(changes('Asp1Glu', 'GAC')).toEqual([
      [2, 'C', 'A'],
      [2, 'C', 'G'],
    ]);
    expect(changes('D1E', 'GAC')).toHaveLength(2);
    expect(changes('Trp2Ter', 'TGG')).toEqual([
      [1, 'G', 'A'],
      [2, 'G', 'A'],
    ]);
    // In mitochondria AGA is a stop and TGA is not.
    expect(changes('Trp2Ter', 'TGG', 2)).toEqual([
      [1, 'G', 'A'],
      [0, 'T', 'A'],
    ]);
    expect(changes('Met1Trp', 'ATG')).toEqual([[0, 'AT', 'TG']]);
  });

  it('are rejected if the protein has another residue', () => {
    expect(() => residueChanges(notation('Glu1Lys'), 'GAC', 1)).toThrow(
      'Sequence translated from reference (GAC -> D) does not match input sequence (E)',
    );
  });

  it('give the same HGVS of the protein', () => {
    const residue = fc.constantFrom(...'ACDEFGHIKLMNPQRSTVWY*');
    fc.assert(
      fc.property(anyCoding, fc.nat(), residue, (drawn, place, to) => {
        const position = 2 + (place % (drawn.length / 3 - 2));
        const from = at(translateCodons(drawn, 1), position - 1);
        fc.pre(from !== to);
        const text = `${threeLetters(from)}${position}${threeLetters(to)}`;
        const first = position * 3 - 2;
        for (const { at, reference, alternative } of residueChanges(
          notation(text),
          drawn.slice(first - 1, first + 2),
          1,
        )) {
          expect(
            proteinHgvs(
              { ...model, coding: drawn },
              { start: first + at, end: first + at + reference.length - 1, reference, alternative },
            ),
          ).toBe(text);
        }
      }),
    );
  });
});
