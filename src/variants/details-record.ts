/**
 * The record of the table `variant-details`: what most variants of a genome have alike comes first and together, so that it is a copy of the record before; then
 * what is the variant's own, as numbers that are small and alike.
 *
 *   heads of groups, chips, phenotypes: frequency-heads.ts
 *   varint of FLAGS | names of alleles | names of genotypes | sums | groups: frequency-names.ts, frequency-sums.ts, and below
 *
 * A group is frequencies that stand together and are of one population and submission. In a counted one every frequency is its count's share of the sum, at so many digits; one of
 * 0 digits says its frequencies.
 *
 * Of groups, those that follow from others say nothing (FLAGS.follow: alleles of the genotypes of the same population and submission, of MANY digits; FLAGS.pooled). Of the other counted ones
 * come varints of bits, 28 groups each, the lowest first: set where there is another name than the first. For each group that is so marked: which names, counts of all but the first of
 * these, which has the rest of the sum. Then for each group that says its frequencies: varint number of names, each one's number; for each: varint count + 1, or 0 for
 * none | varint bytes | frequency as JavaScript writes it.
 */
import { FieldReader, FieldWriter } from '../index/fields.ts';
import { allelesOf, listDetails, MANY, pooledGroup, sumOf, type FrequencyGroup, type GroupedDetails } from './frequency-groups.ts';
import { decodeHeads, encodeHeads, type FrequencyHead } from './frequency-heads.ts';
import { FrequencyNames, readMembers, readNames, writeMembers, writeNames } from './frequency-names.ts';
import { differencesOf, readSums, writeSums, type SummedGroup } from './frequency-sums.ts';
import type { VariantDetails } from './variant-details.ts';

/** Alleles follow from genotypes; pools from those that they pool; all sums are the usual ones; all are an even number off these, of which the half is told. */
const FLAGS = { follow: 1, pooled: 2, usual: 4, halves: 8 } as const;
/** Groups of which one number tells whether they have another name than the first. */
const MARKED_TOGETHER = 28;
const NO_DETAILS: VariantDetails = { alleles: [], genotypes: [], chips: [], phenotypes: [] };

/** @param record undefined where a variant has none. Throws StoreError for one that ends too early. */
export function decodeDetails(record: Uint8Array | undefined): VariantDetails {
  return record ? listDetails(decodeGroups(record)) : NO_DETAILS;
}

const writer = new FieldWriter();

export function encodeGroups(details: GroupedDetails): Uint8Array {
  writeGroups(details);
  return writer.record();
}

/** The same for who copies it: good until the next details are encoded. */
export function lendEncodedGroups(details: GroupedDetails): Uint8Array {
  writeGroups(details);
  return writer.lentRecord();
}

const names = new FrequencyNames();

function writeGroups(details: GroupedDetails): void {
  const { alleles, genotypes } = details;
  const { bytes, partners } = shapeOf(details);
  const groups = genotypes.length > 0 ? [...alleles, ...genotypes] : alleles;
  names.begin();
  for (let each = 0; each < alleles.length; each++) names.addAlleles(alleles[each]!.names);
  for (let each = 0; each < genotypes.length; each++) names.addGenotypes(genotypes[each]!.names);
  const follow = partners !== null && partners.every((partner, each) => partner < 0 || isSame(alleles[each]!, allelesOf(genotypes[partner]!)));
  const pooled = hasPools(alleles) && alleles.every((group, each) => !group.pooled || isSame(group, pooledGroup(alleles, each, names.alleles)));
  const summed = summedGroups(groups, follow ? partners : null, pooled);
  const { differences, halves } = differencesOf(summed);
  const usual = differences.every((difference) => difference === 0);
  writer.bytes(bytes).number((follow ? FLAGS.follow : 0) + (pooled ? FLAGS.pooled : 0) + (usual ? FLAGS.usual : 0) + (halves && !usual ? FLAGS.halves : 0));
  writeNames(writer, names);
  if (!usual) writeSums(writer, differences);
  const told = summed.filter(({ isTold }) => isTold);
  for (let from = 0; from < told.length; from += MARKED_TOGETHER) writer.number(marksOf(told, from, alleles.length));
  for (const { group, index } of told) {
    const members = names.membersOf(group.names, index >= alleles.length);
    if (isLone(members)) continue;
    writeMembers(writer, members);
    for (let each = 1; each < members.length; each++) writer.number(group.counts[each]!);
  }
  for (let index = 0; index < groups.length; index++) if (groups[index]!.digits === 0) writeTold(groups[index]!, names.membersOf(groups[index]!.names, index >= alleles.length));
}

