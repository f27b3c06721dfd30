/**
 * How a record of details spells the names of alleles and genotypes, and which of them a group has.
 *
 * Names of alleles: varint 1 + 4 i + j for the bases i and j of ACGT, which differ; 0 for others: varint number of
 * them, for each varint bytes, UTF-8. Names of genotypes: varint number of a choice (CHOICES, from 1 on) of the first
 * allele twice, the first two alleles in alphabetical order, the second twice; 0 for others, as those of alleles.
 *
 * Names of a group: varint number of a choice of the first three, 0 for others: varint number of them, for each its
 * number.
 */
import { FieldReader, FieldWriter } from '../index/blocks/fields.ts';
import { named } from './record-layouts.ts';
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import { FEW_DIGITS, MANY_DIGITS, type FrequencyGroup } from './frequency-groups.ts';

export const BASES = 'ACGT';
/** All orders of some of three, the commonest first. */
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
      ? [BASES[Math.floor((bases - 1) / BASES.length)]!, BASES[(bases - 1) % BASES.length]!]
      : fields.list(() => fields.text());
  const choice = fields.number();
  const usual = usualGenotypes(alleles);
  return [
    alleles,
    choice > 0 ? (CHOICES[choice - 1] ?? []).map((each) => named(usual, each)) : fields.list(() => fields.text()),
  ];
}

/** Of the first two alleles. */
export function usualGenotypes([first, second]: readonly string[]): string[] {
  return first === undefined || second === undefined
    ? []
    : [`${first}|${first}`, [first, second].sort().join('|'), `${second}|${second}`];
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
  return choice > 0 ? (CHOICES[choice - 1] ?? []) : fields.numbers();
}

/**
 * What a record of details begins with, and has like most others: of which populations its groups are.
 *
 *   varint n | n bytes: varint number of populations, for each: varint letters (UTF-16) that its name shares with the
 *     one before | varint bytes | what follows, UTF-8;
 *     varint groups of alleles, varint groups of genotypes, for each group: varint number of its population from 1
 *       on, 0 for none | varint submission + 1, 0 for none |
 *     varint place of its digits in DIGITS | varint usual sum + 1, 0 for none | varint number of groups behind it
 *       that it may be the sum of
 *   varint n | n bytes of JSON: [chips, phenotypes], or nothing where there are none
 */

const DIGITS = [0, FEW_DIGITS, MANY_DIGITS] as const;

export type FrequencyHead = Pick<FrequencyGroup, 'population' | 'submission' | 'digits' | 'usual' | 'pooled'>;

const writer = new FieldWriter();

/** Without what follows of chips and phenotypes. */
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
        population: population === 0 ? null : named(populations, population - 1),
        submission: submission === 0 ? null : submission - 1,
        digits: DIGITS[digits] ?? 0,
        usual: usual === 0 ? undefined : usual - 1,
        pooled: pooled === 0 ? undefined : pooled,
      };
    });
  const groups = { alleles: read(alleles), genotypes: read(genotypes) };
  const rest = fields.text();
  const [chips, phenotypes] = rest === '' ? [[], []] : (JSON.parse(rest) as [string[], PhenotypeRecord[]]);
  return { ...groups, chips, phenotypes };
}

/** Letters that both begin with; not half of one of two units. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length++;
  const last = length > 0 ? one.charCodeAt(length - 1) : 0;
  return last >= 0xd800 && last < 0xdc00 ? length - 1 : length;
}

/**
 * How a record of details tells the sums of its counted groups: how much less than usual each is, as a number that
 * may be negative. A population lacks samples at a variant about as all do that are pooled with it: of these each
 * tells how much more it lacks than its part of what the pool lacks, and the last nothing, as it has the rest.
 */

/** A counted group whose sum is not told by another's names. */
export interface SummedGroup {
  group: FrequencyGroup;
  /** Among the groups of the record. */
  index: number;
  sum: number;
  /** That pools it; null for none. */
  pool: SummedGroup | null;
  /** The last one of a pool: its sum is the rest. */
  isLast: boolean;
  /** Whether its counts are told: those of pools follow. */
  isStored: boolean;
}

/** Sets `sum` of all. */
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
 * What a group is expected to lack where its pool lacks so much.
 * @param usual sum of the group
 * @param pooled that of its pool
 */
export function expectedLack(lack: number, usual: number | undefined, pooled: number | undefined): number {
  return usual && pooled ? Math.round(lack * (usual / pooled)) : 0;
}

function usual({ group }: SummedGroup): number {
  return group.usual ?? 0;
}

/** What the writer and the reader of records of details (details-record.ts) have to agree on. */

/**
 * Alleles follow from genotypes; pools from those that they pool; all sums are the usual ones; all are an even number
 * off these, of which the half is told.
 */
export const FLAGS = { follow: 1, pooled: 2, usual: 4, halves: 8 } as const;
/** Groups of which one number tells whether they have another name than the first. */
export const MARKED_TOGETHER = 28;

/** Has a group no name but the first? Its names' numbers stand between two places. */
export function isLone(members: readonly number[], from: number, to: number): boolean {
  return to - from === 1 && members[from] === 0;
}

/**
 * Of each group of alleles the group of genotypes that its counts may follow from, -1 for none; null where none has
 * any.
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
