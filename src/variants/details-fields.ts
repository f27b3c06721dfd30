/**
 * Fields of a record of details (details-record.ts): names of alleles and genotypes, heads and sums of groups.
 *
 * Names of alleles: varint 1 + 4 i + j for two different bases i and j of ACGT. Otherwise 0, varint number of names,
 * for each varint bytes, UTF-8. Names of genotypes: varint number (from 1) of a choice (CHOICES) of these three: the
 * first allele twice, the first two alleles in alphabetical order, the second twice. Otherwise 0 and names as for
 * alleles.
 *
 * Names of a group: varint number (from 1) of a choice of the first three names. Otherwise 0, varint number of names,
 * for each its number.
 */
import { at } from '../checked.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { FieldReader, FieldWriter } from '../index/blocks/fields.ts';
import { nameAt } from './record-layouts.ts';
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import { FEW_DIGITS, MANY_DIGITS, type FrequencyGroup } from './frequency-groups.ts';

export const BASES = 'ACGT';
/** All ordered choices of one to three of three items, the commonest first. */
const CHOICES: readonly (readonly number[])[] = [
  [0, 1],
  [0, 1, 2],
  [1, 0],
  [1],
  [0],
  [0, 2],
  [2],
  [2, 0],
  [1, 2],
  [2, 1],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
const numberOf = (choice: readonly number[]) =>
  choice.reduce((number, member, place) => number + (member + 1) * 4 ** place, 0);
const CHOICE_NUMBERS = new Uint8Array(64);
for (const [each, choice] of CHOICES.entries()) CHOICE_NUMBERS[numberOf(choice)] = each + 1;

export function readNames(fields: FieldReader): [alleles: string[], genotypes: string[]] {
  const bases = fields.number();
  const alleles =
    bases > 0
      ? [at(BASES, Math.floor((bases - 1) / BASES.length)), at(BASES, (bases - 1) % BASES.length)]
      : fields.list(() => fields.text());
  const choice = fields.number();
  const usual = usualGenotypes(alleles);
  return [
    alleles,
    choice > 0 ? (CHOICES[choice - 1] ?? []).map((each) => nameAt(usual, each)) : fields.list(() => fields.text()),
  ];
}

/** The genotypes of the first two alleles, sorted within each; empty for fewer alleles. */
export function usualGenotypes([first, second]: readonly string[]): string[] {
  return first === undefined || second === undefined
    ? []
    : [`${first}|${first}`, [first, second].sort().join('|'), `${second}|${second}`];
}

/**
 * The number (from 1) of the choice in members[from..to), by the numbers of names; 0 if CHOICES does not contain it.
 */
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
  return choice > 0 ? (CHOICES[choice - 1] ?? []) : fields.numbers();
}

/**
 * Heads: the start of a record of details, with the populations of its groups. Most records have the same.
 *
 *   varint n | n bytes: varint number of populations, for each: varint letters (UTF-16) that its name shares with the
 *     one before | varint bytes | the rest of the name, UTF-8;
 *     varint groups of alleles, varint groups of genotypes, for each group: varint number of its population from 1
 *       on, 0 for none | varint submission + 1, 0 for none |
 *     varint index of its digits in DIGITS | varint usual sum + 1, 0 for none | varint number of following groups
 *       whose sum it may be
 *   varint n | n bytes of JSON: [chips, phenotypes, sets], without sets if there are none; or n = 0 if all are empty
 */

const DIGITS = [0, FEW_DIGITS, MANY_DIGITS] as const;

export type FrequencyHead = Pick<FrequencyGroup, 'population' | 'submission' | 'digits' | 'usual' | 'pooled'>;

const writer = new FieldWriter();

/** Encodes the heads without chips and phenotypes. */
export function encodeHeads(alleles: readonly FrequencyGroup[], genotypes: readonly FrequencyGroup[]): Uint8Array {
  const groups = [...alleles, ...genotypes];
  const populations = [...new Set(groups.map(({ population }) => population).filter((name) => name !== null))];
  writer.number(populations.length);
  for (const [each, name] of populations.entries()) {
    const shared = sharedLength(populations[each - 1] ?? '', name);
    writer.number(shared).text(name.slice(shared));
  }
  writer.number(alleles.length).number(genotypes.length);
  for (const { population, submission, digits, usual, pooled } of groups) {
    writer
      .number(population === null ? 0 : populations.indexOf(population) + 1)
      .number(submission === null ? 0 : submission + 1);
    writer
      .number(DIGITS.indexOf(digits))
      .number(usual === undefined ? 0 : usual + 1)
      .number(pooled ?? 0);
  }
  const heads = writer.record();
  return writer.number(heads.length).bytes(heads).record();
}

