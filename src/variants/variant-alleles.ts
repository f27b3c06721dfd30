/**
 * Allele strings of variants ('G/A', '-/GT', 'A/C/T'), and when two of them say the same. One variant can be written
 * in many ways: with bases around it that do not change, on either strand.
 */
import { reverseComplementOf } from '../genome/bases.ts';
import { shift, trim, type Change, type Line } from './variant-shift.ts';
import type { FieldReader, FieldWriter } from '../index/blocks/fields.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';

/** The bases of an allele: none for '-'. */
function basesOf(allele: string): string {
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
 * A text that two changes of the forward strand share exactly when they lead to the same sequence, with however many
 * bases around them and wherever in a repeat they are written. Trimmed, an exchange begins at the first base that
 * differs; what is only inserted or deleted begins there once it is moved as far as it goes.
 */
export function meaningOf(change: Change, line: Line): string {
  const { start, end, alternative } = shift(trim(change), line);
  return `${start} ${end} ${alternative}`;
}

/**
 * An allele string as a record has it: one byte for two alleles of a base, or none, each ('G/A', '-/T'), as most
 * variants are; else
 *
 *   0 | varint bytes | UTF-8
 */

const LETTERS = 'ACGT-';
const PAIRS = Array.from(LETTERS, (one) => Array.from(LETTERS, (other) => `${one}/${other}`)).flat();
const codes = new Map(PAIRS.map((pair, each) => [pair, each + 1]));

/** Number of each letter by its byte, from 1; 0 for all others. */
const numbers = new Uint8Array(256);
for (const [each, letter] of Array.from(LETTERS).entries()) numbers[letter.charCodeAt(0)] = each + 1;

/** The code of a pair by the bytes of its letters; 0 for letters that have none. */
export function pairCode(one: number, other: number): number {
  const [first, second] = [numbers[one]!, numbers[other]!];
  return first === 0 || second === 0 ? 0 : LETTERS.length * (first - 1) + second;
}

/** @param alleles their text, or the code of a pair */
export function writeAlleles(fields: FieldWriter, alleles: string | number): void {
  const code = typeof alleles === 'number' ? alleles : codes.get(alleles);
  if (code !== undefined) fields.number(code);
  else if (typeof alleles === 'string') fields.number(0).text(alleles);
}

/** Throws DamagedRecord for a code that is none. */
export function readAlleles(fields: FieldReader): string {
  const code = fields.number();
  if (code === 0) return fields.text();
  const pair = PAIRS[code - 1];
  if (pair === undefined) throw new DamagedRecord(`a record has the alleles ${code}, which are none`);
  return pair;
}
