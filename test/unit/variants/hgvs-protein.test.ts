/** HGVS of proteins: cases of each kind by hand, and random changes held to plain translation. */
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

describe('what a change does to a protein', () => {
  it.each([
    ['missense', change(11, 11, 'T'), 'Glu4Val'],
    ['synonymous', change(12, 12, 'G'), 'Glu4='],
    ['stop gained', change(14, 14, 'A'), 'Trp5Ter'],
    ['a change of nothing', change(11, 11, 'A'), 'Glu4='],
    ['start lost', change(2, 2, 'C'), 'Met1?'],
    ['start lost by a deletion', change(2, 4, ''), 'Met1?'],
    ['start lost by a frameshift', change(1, 1, ''), 'Met1?'],
    ['start lost with residues behind it', change(1, 6, ''), 'MetLys1_?2'],
    ['start lost by a frameshift over two codons', change(3, 4, ''), 'Met1_?2'],
    ['stop lost, the next one three codons on', change(25, 25, 'C'), 'Ter9GlnextTer3'],
    ['stop lost by a deletion', change(25, 27, ''), 'Ter9delextTer2'],
    ['stop lost with the residue before it', change(22, 27, ''), 'Pro8_Ter9delextTer1'],
    ['stop lost by an exchange', change(22, 27, 'AAAAAAAAA'), 'Pro8_Ter9delinsLysLysLysextTer4'],
    ['stop kept', change(26, 26, 'G'), 'Ter9='],
    ['stop kept with residues behind it', insertion(26, 'AAA'), 'Ter9delinsTer'],
    [
      'stop kept behind a residue that stays',
      { start: 24, end: 25, reference: 'CT', alternative: 'CTAAT' },
      'Pro8_Ter9delinsProTer',
    ],
    ['deletion of a residue', change(10, 12, ''), 'Glu4del'],
    ['deletion of one of two alike, counted as the last', change(4, 6, ''), 'Lys3del'],
    ['deletion of several', change(10, 15, ''), 'Glu4_Trp5del'],
    ['deletion within two codons', change(11, 13, ''), 'Glu4_Trp5delinsGly'],
    ['copy of a residue', insertion(12, 'GAA'), 'Glu4dup'],
    ['copy of one of two alike', insertion(3, 'AAA'), 'Lys3dup'],
    ['copy of several', insertion(15, 'GAATGG'), 'Glu4_Trp5dup'],
    ['insertion', insertion(12, 'CCC'), 'Glu4_Trp5insPro'],
    ['insertion within a codon', insertion(13, 'CCC'), 'Trp5delinsSerArg'],
    ['insertion of a stop', insertion(12, 'TAACCC'), 'Glu4_Trp5insTer'],
    [
      'insertion of a residue as the next, and of a stop, moved like any other',
      insertion(12, 'TGGTAA'),
      'Trp5_Cys6insTer',
    ],
    ['insertion right before the stop codon', insertion(24, 'AAA'), null],
    ['insertion within the last codon before it', insertion(23, 'CAA'), null],
    ['insertion within the stop codon', insertion(25, 'ATT'), 'Pro8_Ter9insTyr'],
    ['copy of the last residue', insertion(24, 'CCC'), 'Pro8dup'],
    ['exchange of a codon for two', change(10, 12, 'CCCGGG'), 'Glu4delinsProGly'],
    ['exchange of two codons', change(10, 15, 'CCCGGG'), 'Glu4_Trp5delinsProGly'],
    ['frameshift', insertion(10, 'C'), 'Glu4AlafsTer8'],
    ['frameshift in a later codon', change(14, 14, ''), 'Trp5CysfsTer?'],
    ['frameshift that stops at once', insertion(13, 'A'), 'Trp5Ter'],
    ['frameshift without a stop', change(10, 10, ''), 'Glu4AsnfsTer?'],
  ])('%s', (_, each, text) => expect(proteinHgvs(model, each)).toBe(text));

  it('moves asparagines (N) as any other residue, though N is no base that is known', () => {
    //                                              M1 N2 N3 K4 *5
    const asparagines: CodingModel = { ...model, coding: 'ATGAATAATAAATAA' };
    expect(proteinHgvs(asparagines, { start: 4, end: 6, reference: 'AAT', alternative: '' })).toBe('Asn3del');
    expect(proteinHgvs(asparagines, insertion(3, 'AAT'))).toBe('Asn3dup');
  });

  it('says nothing outside of the coding sequence', () => {
    expect(proteinHgvs(model, { start: 28, end: 28, reference: 'G', alternative: 'A' })).toBeNull();
  });

  it('calls the residue of an incomplete last or first codon Ter', () => {
    const partial: CodingModel = { ...model, coding: `NN${coding.slice(2, 24)}TA`, utr: '', completeStart: false };
    expect(proteinHgvs(partial, { start: 26, end: 26, reference: 'A', alternative: 'G' })).toBe('Ter9=');
    expect(proteinHgvs(partial, { start: 26, end: 26, reference: 'A', alternative: '' })).toBe('Ter9=');
    expect(proteinHgvs(partial, { start: 24, end: 25, reference: 'CT', alternative: 'GA' })).toBe('ProTer8=');
    expect(proteinHgvs(partial, { start: 23, end: 25, reference: 'CCT', alternative: 'AAA' })).toBe('Pro8Gln');
    expect(proteinHgvs(partial, { start: 3, end: 3, reference: 'G', alternative: 'C' })).toBe('Ter1=');
  });

  it('moves residues only as far as as many follow, and never to the last of the protein alone', () => {
    //                                         M1 C2 C3 K4 C5 K6 P7 G8 G9 *10
    const repeats: CodingModel = { ...model, coding: 'ATGTGCTGCAAATGCAAACCCGGTGGTTAA' };
    const deleted = (start: number, end: number) =>
      proteinHgvs(repeats, { start, end, reference: repeats.coding.slice(start - 1, end), alternative: '' });
    expect([deleted(4, 6), deleted(7, 12), deleted(22, 24)]).toEqual(['Cys3del', 'Cys5_Lys6del', 'Gly8del']);
    //                                         M1 K2 C3 K4 K5 C6 *7
    const short: CodingModel = { ...model, coding: 'ATGAAATGCAAAAAATGCTAA' };
    expect(proteinHgvs(short, { start: 4, end: 12, reference: 'AAATGCAAA', alternative: '' })).toBe('Lys2_Lys4del');
  });

  it('counts a frameshift behind a selenocysteine to no stop, as Ensembl takes the first of the new protein', () => {
    const seleno: CodingModel = {
      ...model,
      coding: 'ATGTGAAAAGAATGGTAA',
      utr: 'TAATAATAA',
      attribs: [['_selenocysteine', '2 2 U']],
    };
    expect(proteinHgvs(seleno, { start: 10, end: 10, reference: 'G', alternative: '' })).toBe('Glu4AsnfsTer?');
  });

  it('takes the first residue for the start, whatever it is, but not that of an incomplete protein', () => {
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

  it('reads the genetic code of the region', () => {
    expect(proteinHgvs({ ...model, codonTable: 2 }, change(15, 15, 'A'))).toBe('Trp5=');
    expect(proteinHgvs(model, change(15, 15, 'A'))).toBe('Trp5Ter');
  });

  it('knows selenocysteines, and keeps those that do not change', () => {
    const seleno: CodingModel = { ...model, coding: 'ATGTGAAAATAA', attribs: [['_selenocysteine', '2 2 U']] };
    expect(proteinHgvs(seleno, { start: 5, end: 5, reference: 'G', alternative: 'C' })).toBe('Sec2Ser');
    expect(proteinHgvs(seleno, { start: 6, end: 7, reference: 'AA', alternative: 'AC' })).toBe('Lys3Gln');
  });
});

const anyCoding = fc
  .array(fc.constantFrom('AAA', 'AAG', 'GAA', 'TGG', 'TGC', 'CCC', 'ATG', 'GGT'), { minLength: 2, maxLength: 12 })
  .map((codons) => `ATG${codons.join('')}TAA`);

describe('a protein changed in its frame', () => {
  it('is what its notation makes of the old one, whatever the change', () => {
    const anyChange = fc.record({
      coding: anyCoding,
      at: fc.nat(),
      codons: fc.integer({ min: 0, max: 2 }),
      inserted: fc.array(fc.constantFrom('AAA', 'TGG', 'GAA', 'CCC'), { maxLength: 2 }),
      shifted: fc.nat({ max: 2 }),
    });
    fc.assert(
      fc.property(anyChange, ({ coding: drawn, at, codons, inserted, shifted }) => {
        // Behind the start codon, before the stop codon.
        const start = 4 + (at % (drawn.length - 6 - codons * 3 - shifted));
        fc.pre(start + codons * 3 - 1 <= drawn.length - 3);
        const each = trim({
          start,
          end: start + codons * 3 - 1,
          reference: drawn.slice(start - 1, start - 1 + codons * 3),
          alternative: inserted.join(''),
        });
        const changed = drawn.slice(0, each.start - 1) + each.alternative + drawn.slice(each.end);
        const [before, after] = [drawn, changed].map((bases) => translateCodons(bases, 1));
        fc.pre(after!.indexOf('*') === after!.length - 1 && (each.reference !== '' || each.alternative !== ''));
        const text = proteinHgvs({ ...model, coding: drawn }, each);
        // Nothing is said of what is inserted right before the stop.
        if (text === null) expect(after!.startsWith(before!.slice(0, -1))).toBe(true);
        else expect(rewrite(before!, text)).toBe(after);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Does to a protein what a notation says. */
function rewrite(protein: string, text: string): string {
  const residues = (three: string) =>
    (three.match(/.../g) ?? []).map((each) => present(oneLetter(each), 'the result of oneLetter')).join('');
  const [, from, to, , rest] = present(
    /^[A-Z][a-z]{2}(\d+)(?:_[A-Z][a-z]{2}(\d+))?((.*))$/.exec(/=$/.test(text) ? 'Met1=' : text),
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
        : rest!.startsWith('delins')
          ? residues(rest!.slice(6))
          : rest!.startsWith('ins')
            ? at(old, 0) + residues(rest!.slice(3)) + at(old, 1)
            : residues(rest!);
  return protein.slice(0, start - 1) + written + protein.slice(end);
}

describe('from a residue back to bases', () => {
  const notation = (text: string) => parseHgvs(`P1:p.${text}`) as ProteinNotation;
  const changes = (text: string, codon: string, codonTable = 1) =>
    residueChanges(notation(text), codon, codonTable).map(({ at, reference, alternative }) => [
      at,
      reference,
      alternative,
    ]);
  it('finds every shortest change', () => {
    expect(changes('Asp1Glu', 'GAC')).toEqual([
      [2, 'C', 'A'],
      [2, 'C', 'G'],
    ]);
    expect(changes('D1E', 'GAC')).toHaveLength(2);
    expect(changes('Trp2Ter', 'TGG')).toEqual([
      [1, 'G', 'A'],
      [2, 'G', 'A'],
    ]);
    // In mitochondria TGA is no stop, and AGA is one.
    expect(changes('Trp2Ter', 'TGG', 2)).toEqual([
      [1, 'G', 'A'],
      [0, 'T', 'A'],
    ]);
    expect(changes('Met1Trp', 'ATG')).toEqual([[0, 'AT', 'TG']]);
  });

  it('refuses a residue that the protein does not have there', () => {
    expect(() => residueChanges(notation('Glu1Lys'), 'GAC', 1)).toThrow(
      "Unable to parse HGVS notation 'P1:p.Glu1Lys': residue 1 is Asp, not Glu",
    );
  });

  it('is found again in the protein', () => {
    const residue = fc.constantFrom(...'ACDEFGHIKLMNPQRSTVWY*');
    fc.assert(
      fc.property(anyCoding, fc.nat(), residue, (drawn, at, to) => {
        const position = 2 + (at % (drawn.length / 3 - 2));
        const from = translateCodons(drawn, 1)[position - 1]!;
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
