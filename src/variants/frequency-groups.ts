/**
 * Groups of consecutive frequencies of one population and submission: the form in which the compiler counts them and
 * details-record.ts stores them. Frequencies that are shares of counts are computed only when a request needs them.
 */
import { at, present } from '../checked.ts';
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import type { AlleleFrequency, GenotypeFrequency, VariantDetails } from './variant-details.ts';

/**
 * Significant digits of Ensembl's frequencies: of those from counts in VCF files, and of those that it counts itself.
 */
export const [FEW_DIGITS, MANY_DIGITS] = [4, 15] as const;
type Digits = 0 | typeof FEW_DIGITS | typeof MANY_DIGITS;

export interface FrequencyGroup {
  population: string | null;
  submission: number | null;
  /**
   * If above 0, every frequency is its count's share of the sum of the group's counts, rounded to this number of
   * significant digits; if 0, `frequencies` contains them.
   */
  digits: Digits;
  /** Alleles or genotypes. */
  names: string[];
  /** Null if only the frequency is known. */
  counts: (number | null)[];
  /** Only in groups of 0 digits. */
  frequencies?: number[];
  /** The usual sum of the counts: that of many variants, of which other variants have a little less. */
  usual?: number | undefined;
  /** Number of following groups whose sum this group may be; all are groups of alleles of FEW_DIGITS digits. */
  pooled?: number | undefined;
}

/** VariantDetails, with frequencies in groups. */
export interface GroupedDetails {
  alleles: FrequencyGroup[];
  genotypes: FrequencyGroup[];
  chips: string[];
  sets: number[];
  phenotypes: PhenotypeRecord[];
}

export const NO_DETAILS: GroupedDetails = { alleles: [], genotypes: [], chips: [], sets: [], phenotypes: [] };

type Frequencies = Pick<GroupedDetails, 'alleles' | 'genotypes'>;

/** Joins groups in Ensembl's order: frequencies from files, those of the database, counted ones. */
export function joinedDetails(
  fromFiles: readonly Frequencies[],
  own: GroupedDetails,
  counted: Frequencies,
): GroupedDetails {
  const inOrder = [...fromFiles, own, counted];
  return {
    ...own,
    alleles: inOrder.flatMap(({ alleles }) => alleles),
    genotypes: inOrder.flatMap(({ genotypes }) => genotypes),
  };
}

/** A frequency of an allele or genotype. */
interface Counted {
  name: string;
  frequency: number;
  population: string | null;
  count: number | null;
  submission: number | null;
}

/** Consecutive frequencies of one population and submission. */
type CountedGroup = [Counted, ...Counted[]];

export function groupDetails({ alleles, genotypes, chips, sets, phenotypes }: VariantDetails): GroupedDetails {
  const alleleGroups = groupsOf(alleles.map(({ allele, ...rest }) => ({ name: allele, ...rest })));
  const genotypeGroups = groupsOf(genotypes.map(({ genotype, ...rest }) => ({ name: genotype, ...rest })));
  // Shares such as a half fit any number of digits. All groups of a record try the same number first, because groups
  // that are alike compress better.
  const hasManyDigits = [...alleleGroups, ...genotypeGroups].some(
    (group) => fits(group, MANY_DIGITS) && !fits(group, FEW_DIGITS),
  );
  const digits = hasManyDigits ? ([MANY_DIGITS, FEW_DIGITS] as const) : ([FEW_DIGITS, MANY_DIGITS] as const);
  const frequencyGroup = (group: CountedGroup): FrequencyGroup => {
    const [{ population, submission }] = group;
    const [names, counts] = [group.map(({ name }) => name), group.map(({ count }) => count)];
    const shares = digits.find((each) => fits(group, each));
    return shares
      ? { population, submission, digits: shares, names, counts }
      : { population, submission, digits: 0, names, counts, frequencies: group.map(({ frequency }) => frequency) };
  };
  return {
    alleles: alleleGroups.map(frequencyGroup),
    genotypes: genotypeGroups.map(frequencyGroup),
    chips,
    sets,
    phenotypes,
  };
}

export function listDetails({ alleles, genotypes, chips, sets, phenotypes }: GroupedDetails): VariantDetails {
  return {
    alleles: alleles.flatMap(listed).map(({ name, ...rest }): AlleleFrequency => ({ allele: name, ...rest })),
    genotypes: genotypes
      .flatMap(listed)
      .map(({ name, count, ...rest }): GenotypeFrequency => ({ genotype: name, ...rest, count: count ?? 0 })),
    chips,
    sets,
    phenotypes,
  };
}

