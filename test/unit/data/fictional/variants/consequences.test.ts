/** Consequence terms, codons and residues of made variants follow the rules of Ensembl's API. */
import { expect, test } from 'vitest';
import { codingChange, intronTerms, textOf } from '../../../../../data/fictional/variants/consequences.ts';
import { present } from '../../../../../src/checked.ts';

test.each([
  [1, 500, 1, 'splice_donor_variant'],
  [2, 500, 1, 'splice_donor_variant'],
  [3, 500, 1, 'intron_variant,splice_donor_region_variant'],
  [5, 500, 1, 'intron_variant,splice_donor_5th_base_variant'],
  [6, 500, 1, 'intron_variant,splice_donor_region_variant'],
  [8, 500, 1, 'intron_variant,splice_region_variant'],
  [9, 500, 1, 'intron_variant'],
  [500, 1, 1, 'splice_acceptor_variant'],
  [500, 3, 1, 'intron_variant,splice_region_variant,splice_polypyrimidine_tract_variant'],
  [500, 9, 1, 'intron_variant,splice_polypyrimidine_tract_variant'],
  [500, 17, 1, 'intron_variant,splice_polypyrimidine_tract_variant'],
  [500, 18, 1, 'intron_variant'],
  [2, 500, 3, 'splice_donor_variant,intron_variant'],
  [1, 500, 0, 'intron_variant,splice_region_variant'],
  [2, 500, 0, 'splice_donor_variant'],
  [100, 100, 0, 'intron_variant'],
])(
  '%d bases from the donor and %d from the acceptor, a variant of length %d is %s',
  (donor, acceptor, length, terms) => {
    expect(textOf(intronTerms(donor, acceptor, length))).toBe(terms);
  },
);

//               123456789012345
const CODING = 'ATGGATTGCAAATAA';
test.each([
  ['the deletion of a base', 5, 5, '', 'frameshift_variant', 'GAT/GT', 'D/X'],
  ['the insertion of a base', 6, 5, 'C', 'frameshift_variant', 'GAT/GACT', 'D/DX'],
  ['the deletion of a codon', 4, 6, '', 'inframe_deletion', 'GAT/-', 'D/-'],
  ['a codon inserted between two codons', 7, 6, 'CCC', 'inframe_insertion', '-/CCC', '-/P'],
  ['a codon inserted inside a codon', 5, 4, 'CCC', 'protein_altering_variant', 'GAT/GCCCAT', 'D/AH'],
  ['a stop codon inserted between two codons', 7, 6, 'TAG', 'stop_gained,inframe_insertion', '-/TAG', '-/*'],
  ['the deletion of three bases of two codons', 5, 7, '', 'protein_altering_variant', 'GATTGC/GGC', 'DC/G'],
  ['the deletion of the stop codon', 13, 15, '', 'stop_lost,inframe_deletion', 'TAA/-', '*/-'],
  ['the deletion of the start codon', 1, 3, '', 'start_lost,inframe_deletion', 'ATG/-', 'M/-'],
])('%s has its terms, codons and residues', (_, start, end, alternative, terms, codons, residues) => {
  const change = present(codingChange(CODING, start, end, alternative, true), 'the result of codingChange');
  expect({ ...change, terms: textOf(change.terms) }).toEqual({ terms, codons, residues });
});

test('a variant in an incomplete last codon changes no residue', () =>
  expect(codingChange('ATGGA', 5, 5, '', true)).toBe(null));
