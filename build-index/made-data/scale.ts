/**
 * How much made data a scale asks for. A scale is the length of the chromosome in megabases, and all else grows with it: 1 is as long as the
 * demo's genomes, 250 as long as the first human chromosome. The chromosome is a row of stretches that are made one by one.
 */
export const LARGEST_SCALE = 250;
/** One stretch. */
export const SMALLEST_SCALE = 0.1;

export const STRETCH_BASES = 100_000;
const STRETCHES_PER_UNIT = 10;

/** Genes of ten stretches in a row, 20 in a megabase: here they crowd, there are none. */
const GENES_OF_STRETCHES = [3, 1, 0, 4, 2, 1, 5, 0, 2, 2] as const;
const GENES_PER_UNIT = GENES_OF_STRETCHES.reduce<number>((sum, genes) => sum + genes, 0);

/** One in 12.5 bases, as dbSNP has of human. */
export const VARIANTS_IN_STRETCH = 8000;
/** Of so many variants one has genotypes. */
export const GENOTYPED_EVERY = 20;
/** As many as the third phase of the 1000 Genomes Project had, at every scale: what a genotype costs must not hide what a variant costs. */
export const SAMPLES = 2504;
/** With promoters 13 in 100 kilobases, as Ensembl's human build has; and of places that fit a matrix, only a part of what it has. */
export const REGULATORY_FEATURES_IN_STRETCH = 12;
export const MOTIFS_IN_STRETCH = 200;
/** More than genes: most families of a release have no member on one chromosome. */
export const TREES_IN_STRETCH = 8;
const TAXON_NAMES_IN_STRETCH = 1000;

export interface Scale {
  stretches: number;
  /** Of the chromosome, in bases. */
  length: number;
  genes: number;
  variants: number;
  genotyped: number;
  trees: number;
  taxonNames: number;
}

/** @throws RangeError with a sentence when there is no such scale */
export function scaleOf(megabases: number): Scale {
  const stretches = Math.round(megabases * STRETCHES_PER_UNIT);
  if (!(megabases >= SMALLEST_SCALE && megabases <= LARGEST_SCALE) || Math.abs(stretches - megabases * STRETCHES_PER_UNIT) > 1e-6) {
    throw new RangeError(`the scale must be from ${SMALLEST_SCALE} to ${LARGEST_SCALE} in steps of ${SMALLEST_SCALE}, not ${megabases}`);
  }
  const variants = stretches * VARIANTS_IN_STRETCH;
  return {
    stretches, length: stretches * STRETCH_BASES, genes: genesBefore(stretches), variants, genotyped: variants / GENOTYPED_EVERY,
    trees: stretches * TREES_IN_STRETCH, taxonNames: stretches * TAXON_NAMES_IN_STRETCH,
  };
}

export function genesIn(stretch: number): number {
  return GENES_OF_STRETCHES[stretch % STRETCHES_PER_UNIT]!;
}

/** Genes of all stretches before one. */
export function genesBefore(stretch: number): number {
  const inUnit = GENES_OF_STRETCHES.slice(0, stretch % STRETCHES_PER_UNIT).reduce<number>((sum, genes) => sum + genes, 0);
  return Math.floor(stretch / STRETCHES_PER_UNIT) * GENES_PER_UNIT + inUnit;
}
