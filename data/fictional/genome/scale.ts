/**
 * How much made data a scale asks for. A scale is the length of the chromosome in megabases, and all else grows with
 * it: 1 is as long as the demo's genomes, 250 as long as the first human chromosome. The chromosome is a row of tiles
 * that are made one by one.
 */
export const LARGEST_SCALE = 250;
/** One tile. */
export const SMALLEST_SCALE = 0.1;

export const TILE_BASES = 100_000;
const TILES_PER_UNIT = 10;

/** Genes of ten tiles in a row, 20 in a megabase: here they crowd, there are none. */
const GENES_OF_TILES = [3, 1, 0, 4, 2, 1, 5, 0, 2, 2] as const;
const GENES_PER_UNIT = GENES_OF_TILES.reduce<number>((sum, genes) => sum + genes, 0);

/** One in 12.5 bases, as dbSNP has of human. */
export const VARIANTS_IN_TILE = 8000;
/** Of so many variants one has genotypes. */
export const GENOTYPED_EVERY = 20;
/**
 * As many as the third phase of the 1000 Genomes Project had, at every scale: what a genotype costs must not hide what
 * a variant costs.
 */
export const SAMPLES = 2504;
/**
 * With promoters 13 in 100 kilobases, as Ensembl's human build has; and of places that fit a matrix, only a part of
 * what it has.
 */
export const REGULATORY_FEATURES_IN_TILE = 12;
export const MOTIFS_IN_TILE = 200;
/** More than genes: most families of a release have no member on one chromosome. */
export const TREES_IN_TILE = 8;
const TAXON_NAMES_IN_TILE = 1000;

export interface Scale {
  tiles: number;
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
  const tiles = Math.round(megabases * TILES_PER_UNIT);
  if (
    !(megabases >= SMALLEST_SCALE && megabases <= LARGEST_SCALE) ||
    Math.abs(tiles - megabases * TILES_PER_UNIT) > 1e-6
  ) {
    throw new RangeError(
      `the scale must be from ${SMALLEST_SCALE} to ${LARGEST_SCALE} in steps of ${SMALLEST_SCALE}, not ${megabases}`,
    );
  }
  const variants = tiles * VARIANTS_IN_TILE;
  return {
    tiles,
    length: tiles * TILE_BASES,
    genes: genesBefore(tiles),
    variants,
    genotyped: variants / GENOTYPED_EVERY,
    trees: tiles * TREES_IN_TILE,
    taxonNames: tiles * TAXON_NAMES_IN_TILE,
  };
}

export function genesIn(tile: number): number {
  return GENES_OF_TILES[tile % TILES_PER_UNIT]!;
}

/** Genes of all tiles before one. */
export function genesBefore(tile: number): number {
  const inUnit = GENES_OF_TILES.slice(0, tile % TILES_PER_UNIT).reduce<number>((sum, genes) => sum + genes, 0);
  return Math.floor(tile / TILES_PER_UNIT) * GENES_PER_UNIT + inUnit;
}
