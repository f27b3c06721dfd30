/**
 * Allele strings of variants ('G/A', '-/GT', 'A/C/T'), and their comparison. The same variant can be written in many
 * ways: with unchanged bases around it, on either strand.
 */
import { at } from '../checked.ts';
import { reverseComplementOf } from '../genome/bases.ts';
import type { Strand } from '../genome/seq-region.ts';
import { shift, trim, type Change, type Line } from './variant-shift.ts';
import type { FieldReader, FieldWriter } from '../index/blocks/fields.ts';
import { DamagedRecord } from '../index/blocks/damaged-record.ts';

/** The bases of an allele; empty for '-'. */
export function alleleBases(allele: string): string {
  return allele === '-' ? '' : allele;
}

/** How many bases an allele has. */
export function alleleLength(allele: string): number {
  return allele === '-' ? 0 : allele.length;
}

/** Does an allele consist of bases, unlike 'COSMIC_MUTATION' or '(CA)12'? */
export function isSequence(allele: string): boolean {
  return /^[ACGT]*$/i.test(alleleBases(allele));
}

/** Does an allele consist of capital letters or '-'? */
export function isOfLetters(allele: string): boolean {
  return /^[A-Z-]*$/.test(allele);
}

/** A place of a variant; alleles are on its strand, the reference first. */
export interface PlacedAlleles {
  start: number;
  end: number;
  strand: 1 | -1;
  alleles: readonly string[];
}

/** The change of an alternative allele on the forward strand, untrimmed. */
export function changeOf(
  { start, end, strand, alleles }: Omit<PlacedAlleles, 'strand'> & { strand: Strand },
  alternative: string,
): Change {
  const [before, after] = [alleleBases(at(alleles, 0)).toUpperCase(), alleleBases(alternative).toUpperCase()];
  // As in Ensembl, a variant of strand 0, which odd dumps have, has its alleles on the forward strand.
  return strand === -1
    ? { start, end, reference: reverseComplementOf(before), alternative: reverseComplementOf(after) }
    : { start, end, reference: before, alternative: after };
}

/**
 * A normalized text of a change of the forward strand: two changes have the same text if and only if they result in the
 * same sequence, whatever unchanged bases they contain and wherever in a repeat they are. Trimming moves the start to
 * the first base that differs; insertions and deletions are then moved as far as possible.
 */
export function normalizedText(change: Change, line: Line): string {
  const { start, end, alternative } = shift(trim(change), line);
  return `${start} ${end} ${alternative}`;
}

/**
 * Encoding of an allele string: one byte for two alleles of one base or '-' each ('G/A', '-/T'), as most variants have;
 * else
 *
 *   0 | varint bytes | UTF-8
 */

const LETTERS = 'ACGT-';
const PAIRS = Array.from(LETTERS, (one) => Array.from(LETTERS, (other) => `${one}/${other}`)).flat();
const codes = new Map(PAIRS.map((pair, each) => [pair, each + 1]));

/** Number of each letter by its byte, from 1; 0 for all others. */
const numbers = new Uint8Array(256);
for (const [each, letter] of Array.from(LETTERS).entries()) numbers[letter.charCodeAt(0)] = each + 1;

/** The code of a pair by the bytes of its letters; 0 if it has none. */
export function pairCode(one: number, other: number): number {
  const [first, second] = [numbers[one]!, numbers[other]!];
  return first === 0 || second === 0 ? 0 : LETTERS.length * (first - 1) + second;
}

/** @param alleles the allele string, or the code of a pair */
export function writeAlleles(fields: FieldWriter, alleles: string | number): void {
  const code = typeof alleles === 'number' ? alleles : codes.get(alleles);
  if (code !== undefined) fields.number(code);
  else if (typeof alleles === 'string') fields.number(0).text(alleles);
}

/** Throws DamagedRecord for an unknown code. */
export function readAlleles(fields: FieldReader): string {
  const code = fields.number();
  if (code === 0) return fields.text();
  const pair = PAIRS[code - 1];
  if (pair === undefined) throw new DamagedRecord(`unknown code of alleles ${code} in a record`);
  return pair;
}
