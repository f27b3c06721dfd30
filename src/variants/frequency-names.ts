/**
 * How a record of details spells the names of alleles and genotypes, and which of them a group has.
 *
 * Names of alleles: varint 1 + 4 i + j for the bases i and j of ACGT, which differ; 0 for others: varint number of them, for each varint bytes, UTF-8. Names of genotypes: varint
 * number of a choice (CHOICES, from 1 on) of the first allele twice, the first two alleles in alphabetical order, the second twice; 0 for others, as those of alleles.
 *
 * Names of a group: varint number of a choice of the first three, 0 for others: varint number of them, for each its number.
 */
import type { FieldReader, FieldWriter } from '../index/fields.ts';

const BASES = 'ACGT';
/** All orders of some of three, the commonest first. */
const CHOICES: readonly (readonly number[])[] = [[0, 1], [0, 1, 2], [1, 0], [1], [0], [0, 2], [2], [2, 0], [1, 2], [2, 1], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const numberOf = (choice: readonly number[]) => choice.reduce((number, member, place) => number + (member + 1) * 4 ** place, 0);
const CHOICE_NUMBERS = new Uint8Array(64);
for (const [each, choice] of CHOICES.entries()) CHOICE_NUMBERS[numberOf(choice)] = each + 1;

/** The different names of one record, in the order in which they come. */
export class FrequencyNames {
  readonly alleles: string[] = [];
  readonly genotypes: string[] = [];
  readonly #members: number[] = [];

  begin(): void {
    this.alleles.length = this.genotypes.length = 0;
  }

  addAlleles(names: readonly string[]): void {
    add(this.alleles, names);
  }

  addGenotypes(names: readonly string[]): void {
    add(this.genotypes, names);
  }

  /** The numbers of names that were added: good until the next are asked for. */
  membersOf(names: readonly string[], areGenotypes: boolean): readonly number[] {
    const [all, members] = [areGenotypes ? this.genotypes : this.alleles, this.#members];
    members.length = names.length;
    for (let each = 0; each < names.length; each++) members[each] = all.indexOf(names[each]!);
    return members;
  }
}

/** A few are quicker looked through than put into a map. */
function add(all: string[], names: readonly string[]): void {
  for (let each = 0; each < names.length; each++) if (!all.includes(names[each]!)) all.push(names[each]!);
}

export function writeNames(writer: FieldWriter, { alleles, genotypes }: FrequencyNames): void {
  const [first, second] = alleles.length === 2 && alleles[0]!.length === 1 && alleles[1]!.length === 1 ? [BASES.indexOf(alleles[0]!), BASES.indexOf(alleles[1]!)] : [-1, -1];
  if (first >= 0 && second >= 0) writer.number(1 + BASES.length * first + second);
  else writeList(writer, alleles);
  const usual = usualGenotypes(alleles);
  const choice = genotypes.length <= usual.length ? choiceOf(genotypes.map((genotype) => usual.indexOf(genotype))) : 0;
  if (choice > 0) writer.number(choice);
  else writeList(writer, genotypes);
}

export function readNames(fields: FieldReader): [alleles: string[], genotypes: string[]] {
  const bases = fields.number();
  const alleles = bases > 0 ? [BASES[Math.floor((bases - 1) / BASES.length)]!, BASES[(bases - 1) % BASES.length]!] : fields.list(() => fields.text());
  const choice = fields.number();
  const usual = usualGenotypes(alleles);
  return [alleles, choice > 0 ? (CHOICES[choice - 1] ?? []).map((each) => usual[each]!) : fields.list(() => fields.text())];
}

function writeList(writer: FieldWriter, names: readonly string[]): void {
  writer.number(0).number(names.length);
  for (const name of names) writer.text(name);
}

/** Of the first two alleles. */
function usualGenotypes([first, second]: readonly string[]): string[] {
  return first === undefined || second === undefined ? [] : [`${first}|${first}`, [first, second].sort().join('|'), `${second}|${second}`];
}

/** The number of a choice; 0 where it is none of CHOICES. */
function choiceOf(members: readonly number[]): number {
  if (members.length === 0 || members.length > 3 || !members.every((member) => member >= 0 && member < 3)) return 0;
  return CHOICE_NUMBERS[numberOf(members)]!;
}

export function writeMembers(writer: FieldWriter, members: readonly number[]): void {
  const choice = choiceOf(members);
  writer.number(choice);
  if (choice > 0) return;
  writer.number(members.length);
  for (let each = 0; each < members.length; each++) writer.number(members[each]!);
}

export function readMembers(fields: FieldReader): readonly number[] {
  const choice = fields.number();
  return choice > 0 ? CHOICES[choice - 1] ?? [] : fields.numbers();
}
