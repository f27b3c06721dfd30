/**
 * Writes records of details as details-record.ts tells: of hundreds of millions of variants, and so without making
 * anything of them on the way.
 */
import type { ByteSlice } from '../index/blocks/byte-slices.ts';
import { FieldWriter } from '../index/blocks/fields.ts';
import { areAllelesOf, FEW_DIGITS, type FrequencyGroup, type GroupedDetails } from './frequency-groups.ts';
import {
  encodeHeads,
  type FrequencyHead,
  BASES,
  choiceOf,
  usualGenotypes,
  expectedLack,
  FLAGS,
  isLone,
  MARKED_TOGETHER,
  partnersOf,
} from './details-fields.ts';

const writer = new FieldWriter();

export function encodeGroups(details: GroupedDetails): Uint8Array {
  writeGroups(details);
  return writer.record();
}

/** The same for who copies it: good until the next details are encoded. */
export function lendEncodedGroups(details: GroupedDetails, to: ByteSlice): void {
  writeGroups(details);
  writer.lend(to);
}

/**
 * The different names of the record, and of each group where its names begin in `members`, which are numbers of
 * these.
 */
const [alleleNames, genotypeNames]: [string[], string[]] = [[], []];
const [starts, members]: [number[], number[]] = [[0], []];
/**
 * Sums of counted groups; what a group's counts are: told, to be summed up from others, or to follow without a sum;
 * the pool that it is in, and whether it is the last there.
 */
const sums: number[] = [];
const [STORED, POOL, OTHER] = [0, 1, 2] as const;
const roles: (typeof STORED | typeof POOL | typeof OTHER)[] = [];
const [pools, lasts]: [number[], boolean[]] = [[], []];
const NO_POOL = -1;
const differences: number[] = [];

function writeGroups(details: GroupedDetails): void {
  const { alleles, genotypes, chips, phenotypes } = details;
  const { heads, partners, hasPools } = layoutOf(alleles, genotypes);
  const groups = genotypes.length > 0 ? alleles.concat(genotypes) : alleles;
  numberNames(groups, alleles.length);
  const follow = partners !== null && doFollow(alleles, genotypes, partners);
  const pooled = hasPools && arePooled(groups, alleles.length);
  setRoles(groups, follow ? partners : null, pooled);
  const halves = setDifferences(groups);
  let usual = true;
  for (let each = 0; each < differences.length && usual; each++) usual = differences[each] === 0;
  writer.bytes(heads).text(chips.length > 0 || phenotypes.length > 0 ? JSON.stringify([chips, phenotypes]) : '');
  writer.number(
    (follow ? FLAGS.follow : 0) +
      (pooled ? FLAGS.pooled : 0) +
      (usual ? FLAGS.usual : 0) +
      (halves && !usual ? FLAGS.halves : 0),
  );
  writeNames();
  if (!usual) for (let each = 0; each < differences.length; each++) writer.signed(differences[each]!);
  writeMarks(groups.length);
  for (let index = 0; index < groups.length; index++)
    if (roles[index] === STORED && !isLoneGroup(index)) writeCounted(groups[index]!, index);
  for (let index = 0; index < groups.length; index++)
    if (groups[index]!.digits === 0) writeListed(groups[index]!, index);
}

function numberNames(groups: readonly FrequencyGroup[], alleles: number): void {
  alleleNames.length = genotypeNames.length = 0;
  let at = 0;
  for (let index = 0; index < groups.length; index++) {
    const { names, counts, digits } = groups[index]!;
    const all = index < alleles ? alleleNames : genotypeNames;
    let sum = 0;
    for (let each = 0; each < names.length; each++) {
      members[at++] = numberIn(all, names[each]!);
      if (digits > 0) sum += counts[each]!;
    }
    sums[index] = sum;
    starts[index + 1] = at;
  }
}

/** A few are quicker looked through than put into a map. */
function numberIn(names: string[], name: string): number {
  for (let each = 0; each < names.length; each++) if (names[each] === name) return each;
  return names.push(name) - 1;
}

