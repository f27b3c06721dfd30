import { genotypesOf, type AlleleFrequency, type GenotypeFrequency, type GenotypeGroup } from '../../src/variants/variant-details.ts';
import type { CountedPopulation } from './genotyped-samples.ts';

/** Alleles of samples that the variant does not have in the database: they count for the whole, as nothing. */
export type UnknownAlleles = readonly (readonly [sample: number, alleles: number])[];

/**
 * Frequencies of alleles and genotypes in populations, counted from genotypes of samples, each submission by itself.
 * Genotypes that differ in the order of their alleles only are the same.
 */
export function countFrequencies(
  groups: readonly GenotypeGroup[], populations: readonly CountedPopulation[], unknown: UnknownAlleles = [],
): { alleles: AlleleFrequency[]; genotypes: GenotypeFrequency[] } {
  const result: { alleles: AlleleFrequency[]; genotypes: GenotypeFrequency[] } = { alleles: [], genotypes: [] };
  const bySubmission = Map.groupBy(groups, ({ submission }) => submission);
  for (const { name, samples } of populations) {
    const others = unknown.filter(([sample]) => samples.has(sample));
    const otherAlleles = others.reduce((sum, [, alleles]) => sum + alleles, 0);
    for (const [submission, called] of bySubmission) {
      const alleles = new Map<string, number>();
      const genotypes = new Map<string, number>();
      for (const group of called) {
        for (const [sample, genotype] of genotypesOf(group)) {
          if (!samples.has(sample)) continue;
          const parts = genotype.split('|').sort();
          increase(genotypes, parts.join('|'));
          for (const allele of parts) increase(alleles, allele);
        }
      }
      const [alleleTotal, genotypeTotal] = [total(alleles) + otherAlleles, total(genotypes) + others.length];
      for (const [allele, count] of alleles) result.alleles.push({ allele, frequency: rounded(count / alleleTotal), population: name, count, submission });
      for (const [genotype, count] of genotypes) result.genotypes.push({ genotype, frequency: rounded(count / genotypeTotal), population: name, count, submission });
    }
  }
  return result;
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Ensembl writes 15 digits. */
function rounded(frequency: number): number {
  return Number(frequency.toPrecision(15));
}
