import { eachGenotype, type GenotypeGroup } from '../../src/variants/variant-details.ts';

/** Each sample of a group with its genotype. */
export function genotypesOf(group: GenotypeGroup): [sample: number, genotype: string][] {
  const all: [number, string][] = [];
  eachGenotype(group, (sample, genotype) => all.push([sample, genotype]));
  return all;
}
