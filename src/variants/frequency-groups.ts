/**
 * Frequencies of one population and submission that stand together: how details-record.ts stores them, and how a
 * compiler that has counted them hands them over. Where frequencies are shares of counts, nobody needs to work them
 * out before they are asked for.
 */
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import type { AlleleFrequency, GenotypeFrequency, VariantDetails } from './variant-details.ts';

/**
 * Significant digits of shares: those that Ensembl writes of counts in VCF files, and of those that it counts itself.
 */
export const [FEW_DIGITS, MANY_DIGITS] = [4, 15] as const;
type Digits = 0 | typeof FEW_DIGITS | typeof MANY_DIGITS;

export interface FrequencyGroup {
  population: string | null;
  submission: number | null;
  /**
   * Every frequency is its count's share of the sum of all counts of the group, at so many digits; 0 where
   * frequencies are told.
   */
  digits: Digits;
  /** Alleles or genotypes. */
  names: string[];
  /** Null when only the frequency is known. */
  counts: (number | null)[];
  /** Only of 0 digits. */
  frequencies?: number[];
  /** What the sum of all counts is at many variants, or a little less. */
  usual?: number | undefined;
  /** So many groups behind this one may be those that it is the sum of: all of alleles, of FEW_DIGITS digits. */
  pooled?: number | undefined;
}

/** VariantDetails, with frequencies in groups. */
export interface GroupedDetails {
  alleles: FrequencyGroup[];
  genotypes: FrequencyGroup[];
  chips: string[];
  phenotypes: PhenotypeRecord[];
}

export const NO_DETAILS: GroupedDetails = { alleles: [], genotypes: [], chips: [], phenotypes: [] };

type Frequencies = Pick<GroupedDetails, 'alleles' | 'genotypes'>;

/** In Ensembl's order: frequencies that files tell, those of the database, those counted. */
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

export function groupDetails({ alleles, genotypes, chips, phenotypes }: VariantDetails): GroupedDetails {
  const groups = [
    groupsOf(alleles.map(({ allele, ...rest }) => ({ name: allele, ...rest }))),
    groupsOf(genotypes.map(({ genotype, ...rest }) => ({ name: genotype, ...rest }))),
  ];
  // The fewest digits would do for shares such as a half: that groups of one origin are alike is worth more.
  const digits = groups.flat().some((group) => fits(group, MANY_DIGITS) && !fits(group, FEW_DIGITS))
    ? ([MANY_DIGITS, FEW_DIGITS] as const)
    : ([FEW_DIGITS, MANY_DIGITS] as const);
  const [alleleGroups, genotypeGroups] = groups.map((some) =>
    some.map((group): FrequencyGroup => {
      const [{ population, submission }] = group as [Counted];
      const [names, counts] = [group.map(({ name }) => name), group.map(({ count }) => count)];
      const shares = digits.find((each) => fits(group, each));
      return shares
        ? { population, submission, digits: shares, names, counts }
        : { population, submission, digits: 0, names, counts, frequencies: group.map(({ frequency }) => frequency) };
    }),
  );
  return { alleles: alleleGroups!, genotypes: genotypeGroups!, chips, phenotypes };
}

export function listDetails({ alleles, genotypes, chips, phenotypes }: GroupedDetails): VariantDetails {
  return {
    alleles: alleles.flatMap(listed).map(({ name, ...rest }): AlleleFrequency => ({ allele: name, ...rest })),
    genotypes: genotypes
      .flatMap(listed)
      .map(({ name, count, ...rest }): GenotypeFrequency => ({ genotype: name, ...rest, count: count ?? 0 })),
    chips,
    phenotypes,
  };
}

function listed({ population, submission, digits, names, counts, frequencies }: FrequencyGroup): Counted[] {
  const sum = digits > 0 ? sumOf(counts) : 0;
  return names.map((name, each) => ({
    name,
    frequency: digits > 0 ? share(counts[each]!, sum, digits) : frequencies![each]!,
    population,
    count: counts[each]!,
    submission,
  }));
}

function groupsOf(frequencies: readonly Counted[]): Counted[][] {
  const groups: Counted[][] = [];
  for (const each of frequencies) {
    const last = groups.at(-1);
    if (last && last[0]!.population === each.population && last[0]!.submission === each.submission) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Are these shares of the sum of their counts? */
function fits(group: readonly Counted[], digits: typeof FEW_DIGITS | typeof MANY_DIGITS): boolean {
  const sum = sumOf(group.map(({ count }) => count));
  return (
    isStored(sum) &&
    group.every(({ count, frequency }) => count !== null && count >= 0 && share(count, sum, digits) === frequency)
  );
}

/** Sums are stored as differences that may be negative, which take a bit more. */
export function isStored(sum: number): boolean {
  return sum > 0 && Number.isSafeInteger(2 * sum);
}

/** The counts of alleles that follow from those of genotypes: in the order in which these show them. */
export function allelesOf({
  names: genotypes,
  counts: counted,
}: FrequencyGroup): Pick<FrequencyGroup, 'names' | 'counts'> {
  const [names, counts]: [string[], number[]] = [[], []];
  for (let each = 0; each < genotypes.length; each++) {
    for (const name of allelesOfGenotype(genotypes[each]!)) {
      const at = names.indexOf(name);
      if (at >= 0) counts[at]! += counted[each]!;
      else counts[names.push(name) - 1] = counted[each]!;
    }
  }
  return { names, counts };
}

/** Is a group of alleles what allelesOf makes of genotypes? Makes nothing on the way. */
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

/** Of the genotypes that were split last: most variants have those of others. */
const splitGenotypes = new Map<string, readonly string[]>();
const SPLIT_KEPT = 1000;
/** Longer ones are those of few variants, and would be kept by no budget of memory. */
const SPLIT_LETTERS = 32;

function allelesOfGenotype(genotype: string): readonly string[] {
  const known = splitGenotypes.get(genotype);
  if (known) return known;
  if (splitGenotypes.size === SPLIT_KEPT) splitGenotypes.clear();
  const alleles = genotype.split('|');
  if (genotype.length <= SPLIT_LETTERS) splitGenotypes.set(genotype, alleles);
  return alleles;
}

/**
 * The sums of the counts of groups that the one at an index pools: of names that any has, in the order of `all`. Null
 * where they are not all there and counted.
 */
export function pooledGroup(
  groups: readonly FrequencyGroup[],
  index: number,
  all: readonly string[],
): Pick<FrequencyGroup, 'names' | 'counts'> | null {
  const end = index + 1 + groups[index]!.pooled!;
  if (end > groups.length || groups[index]!.digits === 0) return null;
  const sums = new Array<number>(all.length).fill(0);
  for (let each = index + 1; each < end; each++) {
    const { names, counts, digits, pooled } = groups[each]!;
    if (digits === 0 || pooled) return null;
    for (let at = 0; at < names.length; at++) sums[all.indexOf(names[at]!)]! += counts[at]!;
  }
  const shown = all.filter((_, each) => sums[each]! > 0);
  return { names: shown, counts: sums.filter((sum) => sum > 0) };
}

export function sumOf(counts: readonly (number | null)[]): number {
  let sum = 0;
  for (const count of counts) sum += count ?? 0;
  return sum;
}

export function share(count: number, sum: number, digits: number): number {
  return Number((count / sum).toPrecision(digits));
}
