/** How a gene and its homologue are aligned, as far as an answer shows it. */
import { alignedSequence } from '../../compara/cigar-line.ts';
import type { ComparedProduct } from '../../compara/compared-product.ts';
import type { CigarLines } from '../../compara/homology-details.ts';
import { cigarLineOf, pairedLetters, pairedRows, type PairedRow } from '../../compara/pairwise-cigar.ts';

export interface AlignmentForm {
  /** Which letters are shown, if any. */
  letters: 'product' | 'coding' | null;
  aligned: boolean;
  cigarLine: boolean;
}

/** Of one of the two; null for what the database lacks or the answer does not show. */
export interface AlignedProduct {
  cigarLine: string | null;
  letters: string | null;
  /** The letters have the gaps of the alignment. */
  isRow: boolean;
}

export const NOT_SHOWN: AlignedProduct = { cigarLine: null, letters: null, isRow: false };

/** @param cigarLines null where the products' rows in the tree tell them */
export function alignedPair(own: ComparedProduct | null, homologue: ComparedProduct, cigarLines: CigarLines | null, form: AlignmentForm): [source: AlignedProduct, target: AlignedProduct] {
  if (cigarLines) return [withLine(own, cigarLines[0], form), withLine(homologue, cigarLines[1], form)];
  const rows = own && pairedRows(own.row, homologue.row);
  return rows ? [withRow(own, rows[0], form), withRow(homologue, rows[1], form)] : [withLine(own, null, form), withLine(homologue, null, form)];
}

function withRow(product: ComparedProduct, row: PairedRow, form: AlignmentForm): AlignedProduct {
  const letters = lettersOf(product, form);
  return {
    cigarLine: form.cigarLine ? cigarLineOf(row) : null, isRow: form.aligned,
    letters: form.aligned && letters !== null ? pairedLetters(letters, row, lettersPerColumn(product, form)) : letters,
  };
}

function withLine(product: ComparedProduct | null, cigarLine: string | null, form: AlignmentForm): AlignedProduct {
  const letters = product && lettersOf(product, form);
  const isRow = form.aligned && !!cigarLine;
  return { cigarLine, isRow, letters: isRow && letters !== null ? alignedSequence(letters, cigarLine, lettersPerColumn(product!, form)) : letters };
}

function lettersOf(product: ComparedProduct, { letters }: AlignmentForm): string | null {
  return letters && product.letters(letters === 'coding');
}

function lettersPerColumn({ peptide }: ComparedProduct, { letters }: AlignmentForm): number {
  return letters === 'coding' && peptide ? 3 : 1;
}
