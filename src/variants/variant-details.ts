/**
 * Data of a variant that few requests need, in two tables. Both have the keys of the `variants` table, synonyms
 * included, so that they are read at the same time as the variant itself:
 *
 *   variant-details      frequencies, chips, sets, phenotypes (VariantDetails): details-record.ts
 *   variant-genotypes    genotypes of samples (GenotypeGroup[]): genotypes-record.ts. The genome's document
 *                        `genotyped-samples` contains the samples' names, because one variant has thousands
 *
 * A variant without such data has no record. If several variants share a key, the record is that of the first variant
 * under it, the one that requests for the key find.
 */
import type { PhenotypeRecord } from '../genome/phenotype-record.ts';

/** Frequency of an allele in a population. */
export interface AlleleFrequency {
  allele: string;
  frequency: number;
  population: string | null;
  /** Null if only the frequency is known. */
  count: number | null;
  /** subsnp_id of the submission. */
  submission: number | null;
}

/** Frequency of a genotype, such as 'A|G', in a population. */
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
  /** Ids of the variation sets that contain it, as variation_set_variation lists them: without their supersets. */
  sets: number[];
  phenotypes: PhenotypeRecord[];
}

/** Genotypes from one submission or from one collection of VCF files. */
export interface GenotypeGroup {
  submission: number | null;
  /** The distinct genotypes, alleles in the order of the chromosomes: 'A|G'. */
  genotypes: string[];
  /** For each sample, an index into `genotypes`. */
  codes: Uint16Array;
  /** The samples of `codes`, as runs of first index and length in the document `genotyped-samples`. */
  samples: number[];
}

/** Genome document `genotyped-samples`: name and gender, which is null for samples of VCF files that the dumps lack. */
export type GenotypedSamplesDocument = [name: string, gender: string | null][];

/** Calls `visit` for each sample of a group. A generator would double the time for thousands of samples. */
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

/** Groups the genotypes of samples; the samples must ascend. */
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

/** Adds a sample to runs of first index and length. */
export function addToRuns(samples: number[], sample: number): void {
  if (samples.length > 0 && samples.at(-2)! + samples.at(-1)! === sample) samples[samples.length - 1]!++;
  else samples.push(sample, 1);
}
