/**
 * The record of the table `variant-details`. For better compression, the fields that most variants of a genome share
 * come first, so that they repeat the record before; the variant's own data follows as small, similar numbers.
 *
 *   heads of groups, chips, phenotypes, sets
 *   varint of FLAGS | names of alleles | names of genotypes | sums | groups: details-fields.ts
 *
 * A group contains consecutive frequencies of one population and submission. In a counted group (digits > 0) every
 * frequency is its count's share of the group's sum, rounded to that number of digits. A group of 0 digits stores its
 * frequencies.
 *
 * Groups that follow from others are not stored (FLAGS.follow: alleles that follow from the genotypes of the same
 * population and submission, of MANY_DIGITS digits; FLAGS.pooled). For the other counted groups there are varints of
 * bits, 28 groups each, lowest bit first: a bit is set if the group has other names than only the first. For each
 * group whose bit is set: its names, and the counts of all but the first of them, which has the rest of the sum. Then
 * for each group of 0 digits: varint number of names, the number of each; for each: varint count + 1, or 0 for none |
 * varint bytes | frequency as JavaScript writes it.
 */
import { at } from '../checked.ts';
import { FieldReader } from '../index/blocks/fields.ts';
import {
  FLAGS,
  MARKS_PER_NUMBER,
  partnersOf,
  decodeHeads,
  type FrequencyHead,
  readMembers,
  readNames,
  readSums,
  type SummedGroup,
} from './details-fields.ts';
import {
  allelesOf,
  listDetails,
  pooledGroup,
  sumOf,
  type FrequencyGroup,
  type GroupedDetails,
} from './frequency-groups.ts';
import { nameAt } from './record-layouts.ts';
import type { VariantDetails } from './variant-details.ts';

export { encodeGroups, lendEncodedGroups } from './details-encoder.ts';

const NO_DETAILS: VariantDetails = { alleles: [], genotypes: [], chips: [], sets: [], phenotypes: [] };

/** @param record undefined for a variant without one. Throws StoreError for a record that ends too early. */
export function decodeDetails(record: Uint8Array | undefined): VariantDetails {
  return record ? listDetails(decodeGroups(record)) : NO_DETAILS;
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
  const stored = summed.filter(({ isStored }) => isStored);
  const marks: number[] = [];
  for (let from = 0; from < stored.length; from += MARKS_PER_NUMBER) marks.push(fields.number());
  for (const [each, { group, index, sum }] of stored.entries()) {
    const all = index < alleles.length ? alleleNames : genotypeNames;
    const isMarked =
      Math.floor(at(marks, Math.floor(each / MARKS_PER_NUMBER)) / 2 ** (each % MARKS_PER_NUMBER)) % 2 === 1;
    const members = isMarked ? readMembers(fields) : [0];
    group.names = members.map((member) => nameAt(all, member));
    group.counts = members.map((_, at) => (at === 0 ? 0 : fields.number()));
    if (members.length > 0) group.counts[0] = sum - sumOf(group.counts);
  }
  for (const [index, group] of groups.entries())
    if (group.digits === 0) readListed(fields, group, index < alleles.length ? alleleNames : genotypeNames);
  if (has('pooled'))
    for (const [each, group] of alleles.entries())
      if (group.pooled) Object.assign(group, pooledGroup(alleles, each, alleleNames));
  for (const [each, partner] of partners?.entries() ?? [])
    if (partner >= 0) Object.assign(at(alleles, each), allelesOf(at(genotypes, partner)));
  return { ...heads, alleles, genotypes };
}

function emptyGroup({ population, submission, digits, usual, pooled }: FrequencyHead): FrequencyGroup {
  return { population, submission, digits, names: [], counts: [], usual, pooled };
}

function readListed(fields: FieldReader, group: FrequencyGroup, all: readonly string[]): void {
  const frequencies: number[] = [];
  group.names = fields.list(() => nameAt(all, fields.number()));
  group.frequencies = frequencies;
  group.counts = group.names.map(() => {
    const count = fields.number();
    frequencies.push(Number(fields.text()));
    return count === 0 ? null : count - 1;
  });
}

/** Counted groups whose sums are stored, or follow from those of a pool. */
function summedGroups(
  groups: readonly FrequencyGroup[],
  partners: readonly number[] | null,
  pooled: boolean,
): SummedGroup[] {
  const summed: SummedGroup[] = [];
  let pool: SummedGroup | null = null;
  let last = -1;
  for (let index = 0; index < groups.length; index++) {
    const group = at(groups, index);
    if (group.digits === 0 || (partners && index < partners.length && at(partners, index) >= 0)) continue;
    if (pooled && group.pooled) {
      pool = { group, index, sum: 0, pool: null, isLast: false, isStored: false };
      last = index + group.pooled;
      summed.push(pool);
    } else
      summed.push({ group, index, sum: 0, pool: index <= last ? pool : null, isLast: index === last, isStored: true });
  }
  return summed;
}
