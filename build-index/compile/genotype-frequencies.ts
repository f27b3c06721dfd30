import { FIRST_CODE, type AlleleFrequency, type GenotypeFrequency, type GenotypeGroup } from '../../src/variants/variant-details.ts';
import type { CountedPopulation } from './genotyped-samples.ts';

/** Alleles of samples that the variant does not have in the database: they count for the whole, as nothing. */
export type UnknownAlleles = readonly (readonly [sample: number, alleles: number])[];

/** Counts alleles and genotypes of samples in populations. */
export class FrequencyCounter {
  readonly #populations: readonly CountedPopulation[];
  /** Populations of sample s: those at `#starts[s]` to `#starts[s + 1]` of `#memberships`. */
  readonly #starts: Uint32Array;
  readonly #memberships: Uint32Array;

  constructor(populations: readonly CountedPopulation[]) {
    this.#populations = populations;
    const last = populations.reduce((most, { samples }) => [...samples].reduce((a, b) => Math.max(a, b), most), -1);
    const of: number[][] = Array.from({ length: last + 1 }, () => []);
    for (const [each, { samples }] of populations.entries()) for (const sample of samples) of[sample]!.push(each);
    this.#starts = new Uint32Array(of.length + 1);
    of.forEach((list, sample) => (this.#starts[sample + 1] = this.#starts[sample]! + list.length));
    this.#memberships = Uint32Array.from(of.flat());
  }

  /**
   * Frequencies of alleles and genotypes, each submission by itself. Genotypes that differ in the order of their alleles only
   * are the same.
   */
  count(groups: readonly GenotypeGroup[], unknown: UnknownAlleles = []): { alleles: AlleleFrequency[]; genotypes: GenotypeFrequency[] } {
    const result: { alleles: AlleleFrequency[]; genotypes: GenotypeFrequency[] } = { alleles: [], genotypes: [] };
    if (this.#populations.length === 0) return result;
    const bySubmission = [...Map.groupBy(groups, ({ submission }) => submission)].map(([submission, called]) => ({ submission, tallies: this.#tallies(called) }));
    for (const [each, { name, samples }] of this.#populations.entries()) {
      const others = unknown.filter(([sample]) => samples.has(sample));
      const otherAlleles = others.reduce((sum, [, alleles]) => sum + alleles, 0);
      for (const { submission, tallies } of bySubmission) {
        const { alleles, genotypes } = tallies[each]!;
        const [alleleTotal, genotypeTotal] = [total(alleles) + otherAlleles, total(genotypes) + others.length];
        for (const [allele, count] of alleles) result.alleles.push({ allele, frequency: rounded(count / alleleTotal), population: name, count, submission });
        for (const [genotype, count] of genotypes) result.genotypes.push({ genotype, frequency: rounded(count / genotypeTotal), population: name, count, submission });
      }
    }
    return result;
  }

  /** Of each population, in the order in which its samples show them. */
  #tallies(groups: readonly GenotypeGroup[]): { alleles: Map<string, number>; genotypes: Map<string, number> }[] {
    const tallies = this.#populations.map(() => ({ alleles: new Map<string, number>(), genotypes: new Map<string, number>() }));
    for (const group of groups) {
      const parts = group.genotypes.map((genotype) => genotype.split('|').sort());
      for (const [population, code, count] of this.#counted(group)) {
        const { alleles, genotypes } = tallies[population]!;
        increase(genotypes, parts[code]!.join('|'), count);
        for (const allele of parts[code]!) increase(alleles, allele, count);
      }
    }
    return tallies;
  }

  /** How many samples of each population have which genotype: those of a population in the order in which its samples show them. */
  #counted({ genotypes, codes, samples }: GenotypeGroup): [population: number, code: number, count: number][] {
    const [starts, memberships, different] = [this.#starts, this.#memberships, genotypes.length];
    const counts = new Uint32Array(this.#populations.length * different);
    const shown: number[] = [];
    let next = 0;
    for (let run = 0; run < samples.length; run += 2) {
      const end = samples[run]! + samples[run + 1]!;
      for (let sample = samples[run]!; sample < end; sample++) {
        const code = codes.charCodeAt(next++) - FIRST_CODE;
        if (sample + 1 >= starts.length) continue;
        for (let at = starts[sample]!; at < starts[sample + 1]!; at++) {
          const place = memberships[at]! * different + code;
          if (counts[place]!++ === 0) shown.push(place);
        }
      }
    }
    return shown.map((place) => [Math.floor(place / different), place % different, counts[place]!]);
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Ensembl writes 15 digits. */
function rounded(frequency: number): number {
  return Number(frequency.toPrecision(15));
}
