import { MANY, share, type FrequencyGroup, type GroupedDetails } from '../../src/variants/frequency-groups.ts';
import { listGenotypes, type ListedGenotypes } from '../../src/variants/listed-genotypes.ts';
import type { GenotypeGroup } from '../../src/variants/variant-details.ts';
import { ArrangedSamples } from './arranged-samples.ts';
import type { CountedPopulation } from './genotyped-samples.ts';

/** Alleles of samples that the variant does not have in the database: they count for the whole, as nothing. */
export type UnknownAlleles = readonly (readonly [sample: number, alleles: number])[];

export type CountedFrequencies = Pick<GroupedDetails, 'alleles' | 'genotypes'>;

/** Counts of alleles or genotypes, in the order in which samples show them. */
interface Tally {
  names: string[];
  counts: number[];
}

/** Counts alleles and genotypes of samples in populations. */
export class FrequencyCounter {
  readonly #populations: readonly CountedPopulation[];
  /** Of the group before: those of most variants have the same. */
  #arranged: ArrangedSamples | undefined;

  constructor(populations: readonly CountedPopulation[]) {
    this.#populations = populations;
  }

  /**
   * Frequencies of alleles and genotypes, each submission by itself. Genotypes that differ in the order of their alleles only
   * are the same.
   */
  count(groups: readonly GenotypeGroup[], unknown: UnknownAlleles = []): CountedFrequencies {
    return this.countListed(this.#populations.length > 0 ? groups.map(listGenotypes) : [], unknown);
  }

  /** The same. */
  countListed(groups: readonly ListedGenotypes[], unknown: UnknownAlleles): CountedFrequencies {
    const result: CountedFrequencies = { alleles: [], genotypes: [] };
    if (this.#populations.length === 0) return result;
    const bySubmission = [...Map.groupBy(groups, ({ submission }) => submission)].map(([submission, called]) => ({ submission, tallies: this.#tallies(called) }));
    for (const [each, { name, samples }] of this.#populations.entries()) {
      const others = unknown.length > 0 ? unknown.filter(([sample]) => samples.has(sample)) : unknown;
      const otherAlleles = others.reduce((sum, [, alleles]) => sum + alleles, 0);
      for (const { submission, tallies } of bySubmission) {
        const { alleles, genotypes } = tallies[each]!;
        if (alleles.names.length > 0) result.alleles.push(groupOf(name, submission, alleles, otherAlleles));
        if (genotypes.names.length > 0) result.genotypes.push(groupOf(name, submission, genotypes, others.length));
      }
    }
    return result;
  }

  /** Of each population. */
  #tallies(groups: readonly ListedGenotypes[]): { alleles: Tally; genotypes: Tally }[] {
    const tallies = this.#populations.map(() => ({ alleles: { names: [], counts: [] } as Tally, genotypes: { names: [], counts: [] } as Tally }));
    for (const group of groups) {
      const parts = group.genotypes.map((genotype) => genotype.split('|').sort());
      const names = parts.map((alleles) => alleles.join('|'));
      if (this.#arranged?.samples !== group.samples) this.#arranged = new ArrangedSamples(group.samples, this.#populations);
      const counted = this.#arranged.counted(group);
      for (let each = 0; each < tallies.length; each++) {
        const { alleles, genotypes } = tallies[each]!;
        for (const [code, count] of counted[each]!) {
          increase(genotypes, names[code]!, count);
          for (const allele of parts[code]!) increase(alleles, allele, count);
        }
      }
    }
    return tallies;
  }
}

/** @param others counted for the whole only */
function groupOf(population: string, submission: number | null, { names, counts }: Tally, others: number): FrequencyGroup {
  if (others === 0) return { population, submission, digits: MANY, names, counts };
  const total = counts.reduce((sum, count) => sum + count, others);
  return { population, submission, digits: 0, names, counts, frequencies: counts.map((count) => share(count, total, MANY)) };
}

function increase({ names, counts }: Tally, name: string, by: number): void {
  const at = names.indexOf(name);
  if (at >= 0) counts[at]! += by;
  else counts[names.push(name) - 1] = by;
}
