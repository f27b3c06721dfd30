/**
 * An allele string as a record has it: one byte for two alleles of a base, or none, each ('G/A', '-/T'), as most variants are; else
 *
 *   0 | varint bytes | UTF-8
 */
import type { FieldReader, FieldWriter } from '../index/fields.ts';
import { StoreError } from '../store/store.ts';

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
  if (code === undefined) fields.number(0).text(alleles as string);
  else fields.number(code);
}

/** Throws StoreError for a code that is none. */
export function readAlleles(fields: FieldReader): string {
  const code = fields.number();
  if (code === 0) return fields.text();
  const pair = PAIRS[code - 1];
  if (pair === undefined) throw new StoreError(`a record has the alleles ${code}, which are none`);
  return pair;
}