function listed({ population, submission, digits, names, counts, frequencies }: FrequencyGroup): Counted[] {
  const sum = digits > 0 ? sumOf(counts) : 0;
  return names.map((name, each) => {
    const count = counts[each] ?? null;
    return {
      name,
      frequency: digits > 0 ? share(count ?? 0, sum, digits) : at(frequencies ?? [], each),
      population,
      count,
      submission,
    };
  });
}

function groupsOf(frequencies: readonly Counted[]): CountedGroup[] {
  const groups: CountedGroup[] = [];
  for (const each of frequencies) {
    const last = groups.at(-1);
    if (last && last[0].population === each.population && last[0].submission === each.submission) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Are all frequencies shares of the sum of the counts, rounded to some digits? */
function fits(group: readonly Counted[], digits: typeof FEW_DIGITS | typeof MANY_DIGITS): boolean {
  const sum = sumOf(group.map(({ count }) => count));
  return (
    isStored(sum) &&
    group.every(({ count, frequency }) => count !== null && count >= 0 && share(count, sum, digits) === frequency)
  );
}

/** Can this sum be stored? Sums are stored as signed differences, which need one more bit. */
export function isStored(sum: number): boolean {
  return sum > 0 && Number.isSafeInteger(2 * sum);
}

/** The counts of alleles that follow from those of genotypes, in the order in which alleles occur in the genotypes. */
export function allelesOf({
  names: genotypes,
  counts: counted,
}: FrequencyGroup): Pick<FrequencyGroup, 'names' | 'counts'> {
  const [names, counts]: [string[], number[]] = [[], []];
  for (const [each, genotype] of genotypes.entries()) {
    const count = counted[each] ?? 0;
    for (const name of allelesOfGenotype(genotype)) {
      const known = names.indexOf(name);
      if (known >= 0) counts[known] = at(counts, known) + count;
      else counts[names.push(name) - 1] = count;
    }
  }
  return { names, counts };
}

/** Does a group of alleles equal allelesOf the genotypes? Allocates nothing: the compiler calls it for each variant. */
export function areAllelesOf(
  { names, counts }: FrequencyGroup,
  { names: genotypes, counts: counted }: FrequencyGroup,
): boolean {
  let shown = 0;
  for (let each = 0; each < genotypes.length; each++) {
    const alleles = allelesOfGenotype(genotypes[each]!);
    for (let allele = 0; allele < alleles.length; allele++) {
      const at = names.indexOf(alleles[allele]!);
      if (at < 0 || at > shown) return false;
      if (at === shown) sums[shown++] = 0;
      sums[at]! += counted[each]!;
    }
  }
  if (shown !== names.length) return false;
  for (let at = 0; at < shown; at++) if (sums[at] !== counts[at]) return false;
  return true;
}

const sums: number[] = [];

/** Alleles of recent genotypes: most variants have the same few. */
const splitGenotypes = new Map<string, readonly string[]>();
const MAX_SPLIT_GENOTYPES = 1000;
/** Longer genotypes are rare, and the memory for this cache is not reserved. */
const MAX_SPLIT_LETTERS = 32;

function allelesOfGenotype(genotype: string): readonly string[] {
  const known = splitGenotypes.get(genotype);
  if (known) return known;
  if (splitGenotypes.size === MAX_SPLIT_GENOTYPES) splitGenotypes.clear();
  const alleles = genotype.split('|');
  if (genotype.length <= MAX_SPLIT_LETTERS) splitGenotypes.set(genotype, alleles);
  return alleles;
}

/**
 * Names and counts of the pooled group at an index: the sums of the counts of the groups that it pools, for names with
 * a count above 0, in the order of `all`. Null if these groups are missing or not counted.
 */
export function pooledGroup(
  groups: readonly FrequencyGroup[],
  index: number,
  all: readonly string[],
): Pick<FrequencyGroup, 'names' | 'counts'> | null {
  const pool = at(groups, index);
  const end = index + 1 + present(pool.pooled, 'the size of a pool');
  if (end > groups.length || pool.digits === 0) return null;
  const sums = new Map<string, number>();
  for (const { names, counts, digits, pooled } of groups.slice(index + 1, end)) {
    if (digits === 0 || pooled) return null;
    for (const [each, name] of names.entries()) sums.set(name, (sums.get(name) ?? 0) + (counts[each] ?? 0));
  }
  const shown = all.flatMap((name): [string, number][] => {
    const sum = sums.get(name) ?? 0;
    return sum > 0 ? [[name, sum]] : [];
  });
  return { names: shown.map(([name]) => name), counts: shown.map(([, sum]) => sum) };
}

export function sumOf(counts: readonly (number | null)[]): number {
  let sum = 0;
  for (const count of counts) sum += count ?? 0;
  return sum;
}

export function share(count: number, sum: number, digits: number): number {
  return Number((count / sum).toPrecision(digits));
}
