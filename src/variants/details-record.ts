/**
 * The record of the table `variant-details`: what most variants of a genome have alike comes first and together, so that deflate
 * takes it for a copy of the record before; then what is the variant's own, as numbers.
 *
 *   varint n | n bytes of JSON: [groups of alleles, groups of genotypes, chips, phenotypes]
 *   for each group: varint number of frequencies | for each of these varint number of its name
 *   for each counted group: varint sum of its counts
 *   varint number of names | for each: varint bytes, UTF-8
 *   for each group: of a counted one varint count of each but the first, which has the rest of the sum;
 *                   of another for each: varint count + 1, or 0 for none | varint bytes | frequency as JavaScript writes it
 *
 * A group is frequencies that stand together and are of one population and submission: [population, submission, digits]. In a counted
 * one every frequency is its count's share of the sum, at so many digits; one of 0 digits says its frequencies.
 */
import { joinBytes } from '../index/block.ts';
import { FieldReader, sized, varints } from '../index/fields.ts';
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';
import type { AlleleFrequency, GenotypeFrequency, VariantDetails } from './variant-details.ts';

/** Those that Ensembl writes of counts in VCF files, and of those that it counts itself. */
const [FEW, MANY] = [4, 15] as const;
type Digits = 0 | typeof FEW | typeof MANY;
type Group = [population: string | null, submission: number | null, digits: Digits];
type Shape = [alleles: Group[], genotypes: Group[], chips: string[], phenotypes: PhenotypeRecord[]];

/** A frequency of an allele or genotype. */
interface Counted {
  name: string;
  frequency: number;
  population: string | null;
  count: number | null;
  submission: number | null;
}

const NO_DETAILS: VariantDetails = { alleles: [], genotypes: [], chips: [], phenotypes: [] };

export function encodeDetails({ alleles, genotypes, chips, phenotypes }: VariantDetails): Uint8Array {
  const groups = [
    groupsOf(alleles.map(({ allele, ...rest }) => ({ name: allele, ...rest }))),
    groupsOf(genotypes.map(({ genotype, ...rest }) => ({ name: genotype, ...rest }))),
  ];
  // The fewest digits would do for shares such as a half: that groups of one origin are alike is worth more.
  const digits = groups.flat().some((group) => fits(group, MANY) && !fits(group, FEW)) ? [MANY, FEW] as const : [FEW, MANY] as const;
  const ruled = groups.map((some) => some.map((group): { group: Counted[]; digits: Digits } => ({ group, digits: digits.find((each) => fits(group, each)) ?? 0 })));
  const [alleleGroups, genotypeGroups] = ruled.map((some) => some.map(({ group: [first], digits }): Group => [first!.population, first!.submission, digits]));
  const shape: Shape = [alleleGroups!, genotypeGroups!, chips, phenotypes];
  const all = ruled.flat();
  const names = [...new Set(all.flatMap(({ group }) => group.map(({ name }) => name)))];
  const numberOf = new Map(names.map((name, number) => [name, number]));
  return joinBytes([
    ...sized(JSON.stringify(shape)),
    ...all.map(({ group }) => varints([group.length, ...group.map(({ name }) => numberOf.get(name)!)])),
    ...all.filter(({ digits }) => digits > 0).map(({ group }) => varints([sumOf(group)])),
    varints([names.length]), ...names.flatMap(sized),
    ...all.flatMap(({ group, digits }) => (digits > 0
      ? [varints(group.slice(1).map(({ count }) => count!))]
      : group.flatMap(({ count, frequency }) => [varints([count === null ? 0 : count + 1]), ...sized(String(frequency))]))),
  ]);
}

/** @param record undefined where a variant has none. Throws StoreError for one that ends too early. */
export function decodeDetails(record: Uint8Array | undefined): VariantDetails {
  if (!record) return NO_DETAILS;
  const fields = new FieldReader(record);
  const [alleleGroups, genotypeGroups, chips, phenotypes] = JSON.parse(fields.text()) as Shape;
  const groups = [...alleleGroups, ...genotypeGroups];
  const members = groups.map(() => fields.list(() => fields.number()));
  const sums = groups.map(([, , digits]) => (digits > 0 ? fields.number() : 0));
  const names = fields.list(() => fields.text());
  const counted = groups.map(([population, submission, digits], each) => {
    const of = (name: number, count: number | null, frequency: number): Counted => ({ name: names[name]!, frequency, population, count, submission });
    if (digits === 0) return members[each]!.map((name) => of(name, ...told(fields)));
    const counts = members[each]!.map((_, at) => (at === 0 ? 0 : fields.number()));
    counts[0] = counts.reduce((rest, count) => rest - count, sums[each]!);
    return members[each]!.map((name, at) => of(name, counts[at]!, share(counts[at]!, sums[each]!, digits)));
  });
  return {
    alleles: counted.slice(0, alleleGroups.length).flat().map(({ name, ...rest }): AlleleFrequency => ({ allele: name, ...rest })),
    genotypes: counted.slice(alleleGroups.length).flat().map(({ name, count, ...rest }): GenotypeFrequency => ({ genotype: name, ...rest, count: count ?? 0 })),
    chips, phenotypes,
  };
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
function fits(group: readonly Counted[], digits: typeof FEW | typeof MANY): boolean {
  const sum = sumOf(group);
  return sum > 0 && Number.isSafeInteger(sum) && group.every(({ count, frequency }) => count !== null && count >= 0 && share(count, sum, digits) === frequency);
}

function sumOf(group: readonly Counted[]): number {
  return group.reduce((sum, { count }) => sum + (count ?? 0), 0);
}

function share(count: number, sum: number, digits: number): number {
  return Number((count / sum).toPrecision(digits));
}

/** Of a group that says its frequencies. */
function told(fields: FieldReader): [count: number | null, frequency: number] {
  const count = fields.number();
  return [count === 0 ? null : count - 1, Number(fields.text())];
}
