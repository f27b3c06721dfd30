/**
 * How a record of details spells the names of alleles and genotypes, and which of them a group has.
 *
 * Names of alleles: varint 1 + 4 i + j for the bases i and j of ACGT, which differ; 0 for others: varint number of them, for each varint bytes, UTF-8. Names of genotypes: varint
 * number of a choice (CHOICES, from 1 on) of the first allele twice, the first two alleles in alphabetical order, the second twice; 0 for others, as those of alleles.
 *
 * Names of a group: varint number of a choice of the first three, 0 for others: varint number of them, for each its number.
 */
import type { FieldReader } from '../index/fields.ts';
import { named } from './record-shapes.ts';

export const BASES = 'ACGT';
/** All orders of some of three, the commonest first. */
const CHOICES: readonly (readonly number[])[] = [[0, 1], [0, 1, 2], [1, 0], [1], [0], [0, 2], [2], [2, 0], [1, 2], [2, 1], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const numberOf = (choice: readonly number[]) => choice.reduce((number, member, place) => number + (member + 1) * 4 ** place, 0);
const CHOICE_NUMBERS = new Uint8Array(64);
for (const [each, choice] of CHOICES.entries()) CHOICE_NUMBERS[numberOf(choice)] = each + 1;

export function readNames(fields: FieldReader): [alleles: string[], genotypes: string[]] {
  const bases = fields.number();
  const alleles = bases > 0 ? [BASES[Math.floor((bases - 1) / BASES.length)]!, BASES[(bases - 1) % BASES.length]!] : fields.list(() => fields.text());
  const choice = fields.number();
  const usual = usualGenotypes(alleles);
  return [alleles, choice > 0 ? (CHOICES[choice - 1] ?? []).map((each) => named(usual, each)) : fields.list(() => fields.text())];
}

/** Of the first two alleles. */
export function usualGenotypes([first, second]: readonly string[]): string[] {
  return first === undefined || second === undefined ? [] : [`${first}|${first}`, [first, second].sort().join('|'), `${second}|${second}`];
}

/** The number of a choice of names, whose numbers stand between two places; 0 where it is none of CHOICES. */
export function choiceOf(members: readonly number[], from: number, to: number): number {
  if (to === from || to - from > 3) return 0;
  let number = 0;
  for (let at = to - 1; at >= from; at--) {
    if (!(members[at]! >= 0 && members[at]! < 3)) return 0;
    number = 4 * number + members[at]! + 1;
  }
  return CHOICE_NUMBERS[number]!;
}

export function readMembers(fields: FieldReader): readonly number[] {
  const choice = fields.number();
  return choice > 0 ? CHOICES[choice - 1] ?? [] : fields.numbers();
}