function doFollow(
  alleles: readonly FrequencyGroup[],
  genotypes: readonly FrequencyGroup[],
  partners: readonly number[],
): boolean {
  for (let each = 0; each < alleles.length; each++) {
    if (partners[each]! >= 0 && !areAllelesOf(alleles[each]!, genotypes[partners[each]!]!)) return false;
  }
  return true;
}

const totals: number[] = [];

/**
 * Is every pool, of alleles, what pooledGroup makes of its parts? Neither it nor these are of as many digits as those
 * that may follow from genotypes.
 */
function arePooled(groups: readonly FrequencyGroup[], alleles: number): boolean {
  for (let index = 0; index < groups.length; index++) {
    const { pooled, digits, counts } = groups[index]!;
    if (!pooled) continue;
    if (digits !== FEW_DIGITS || index + pooled >= alleles) return false;
    totals.length = 0;
    for (let name = 0; name < alleleNames.length; name++) totals.push(0);
    for (let part = index + 1; part <= index + pooled; part++) {
      const group = groups[part]!;
      if (group.digits !== FEW_DIGITS || group.pooled) return false;
      for (let at = starts[part]!, each = 0; at < starts[part + 1]!; at++, each++)
        totals[members[at]!]! += group.counts[each]!;
    }
    let at = starts[index]!;
    for (let name = 0, each = 0; name < totals.length; name++) {
      if (totals[name] === 0) continue;
      if (at === starts[index + 1] || members[at++] !== name || counts[each++] !== totals[name]) return false;
    }
    if (at !== starts[index + 1]) return false;
  }
  return true;
}

function setRoles(groups: readonly FrequencyGroup[], partners: readonly number[] | null, pooled: boolean): void {
  let pool = NO_POOL;
  let last = -1;
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index]!;
    pools[index] = NO_POOL;
    lasts[index] = false;
    if (group.digits === 0 || (partners !== null && index < partners.length && partners[index]! >= 0))
      roles[index] = OTHER;
    else if (pooled && group.pooled) {
      roles[index] = POOL;
      pool = index;
      last = index + group.pooled;
    } else {
      roles[index] = STORED;
      if (index > last) continue;
      pools[index] = pool;
      lasts[index] = index === last;
    }
  }
}

/** Sets `differences`; returns whether they are halves. */
function setDifferences(groups: readonly FrequencyGroup[]): boolean {
  const lack = (index: number) => (groups[index]!.usual ?? 0) - sums[index]!;
  let halves = true;
  for (let index = 0; index < groups.length && halves; index++)
    if (roles[index] !== OTHER && lack(index) % 2 !== 0) halves = false;
  const unit = halves ? 2 : 1;
  differences.length = 0;
  for (let index = 0; index < groups.length; index++) {
    if (roles[index] === OTHER || lasts[index]) continue;
    const pool = pools[index]!;
    differences.push(
      lack(index) / unit -
        (pool === NO_POOL ? 0 : expectedLack(lack(pool) / unit, groups[index]!.usual, groups[pool]!.usual)),
    );
  }
  return halves;
}

function writeNames(): void {
  const areBases = alleleNames.length === 2 && alleleNames[0]!.length === 1 && alleleNames[1]!.length === 1;
  const first = areBases ? BASES.indexOf(alleleNames[0]!) : -1;
  const second = areBases ? BASES.indexOf(alleleNames[1]!) : -1;
  if (first >= 0 && second >= 0) writer.number(1 + BASES.length * first + second);
  else writeList(alleleNames);
  const choice = genotypeNames.length > 0 ? choiceOfUsual(genotypeNames) : 0;
  if (choice > 0) writer.number(choice);
  else writeList(genotypeNames);
}

/** Names of genotypes as a choice of those that are usual; 0 where they are none. */
function choiceOfUsual(names: readonly string[]): number {
  const usual = usualGenotypes(alleleNames);
  return names.length <= usual.length
    ? choiceOf(
        names.map((genotype) => usual.indexOf(genotype)),
        0,
        names.length,
      )
    : 0;
}