export function decodeHeads(fields: FieldReader): {
  alleles: FrequencyHead[];
  genotypes: FrequencyHead[];
  chips: string[];
  sets: number[];
  phenotypes: PhenotypeRecord[];
} {
  const heads = new FieldReader(fields.bytes(fields.number()));
  let name = '';
  const populations = heads.list(() => (name = name.slice(0, heads.number()) + heads.text()));
  const [alleles, genotypes] = [heads.number(), heads.number()];
  const read = (count: number) =>
    heads.several(count, (): FrequencyHead => {
      const [population, submission, digits, usual, pooled] = [
        heads.number(),
        heads.number(),
        heads.number(),
        heads.number(),
        heads.number(),
      ];
      return {
        population: population === 0 ? null : nameAt(populations, population - 1),
        submission: submission === 0 ? null : submission - 1,
        digits: DIGITS[digits] ?? 0,
        usual: usual === 0 ? undefined : usual - 1,
        pooled: pooled === 0 ? undefined : pooled,
      };
    });
  const groups = { alleles: read(alleles), genotypes: read(genotypes) };
  const rest = fields.text();
  const [chips, phenotypes, sets = []] =
    rest === '' ? [[], []] : storedJson<[chips: string[], phenotypes: PhenotypeRecord[], sets?: number[]]>(rest);
  return { ...groups, chips, sets, phenotypes };
}

/** UTF-16 units that both texts begin with; never ends within a surrogate pair. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length++;
  const last = length > 0 ? one.charCodeAt(length - 1) : 0;
  return last >= 0xd800 && last < 0xdc00 ? length - 1 : length;
}

/**
 * Sums of counted groups: a record stores the lack of each sum: the usual sum minus the sum, which may be negative. At
 * a variant, all populations of a pool lack about the same share of samples. So a group of a pool stores how much its
 * lack exceeds its share of the pool's lack. The last group of a pool stores nothing: its sum is the rest of the
 * pool's.
 */

/** A counted group whose sum does not follow from genotypes. */
export interface SummedGroup {
  group: FrequencyGroup;
  /** Index among the groups of the record. */
  index: number;
  sum: number;
  /** The pool of the group; null for none. */
  pool: SummedGroup | null;
  /** The last group of a pool: its sum is the rest. */
  isLast: boolean;
  /** False for a pool, whose counts follow from its groups. */
  isStored: boolean;
}

/** Reads and sets `sum` of all groups. */
export function readSums(
  fields: FieldReader,
  summed: readonly SummedGroup[],
  areUsual: boolean,
  areHalves: boolean,
): void {
  const unit = areHalves ? 2 : 1;
  let rest = 0;
  for (const one of summed) {
    if (one.isLast) one.sum = rest;
    else one.sum = usual(one) - unit * (areUsual ? 0 : fields.signed() + expected(one, unit));
    rest = one.pool ? rest - one.sum : one.sum;
  }
}

function expected({ group, pool }: SummedGroup, unit: number): number {
  return pool ? expectedLack((usual(pool) - pool.sum) / unit, group.usual, pool.group.usual) : 0;
}

/**
 * The expected lack of a group, in proportion to that of its pool.
 * @param usual usual sum of the group
 * @param pooled usual sum of its pool
 */
export function expectedLack(lack: number, usual: number | undefined, pooled: number | undefined): number {
  return usual && pooled ? Math.round(lack * (usual / pooled)) : 0;
}

function usual({ group }: SummedGroup): number {
  return group.usual ?? 0;
}

/**
 * `follow`: alleles follow from genotypes. `pooled`: pools follow from their groups. `usual`: all sums are the usual
 * ones. `halves`: all stored differences of sums are even, and the record contains their halves.
 */
export const FLAGS = { follow: 1, pooled: 2, usual: 4, halves: 8 } as const;
/** Groups per number of marks: each has a bit that says whether it has other names than only the first. */
export const MARKS_PER_NUMBER = 28;

/** Does a group have only the first name? @param members the group's numbers of names are members[from..to) */
export function hasOnlyFirstName(members: readonly number[], from: number, to: number): boolean {
  return to - from === 1 && members[from] === 0;
}

/**
 * For each group of alleles, the index of the group of genotypes that its counts may follow from, or -1; null if all
 * are -1.
 */
export function partnersOf(alleles: readonly FrequencyGroup[], genotypes: readonly FrequencyGroup[]): number[] | null {
  const partners = alleles.map((group) =>
    group.digits !== MANY_DIGITS
      ? -1
      : genotypes.findIndex(
          ({ population, submission, digits }) =>
            digits === MANY_DIGITS && population === group.population && submission === group.submission,
        ),
  );
  return partners.some((partner) => partner >= 0) ? partners : null;
}
