/**
 * What only few requests for a variant ask for. Both tables have the keys of the `variants` table, synonyms included,
 * so that they are read at the same time as the variant itself:
 *
 *   variant-details      frequencies, chips, phenotypes (VariantDetails): details-record.ts
 *   variant-genotypes    genotypes of samples (GenotypeGroup[]): genotypes-record.ts; the samples' names stand in the
 *     genome's
 *                        document `genotyped-samples`, since one variant has those of thousands
 *
 * A variant that has nothing of the kind has no record. Variants may share a key: a record is that of the variant
 * that stands first under it, which is the one that the key finds.
 */
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';

/** How often an allele was seen in a population. */
export interface AlleleFrequency {
  allele: string;
  frequency: number;
  population: string | null;
  /** Null when only the frequency is known. */
  count: number | null;
  /** subsnp_id: the submission it comes from. */
  submission: number | null;
}

/** How often a genotype, such as 'A|G', was seen in a population. */
export interface GenotypeFrequency {
  genotype: string;
  frequency: number;
  population: string | null;
  count: number;
  submission: number | null;
}

export interface VariantDetails {
  alleles: AlleleFrequency[];
  genotypes: GenotypeFrequency[];
  /** Names of the genotyping chips that test it. */
  chips: string[];
  phenotypes: PhenotypeRecord[];
}

/** Genotypes that come from one submission, or from a collection of VCF files. */
export interface GenotypeGroup {
  submission: number | null;
  /** Different genotypes, alleles as the chromosomes have them: 'A|G'. */
  genotypes: string[];
  /** One a sample: which of `genotypes`. */
  codes: Uint16Array;
  /** The samples of `codes`, as runs of first index and number in the document `genotyped-samples`. */
  samples: number[];
}

/** Genome document `genotyped-samples`: name and gender. */
export type GenotypedSamplesDocument = [name: string, gender: string][];

/**
 * Tells each sample of a group with its genotype: thousands, for which a generator would take as long as all that is
 * told of them.
 */
export function eachGenotype(
  { genotypes, codes, samples }: GenotypeGroup,
  visit: (sample: number, genotype: string) => void,
): void {
  let next = 0;
  for (let run = 0; run < samples.length; run += 2) {
    const first = samples[run]!;
    const behind = first + samples[run + 1]!;
    for (let sample = first; sample < behind; sample++) visit(sample, genotypes[codes[next++]!]!);
  }
}

/** A group of the genotypes of samples, which ascend. */
export function groupGenotypes(
  submission: number | null,
  called: Iterable<readonly [sample: number, genotype: string]>,
): GenotypeGroup {
  const known = new Map<string, number>();
  const [genotypes, codes, samples]: [string[], number[], number[]] = [[], [], []];
  for (const [sample, genotype] of called) {
    let code = known.get(genotype);
    if (code === undefined) {
      known.set(genotype, (code = genotypes.length));
      genotypes.push(genotype);
    }
    codes.push(code);
    addToRuns(samples, sample);
  }
  return { submission, genotypes, codes: Uint16Array.from(codes), samples };
}

/** Adds a sample to runs of first index and number. */
export function addToRuns(samples: number[], sample: number): void {
  if (samples.length > 0 && samples.at(-2)! + samples.at(-1)! === sample) samples[samples.length - 1]!++;
  else samples.push(sample, 1);
}