function writeList(names: readonly string[]): void {
  writer.number(0).number(names.length);
  for (let each = 0; each < names.length; each++) writer.text(names[each]!);
}

function isLoneGroup(index: number): boolean {
  return isLone(members, starts[index]!, starts[index + 1]!);
}

function writeMarks(groups: number): void {
  let [marks, bit, marked] = [0, 1, 0];
  for (let index = 0; index < groups; index++) {
    if (roles[index] !== STORED) continue;
    if (!isLoneGroup(index)) marks += bit;
    bit *= 2;
    if (++marked < MARKED_TOGETHER) continue;
    writer.number(marks);
    [marks, bit, marked] = [0, 1, 0];
  }
  if (marked > 0) writer.number(marks);
}

function writeCounted({ counts }: FrequencyGroup, index: number): void {
  const [from, to] = [starts[index]!, starts[index + 1]!];
  const choice = choiceOf(members, from, to);
  writer.number(choice);
  if (choice === 0) writeMembers(from, to);
  for (let each = 1; each < to - from; each++) writer.number(counts[each]!);
}

function writeListed({ counts, frequencies }: FrequencyGroup, index: number): void {
  writeMembers(starts[index]!, starts[index + 1]!);
  for (let each = 0; each < counts.length; each++)
    writer.number(counts[each] === null ? 0 : counts[each]! + 1).text(String(frequencies![each]));
}

function writeMembers(from: number, to: number): void {
  writer.number(to - from);
  for (let at = from; at < to; at++) writer.number(members[at]!);
}

/** What records have that have groups of the same heads. */
interface EncodedLayout {
  /** As encodeHeads makes them. */
  heads: Uint8Array;
  /** As partnersOf. */
  partners: readonly number[] | null;
  hasPools: boolean;
}

/** Groups of no submission, as one follows another, and what is made of their heads: most variants have the same. */
interface Step {
  head: FrequencyHead;
  isGenotype: boolean;
  next: Step[];
  /** Of details that end here. */
  layout: EncodedLayout | null;
}

const start = (): Step => ({
  head: { population: null, submission: null, digits: 0 },
  isGenotype: false,
  next: [],
  layout: null,
});
let [first, steps] = [start(), 0];
const STEPS_KEPT = 10_000;

function layoutOf(alleles: readonly FrequencyGroup[], genotypes: readonly FrequencyGroup[]): EncodedLayout {
  if (steps > STEPS_KEPT) [first, steps] = [start(), 0];
  let step: Step | null = first;
  for (let each = 0; each < alleles.length && step; each++) step = stepTo(step, alleles[each]!, false);
  for (let each = 0; each < genotypes.length && step; each++) step = stepTo(step, genotypes[each]!, true);
  return step ? (step.layout ??= encodedLayout(alleles, genotypes)) : encodedLayout(alleles, genotypes);
}

/** Null for a group of a submission. */
function stepTo({ next }: Step, group: FrequencyGroup, isGenotype: boolean): Step | null {
  const { population, submission, digits, usual, pooled } = group;
  if (submission !== null) return null;
  for (let each = 0; each < next.length; each++) {
    const step = next[each]!;
    const head = step.head;
    if (
      head.population === population &&
      head.digits === digits &&
      head.usual === usual &&
      head.pooled === pooled &&
      step.isGenotype === isGenotype
    )
      return step;
  }
  steps++;
  const step: Step = { head: { population, submission, digits, usual, pooled }, isGenotype, next: [], layout: null };
  next.push(step);
  return step;
}

function encodedLayout(alleles: readonly FrequencyGroup[], genotypes: readonly FrequencyGroup[]): EncodedLayout {
  return {
    heads: encodeHeads(alleles, genotypes),
    partners: partnersOf(alleles, genotypes),
    hasPools: alleles.some(({ pooled }) => pooled),
  };
}
