/**
 * The amount of data for a scale. A scale is the length of the chromosome in megabases, and all else is proportional:
 * 1 is about the size of a demo genome, 250 that of human chromosome 1. The chromosome consists of tiles that are
 * generated one by one.
 */
import { at } from '../../../src/checked.ts';

export const LARGEST_SCALE = 250;
/** One tile. */
export const SMALLEST_SCALE = 0.1;

export const TILE_BASES = 100_000;
const TILES_PER_UNIT = 10;

/** Genes in each of ten tiles, 20 per megabase. The density varies on purpose. */
const GENES_OF_TILES = [3, 1, 0, 4, 2, 1, 5, 0, 2, 2] as const;
const GENES_PER_UNIT = GENES_OF_TILES.reduce<number>((sum, genes) => sum + genes, 0);

/** One per 12.5 bases, the density of human variants in dbSNP. */
export const VARIANTS_IN_TILE = 8000;
/** One of this number of variants has genotypes. */
export const GENOTYPED_EVERY = 20;
/** The number of samples in phase 3 of the 1000 Genomes Project. It is the same at every scale. */
export const SAMPLES = 2504;
/** With promoters about 13 in 100 kb, the density of Ensembl's human regulatory build. */
export const REGULATORY_FEATURES_IN_TILE = 12;
/** Motif features; fewer than in Ensembl's human build. */
export const MOTIFS_IN_TILE = 200;
/** More than genes, because most families of a release have no member on a given chromosome. */
export const TREES_IN_TILE = 8;
const TAXON_NAMES_IN_TILE = 1000;

export interface Scale {
  tiles: number;
  /** Length of the chromosome in bases. */
  length: number;
  genes: number;
  variants: number;
  genotyped: number;
  trees: number;
  taxonNames: number;
}

/** @throws RangeError for a scale that is out of range or no multiple of the smallest one */
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
  return at(GENES_OF_TILES, tile % TILES_PER_UNIT);
}

/** The number of genes in all tiles before one. */
export function genesBefore(tile: number): number {
  const inUnit = GENES_OF_TILES.slice(0, tile % TILES_PER_UNIT).reduce<number>((sum, genes) => sum + genes, 0);
  return Math.floor(tile / TILES_PER_UNIT) * GENES_PER_UNIT + inUnit;
}