function writeTold({ counts, frequencies }: FrequencyGroup, members: readonly number[]): void {
  writer.number(members.length);
  for (let each = 0; each < members.length; each++) writer.number(members[each]!);
  for (let each = 0; each < members.length; each++) writer.number(counts[each] === null ? 0 : counts[each]! + 1).text(String(frequencies![each]));
}

function marksOf(told: readonly SummedGroup[], from: number, alleles: number): number {
  let marks = 0;
  for (let each = from, bit = 1; each < told.length && each < from + MARKED_TOGETHER; each++, bit *= 2) {
    if (!isLone(names.membersOf(told[each]!.group.names, told[each]!.index >= alleles))) marks += bit;
  }
  return marks;
}

function isLone(members: readonly number[]): boolean {
  return members.length === 1 && members[0] === 0;
}

/** Counted groups whose sums are told, or follow from those of a pool. */
function summedGroups(groups: readonly FrequencyGroup[], partners: readonly number[] | null, pooled: boolean): SummedGroup[] {
  const summed: SummedGroup[] = [];
  let pool: SummedGroup | null = null;
  let last = -1;
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index]!;
    if (group.digits === 0 || (partners && index < partners.length && partners[index]! >= 0)) continue;
    if (pooled && group.pooled) {
      pool = { group, index, sum: sumOf(group.counts), pool: null, isLast: false, isTold: false };
      last = index + group.pooled;
      summed.push(pool);
    } else summed.push({ group, index, sum: sumOf(group.counts), pool: index <= last ? pool : null, isLast: index === last, isTold: true });
  }
  return summed;
}

function hasPools(groups: readonly FrequencyGroup[]): boolean {
  for (let each = 0; each < groups.length; each++) if (groups[each]!.pooled) return true;
  return false;
}

function isSame({ names, counts }: FrequencyGroup, other: Pick<FrequencyGroup, 'names' | 'counts'> | null): boolean {
  if (other === null || other.names.length !== names.length) return false;
  for (let each = 0; each < names.length; each++) if (other.names[each] !== names[each] || other.counts[each] !== counts[each]) return false;
  return true;
}

/** Throws StoreError for a record that ends too early. */
export function decodeGroups(record: Uint8Array): GroupedDetails {
  const fields = new FieldReader(record);
  const heads = decodeHeads(fields);
  const flags = fields.number();
  const has = (flag: keyof typeof FLAGS) => (flags & FLAGS[flag]) !== 0;
  const [alleleNames, genotypeNames] = readNames(fields);
  const [alleles, genotypes] = [heads.alleles.map(emptyGroup), heads.genotypes.map(emptyGroup)];
  const groups = [...alleles, ...genotypes];
  const partners = has('follow') ? partnersOf(alleles, genotypes) : null;
  const summed = summedGroups(groups, partners, has('pooled'));
  readSums(fields, summed, has('usual'), has('halves'));
  const told = summed.filter(({ isTold }) => isTold);
  const marks: number[] = [];
  for (let from = 0; from < told.length; from += MARKED_TOGETHER) marks.push(fields.number());
  for (const [each, { group, index, sum }] of told.entries()) {
    const all = index < alleles.length ? alleleNames : genotypeNames;
    const isMarked = Math.floor(marks[Math.floor(each / MARKED_TOGETHER)]! / 2 ** (each % MARKED_TOGETHER)) % 2 === 1;
    const members = isMarked ? readMembers(fields) : [0];
    group.names = members.map((member) => all[member]!);
    group.counts = members.map((_, at) => (at === 0 ? 0 : fields.number()));
    if (members.length > 0) group.counts[0] = sum - sumOf(group.counts);
  }
  for (const [index, group] of groups.entries()) if (group.digits === 0) readTold(fields, group, index < alleles.length ? alleleNames : genotypeNames);
  if (has('pooled')) for (const [each, group] of alleles.entries()) if (group.pooled) Object.assign(group, pooledGroup(alleles, each, alleleNames));
  for (const [each, partner] of partners?.entries() ?? []) if (partner >= 0) Object.assign(alleles[each]!, allelesOf(genotypes[partner]!));
  return { ...heads, alleles, genotypes };
}

