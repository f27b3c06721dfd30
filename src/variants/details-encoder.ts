/**
 * Encoder of the records that details-record.ts specifies. The compiler encodes hundreds of millions of them, so this
 * module works on shared arrays and allocates nothing for a variant.
 */
import { at, present } from '../checked.ts';
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
  hasOnlyFirstName,
  MARKS_PER_NUMBER,
  partnersOf,
} from './details-fields.ts';

const writer = new FieldWriter();

export function encodeGroups(details: GroupedDetails): Uint8Array {
  writeGroups(details);
  return writer.record();
}

/** Encodes into a buffer that the next call overwrites: the caller must copy the record. */
export function lendEncodedGroups(details: GroupedDetails, to: ByteSlice): void {
  writeGroups(details);
  writer.lend(to);
}

/** The distinct names of the record. */
const [alleleNames, genotypeNames]: [string[], string[]] = [[], []];
/**
 * `members`: numbers of the names of all groups, one group after the other; `starts`: where each group begins there.
 */
const [starts, members]: [number[], number[]] = [[0], []];
/** Sum of the counts of each group; 0 for groups that are not counted. */
const sums: number[] = [];
/** STORED: counts are stored; POOL: counts are the sum of other groups; OTHER: the group has no stored sum. */
const [STORED, POOL, OTHER] = [0, 1, 2] as const;
const roles: (typeof STORED | typeof POOL | typeof OTHER)[] = [];
/** For each group, the index of its pool, and whether it is the last group of the pool. */
const [pools, lasts]: [number[], boolean[]] = [[], []];
const NO_POOL = -1;
/** Stored differences of sums from the usual ones. */
const differences: number[] = [];

function writeGroups(details: GroupedDetails): void {
  const { alleles, genotypes, chips, sets, phenotypes } = details;
  const { heads, partners, hasPools } = layoutOf(alleles, genotypes);
  const groups = genotypes.length > 0 ? alleles.concat(genotypes) : alleles;
  numberNames(groups, alleles.length);
  const follow = partners !== null && allFollow(alleles, genotypes, partners);
  const pooled = hasPools && arePooled(groups, alleles.length);
  setRoles(groups, follow ? partners : null, pooled);
  const halves = setDifferences(groups);
  const usual = differences.every((difference) => difference === 0);
  const more = sets.length > 0 ? [chips, phenotypes, sets] : [chips, phenotypes];
  writer.bytes(heads).text(more.some((list) => list.length > 0) ? JSON.stringify(more) : '');
  writer.number(
    (follow ? FLAGS.follow : 0) +
      (pooled ? FLAGS.pooled : 0) +
      (usual ? FLAGS.usual : 0) +
      (halves && !usual ? FLAGS.halves : 0),
  );
  writeNames();
  if (!usual) for (const difference of differences) writer.signed(difference);
  writeMarks(groups.length);
  for (let index = 0; index < groups.length; index++)
    if (roles[index] === STORED && !groupHasOnlyFirstName(index)) writeCounted(groups[index]!, index);
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

/** The number of a name; adds a new name. Searching a few names is faster than a map. */
function numberIn(names: string[], name: string): number {
  for (let each = 0; each < names.length; each++) if (names[each] === name) return each;
  return names.push(name) - 1;
}

/** Do all groups of alleles with a partner follow from it? */
function allFollow(
  alleles: readonly FrequencyGroup[],
  genotypes: readonly FrequencyGroup[],
  partners: readonly number[],
): boolean {
  for (let each = 0; each < alleles.length; each++) {
    const partner = partners[each]!;
    if (partner >= 0 && !areAllelesOf(alleles[each]!, genotypes[partner]!)) return false;
  }
  return true;
}

const totals: number[] = [];

/**
 * Does every pool equal pooledGroup of its parts? Pools and parts must be groups of alleles of FEW_DIGITS digits, so
 * that none of them can also follow from genotypes.
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

/** Sets `differences`. @returns true if all are even, and so `differences` contains their halves */
function setDifferences(groups: readonly FrequencyGroup[]): boolean {
  const lack = (index: number) => (groups[index]?.usual ?? 0) - sums[index]!;
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
        (pool === NO_POOL ? 0 : expectedLack(lack(pool) / unit, groups[index]?.usual, groups[pool]?.usual)),
    );
  }
  return halves;
}

function writeNames(): void {
  const [one = '', other = ''] = alleleNames;
  const areBases = alleleNames.length === 2 && one.length === 1 && other.length === 1;
  const first = areBases ? BASES.indexOf(one) : -1;
  const second = areBases ? BASES.indexOf(other) : -1;
  if (first >= 0 && second >= 0) writer.number(1 + BASES.length * first + second);
  else writeList(alleleNames);
  const choice = genotypeNames.length > 0 ? choiceOfUsual(genotypeNames) : 0;
  if (choice > 0) writer.number(choice);
  else writeList(genotypeNames);
}

/** Names of genotypes as the number of a choice of the usual ones; 0 if there is no such choice. */
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
  for (const name of names) writer.text(name);
}

function groupHasOnlyFirstName(index: number): boolean {
  return hasOnlyFirstName(members, starts[index]!, starts[index + 1]!);
}

function writeMarks(groups: number): void {
  let [marks, bit, marked] = [0, 1, 0];
  for (let index = 0; index < groups; index++) {
    if (roles[index] !== STORED) continue;
    if (!groupHasOnlyFirstName(index)) marks += bit;
    bit *= 2;
    if (++marked < MARKS_PER_NUMBER) continue;
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
  const listed = present(frequencies, 'the frequencies of a group');
  writeMembers(starts[index]!, starts[index + 1]!);
  for (let each = 0; each < counts.length; each++) {
    const count = counts[each] ?? null;
    writer.number(count === null ? 0 : count + 1).text(String(at(listed, each)));
  }
}

function writeMembers(from: number, to: number): void {
  writer.number(to - from);
  for (let at = from; at < to; at++) writer.number(members[at]!);
}

/** The part of a record that depends only on the heads of its groups. */
interface EncodedLayout {
  /** Result of encodeHeads. */
  heads: Uint8Array;
  /** Result of partnersOf. */
  partners: readonly number[] | null;
  hasPools: boolean;
}

/**
 * Node of a trie that caches layouts by the sequence of group heads: most variants have the same. Only groups without a
 * submission are cached.
 */
interface Step {
  head: FrequencyHead;
  isGenotype: boolean;
  next: Step[];
  /** Layout of the details whose last group this is. */
  layout: EncodedLayout | null;
}

const start = (): Step => ({
  head: { population: null, submission: null, digits: 0 },
  isGenotype: false,
  next: [],
  layout: null,
});
let [first, steps] = [start(), 0];
const MAX_STEPS = 10_000;

function layoutOf(alleles: readonly FrequencyGroup[], genotypes: readonly FrequencyGroup[]): EncodedLayout {
  if (steps > MAX_STEPS) [first, steps] = [start(), 0];
  let step: Step | null = first;
  for (const group of alleles) step = step && stepTo(step, group, false);
  for (const group of genotypes) step = step && stepTo(step, group, true);
  return step ? (step.layout ??= encodedLayout(alleles, genotypes)) : encodedLayout(alleles, genotypes);
}

/** Null for a group with a submission. */
function stepTo({ next }: Step, group: FrequencyGroup, isGenotype: boolean): Step | null {
  const { population, submission, digits, usual, pooled } = group;
  if (submission !== null) return null;
  for (const step of next) {
    const { head } = step;
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
