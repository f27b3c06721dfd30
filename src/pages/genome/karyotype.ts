/** The chromosomes of a genome with bands and gene density, from bounded reads. */
import { at } from '../../checked.ts';
import type { SeqRegionRecord, Slice } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import type { DrawnChromosome } from '../drawing/chromosome.ts';

/** Most chromosomes that are drawn. */
const MAX_CHROMOSOMES = 50;
/** Without a karyotype, the longest regions are drawn. */
const LONGEST_REGIONS = 15;
/** Parts of the longest chromosome. */
const PARTS = 120;
const LEAST_PARTS = 4;
/** Parts are merged until they have as many genes on average, since single genes show no density. */
const GENES_PER_PART = 1.5;
const MOST_MERGED = 6;

export interface Karyotype {
  chromosomes: DrawnChromosome[];
  /** Bases of a part of the density. */
  partLength: number;
  /** Whether the genome has a karyotype; otherwise these are its longest regions. */
  isKaryotype: boolean;
  /** Whether the density of any chromosome is estimated. */
  isEstimated: boolean;
  /** Regions that are not drawn. */
  others: number;
}

/**
 * Three waves of reads: names, regions, then bands and genes. Densities of large chromosomes are estimates from the
 * directory and three blocks (src/release/feature-density.ts), so that the reads do not grow with the genome.
 */
export async function readKaryotype(genome: Genome): Promise<Karyotype> {
  const { topLevel, karyotype } = await genome.info();
  const isKaryotype = karyotype.length > 0;
  const names = isKaryotype
    ? karyotype.slice(0, MAX_CHROMOSOMES)
    : topLevel
        .toSorted((a, b) => b.length - a.length)
        .slice(0, LONGEST_REGIONS)
        .map(({ name }) => name);
  const found = await genome.seqRegions(names);
  const regions = names.flatMap((name, which) => {
    const named = at(found, which).filter((region) => region.name === name && region.topLevel);
    return named.find((region) => region.karyotypeRank !== null) ?? named[0] ?? [];
  });
  const slices = regions.map((region): Slice => ({ region, start: 1, end: region.length, strand: 1 }));
  const longest = regions.reduce((most, { length }) => Math.max(most, length), 1);
  const [bands, densities] = await Promise.all([
    genome.entry.tables.bands ? genome.overlapping('bands', slices) : slices.map(() => []),
    Promise.all(slices.map((slice) => genome.density('genes', slice, partsOf(slice.region, longest)))),
  ]);
  const genes = densities.reduce((sum, { counts }) => sum + sumOf(counts), 0);
  const parts = densities.reduce((sum, { counts }) => sum + counts.length, 0);
  const factor = Math.max(1, Math.min(MOST_MERGED, Math.ceil((GENES_PER_PART * parts) / Math.max(genes, 1))));
  return {
    partLength: (factor * longest) / PARTS,
    chromosomes: regions.map(({ name, length }, which) => ({
      name,
      length,
      bands: at(bands, which).map(({ record, start, end }) => ({
        start,
        end,
        name: record.name,
        stain: record.stain ?? '',
      })),
      density: merged(at(densities, which).counts, factor),
    })),
    isKaryotype,
    isEstimated: densities.some(({ exact }) => !exact),
    others: Math.max(0, topLevel.length - regions.length),
  };
}

function partsOf({ length }: SeqRegionRecord, longest: number): number {
  return Math.max(LEAST_PARTS, Math.round((PARTS * length) / longest));
}

/** Sums of so many neighbours; the last sum may have fewer. */
function merged(counts: readonly number[], factor: number): number[] {
  return Array.from({ length: Math.ceil(counts.length / factor) }, (_, which) =>
    sumOf(counts.slice(which * factor, (which + 1) * factor)),
  );
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
