/**
 * Allele strings of variants ('G/A', '-/GT', 'A/C/T'), and when two of them say the same. One variant can be written in many
 * ways: with bases around it that do not change, on either strand.
 */
import { reverseComplementOf } from '../genome/complement.ts';
import { shift, trim, type Change, type Line } from './variant-shift.ts';

/** The bases of an allele: none for '-'. */
export function basesOf(allele: string): string {
  return allele === '-' ? '' : allele.toUpperCase();
}

/** Does an allele say its bases, rather than name or count something? */
export function isSequence(allele: string): boolean {
  return /^[ACGT]*$/.test(basesOf(allele));
}

/** Is an allele of bases, known or not, or of none ('-')? */
export function isOfLetters(allele: string): boolean {
  return /^[A-Z-]*$/.test(allele);
}

/** A place of a variant with its alleles, the reference first, on its strand. */
export interface PlacedAlleles {
  start: number;
  end: number;
  strand: 1 | -1;
  alleles: readonly string[];
}

/** What an alternative allele changes on the forward strand, untrimmed. */
export function changeOf({ start, end, strand, alleles: [reference] }: PlacedAlleles, alternative: string): Change {
  const [before, after] = [basesOf(reference!), basesOf(alternative)];
  return strand === 1
    ? { start, end, reference: before, alternative: after }
    : { start, end, reference: reverseComplementOf(before), alternative: reverseComplementOf(after) };
}

/**
 * A text that two changes of the forward strand share exactly when they lead to the same sequence, with however many bases
 * around them and wherever in a repeat they are written. Trimmed, an exchange begins at the first base that differs; what is
 * only inserted or deleted begins there once it is moved as far as it goes.
 */
export function meaningOf(change: Change, line: Line): string {
  const { start, end, alternative } = shift(trim(change), line);
  return `${start} ${end} ${alternative}`;
}
