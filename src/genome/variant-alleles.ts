/**
 * Allele strings of variants ('G/A', '-/GT', 'A/C/T'), and when two of them say the same. One variant can be written in many
 * ways: with bases around it that do not change, on either strand.
 */
import { reverseComplementOf } from './complement.ts';
import { trim, type Change } from './variant-shift.ts';

/** The bases of an allele: none for '-'. */
export function basesOf(allele: string): string {
  return allele === '-' ? '' : allele.toUpperCase();
}

/** Does an allele say its bases, rather than name or count something? */
export function isSequence(allele: string): boolean {
  return /^[ACGT]*$/.test(basesOf(allele));
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
 * Texts that a change of the forward strand shares with each that means the same and is written with other bases around it.
 * Where trimming from the left and from the right end at different places, there are two.
 */
export function meaningsOf(change: Change): string[] {
  const mirrored = trim(mirror(change));
  const texts = [trim(change), mirror(mirrored)].map(({ start, end, reference, alternative }) => [start, end, reference, alternative].join(' '));
  return [...new Set(texts)];
}

function mirror({ start, end, reference, alternative }: Change): Change {
  return { start: -end, end: -start, reference: backwards(reference), alternative: backwards(alternative) };
}

function backwards(text: string): string {
  return [...text].reverse().join('');
}