function emptyGroup(head: FrequencyHead): FrequencyGroup {
  return { ...head, names: [], counts: [] };
}

function readTold(fields: FieldReader, group: FrequencyGroup, all: readonly string[]): void {
  group.names = fields.list(() => all[fields.number()]!);
  group.frequencies = [];
  group.counts = group.names.map(() => {
    const count = fields.number();
    group.frequencies!.push(Number(fields.text()));
    return count === 0 ? null : count - 1;
  });
}

/** Of each group of alleles the group of genotypes that its counts may follow from, -1 for none; null where none has any. */
function partnersOf(alleles: readonly FrequencyGroup[], genotypes: readonly FrequencyGroup[]): number[] | null {
  const partners = alleles.map((group) => (group.digits !== MANY ? -1
    : genotypes.findIndex(({ population, submission, digits }) => digits === MANY && population === group.population && submission === group.submission)));
  return partners.some((partner) => partner >= 0) ? partners : null;
}

/** What records have that have groups of the same heads. */
interface EncodedShape {
  /** As encodeHeads makes them. */
  bytes: Uint8Array;
  /** As partnersOf. */
  partners: readonly number[] | null;
}

/** Groups of no submission, as one follows another, and what is made of their heads: most variants have the same. */
interface Step {
  head: FrequencyHead;
  isGenotype: boolean;
  next: Step[];
  /** Of details that end here. */
  shape: EncodedShape | null;
}

const start = (): Step => ({ head: { population: null, submission: null, digits: 0 }, isGenotype: false, next: [], shape: null });
let [first, steps] = [start(), 0];
const STEPS_KEPT = 10_000;

function shapeOf(details: GroupedDetails): EncodedShape {
  const { alleles, genotypes, chips, phenotypes } = details;
  if (chips.length > 0 || phenotypes.length > 0 || alleles.some(isSubmitted) || genotypes.some(isSubmitted)) return encodedShape(details);
  if (steps > STEPS_KEPT) [first, steps] = [start(), 0];
  let step = first;
  for (let each = 0; each < alleles.length; each++) step = stepTo(step, alleles[each]!, false);
  for (let each = 0; each < genotypes.length; each++) step = stepTo(step, genotypes[each]!, true);
  return (step.shape ??= encodedShape(details));
}

function isSubmitted({ submission }: FrequencyGroup): boolean {
  return submission !== null;
}

function stepTo({ next }: Step, group: FrequencyGroup, isGenotype: boolean): Step {
  for (let each = 0; each < next.length; each++) {
    const step = next[each]!;
    const head = step.head;
    if (head.population === group.population && head.digits === group.digits && head.usual === group.usual && head.pooled === group.pooled && step.isGenotype === isGenotype) return step;
  }
  steps++;
  const step: Step = { head: { population: group.population, submission: null, digits: group.digits, usual: group.usual, pooled: group.pooled }, isGenotype, next: [], shape: null };
  next.push(step);
  return step;
}

function encodedShape(details: GroupedDetails): EncodedShape {
  return { bytes: encodeHeads(details), partners: partnersOf(details.alleles, details.genotypes) };
}
