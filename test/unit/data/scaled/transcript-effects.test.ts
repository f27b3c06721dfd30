/** Terms, codons and residues of made variants follow the rules of Ensembl's API. */
import { expect, test } from 'vitest';
import { codingChange, intronTerms, textOf } from '../../../../data/fictional/variants/consequences.ts';
import { present } from '../../../../src/checked.ts';

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
])('in an intron, %d from the exon before and %d from the next, %d bases: %s', (donor, acceptor, length, terms) => {
  expect(textOf(intronTerms(donor, acceptor, length))).toBe(terms);
});

//               123456789012345
const CODING = 'ATGGATTGCAAATAA';
test.each([
  ['a base lost', 5, 5, '', 'frameshift_variant', 'GAT/GT', 'D/X'],
  ['a base more', 6, 5, 'C', 'frameshift_variant', 'GAT/GACT', 'D/DX'],
  ['a codon lost', 4, 6, '', 'inframe_deletion', 'GAT/-', 'D/-'],
  ['a codon more between two', 7, 6, 'CCC', 'inframe_insertion', '-/CCC', '-/P'],
  ['a codon more within one', 5, 4, 'CCC', 'protein_altering_variant', 'GAT/GCCCAT', 'D/AH'],
  ['a stop more between two', 7, 6, 'TAG', 'stop_gained,inframe_insertion', '-/TAG', '-/*'],
  ['three bases lost of two codons', 5, 7, '', 'protein_altering_variant', 'GATTGC/GGC', 'DC/G'],
  ['the stop lost', 13, 15, '', 'stop_lost,inframe_deletion', 'TAA/-', '*/-'],
  ['the start lost', 1, 3, '', 'start_lost,inframe_deletion', 'ATG/-', 'M/-'],
])('in a coding sequence, %s', (_, start, end, alternative, terms, codons, residues) => {
  const change = present(codingChange(CODING, start, end, alternative, true), 'the result of codingChange');
  expect({ ...change, terms: textOf(change.terms) }).toEqual({ terms, codons, residues });
});

test('a last codon that is not whole has no residue', () => expect(codingChange('ATGGA', 5, 5, '', true)).toBe(null));
