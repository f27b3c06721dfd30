/**
 * Genotypes as the genotype matrices of a genome: those of VCF files, and those of the database for the other
 * populations.
 */
import { GENOME_OBJECTS } from '../../../src/release/genome-tables.ts';
import { join } from 'node:path';
import type { GenotypesEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import type { RegionOf } from '../../vcf/line-faults.ts';
import { listed } from '../../vcf/vcf-notices.ts';
import { samplesOf, type VcfCollection } from '../../vcf/vcf-config.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { VariantRuns } from '../../vcf/variant-runs.ts';
import { VcfFile } from '../../vcf/vcf-reader.ts';
import { DumpError } from '../../dump/dump-error.ts';
import {
  orderSamples,
  populationsBySampleId,
  populationsBySampleName,
  writePopulations,
  type PopulationMembers,
  type GenotypeParts,
} from './genotyped-populations.ts';
import { compileRegionGenotypes } from './region-genotypes.ts';
import type { RegionSet } from '../genome/regions.ts';

/** A collection whose files are to be compiled. */
export interface GenotypeTask {
  id: string;
  files: readonly string[];
  /** Put before the samples' names of the files. */
  samplePrefix: string;
  populations: readonly PopulationMembers[];
  regionOf: RegionOf;
}

/**
 * Compiles one collection of VCF files of a species, null for one without variants, and says what of it the database
 * knows nothing of.
 */
export async function compileVcfGenotypes(
  database: Database,
  regions: RegionSet,
  collection: VcfCollection,
  parts: GenotypeParts,
  folder: IndexFolder,
): Promise<{ genotypes: GenotypesEntry | null; notices: string[] }> {
  const { id, files, samplePrefix, species } = collection;
  const populations = await populationsBySampleName(database);
  const [find, nowhere] = [regionFinder(regions), new Set<string>()];
  const regionOf: RegionOf = (chromosome) => {
    const region = find(chromosome);
    if (region === null) nowhere.add(chromosome);
    return region;
  };
  const genotypes = await compileCollection({ id, files, samplePrefix, populations, regionOf }, parts, folder);
  const notices: string[] = [];
  if (nowhere.size > 0)
    notices.push(
      `VCF collection ${id} of ${species}: lines on what is no seq region of the dump are left out ` +
        `(${listed([...nowhere])}).`,
    );
  const samples = await samplesOf(collection);
  if (
    samples.length > 0 &&
    !populations.some((population) => samples.some((sample) => population.samples.has(sample)))
  ) {
    notices.push(
      `VCF collection ${id} of ${species}: no population of the variation database has any of its ${samples.length} ` +
        `samples (${samples[0]} …), so that linkage disequilibrium is told of none. Is its sample_prefix right?`,
    );
  }
  return { genotypes, notices };
}

/**
 * Compiles the genotypes that a variation database itself holds, of populations that no collection of VCF files has
 * samples of.
 * @param collections of the genome
 */
export async function compileOwnGenotypes(
  database: Database,
  regions: RegionSet,
  collections: readonly VcfCollection[],
  parts: GenotypeParts,
  folder: IndexFolder,
): Promise<GenotypesEntry | null> {
  const inFiles = new Set<string>();
  for (const collection of collections) for (const name of await samplesOf(collection)) inFiles.add(name);
  return compileRegionGenotypes(database, regions, await populationsBySampleId(database, inFiles), parts, folder);
}

/**
 * Writes the matrix of one collection, and the document of its populations. Null for one without variants.
 *
 * @param parts of the objects' names
 * @throws DumpError for files that cannot be read, are not sorted, or whose samples differ
 */
export async function compileCollection(
  { id, files, samplePrefix, populations, regionOf }: GenotypeTask,
  parts: GenotypeParts,
  folder: IndexFolder,
): Promise<GenotypesEntry | null> {
  return folder.withScratch(async (scratch) => {
    const runs = await VariantRuns.create(join(scratch, 'variants'));
    try {
      let samples: readonly string[] | undefined;
      let columns: readonly number[] = [];
      for (const path of files) {
        const file = await VcfFile.open(path);
        try {
          // Files that only tell frequencies are long.
          if (file.samples.length === 0) continue;
          samples ??= orderSamples(file.samples, samplePrefix, populations);
          const own = columnsOf(samples, file);
          if (columns.length === 0) columns = own;
          await runs.addFile(file, own, regionOf);
        } finally {
          file.close();
        }
      }
      if (!samples) return null;
      const matrix = await folder.genotypeMatrix(GENOME_OBJECTS.genotypes, parts);
      let variants = 0;
      for await (const [region, some] of runs.inOrder()) {
        for (const variant of some) {
          const written = matrix.writer.addStored(region, variant);
          if (written) await written;
        }
        variants += some.length;
      }
      const table = await matrix.finish();
      if (variants === 0) return null;
      return {
        id,
        samples: samples.length,
        variants,
        matrix: table,
        populations: await writePopulations(populations, samples, samplePrefix, parts, folder, columns),
      };
    } finally {
      await runs.close();
    }
  });
}

function columnsOf(samples: readonly string[], file: VcfFile): number[] {
  const columns = new Map(file.samples.map((sample, column) => [sample, column]));
  if (
    columns.size !== samples.length ||
    file.samples.length !== samples.length ||
    !samples.every((sample) => columns.has(sample))
  ) {
    throw new DumpError(`${file.path}: its samples are not those of the collection's first file, or one comes twice`);
  }
  return samples.map((sample) => columns.get(sample)!);
}

/**
 * By name before by synonym, the highest coordinate system first, with or without UCSC's prefix: as requests find
 * regions.
 */
export function regionFinder({ list }: RegionSet): RegionOf {
  const named = new Map<string, number>();
  const ranked = [...list].sort((a, b) => a.coordSystem.rank - b.coordSystem.rank || a.ordinal - b.ordinal);
  for (const names of [
    (region: (typeof ranked)[number]) => [region.name],
    (region: (typeof ranked)[number]) => region.synonyms.map(({ name }) => name),
  ]) {
    for (const region of ranked)
      for (const name of names(region)) if (!named.has(name)) named.set(name, region.ordinal);
  }
  return (chromosome) =>
    named.get(chromosome) ?? (chromosome.startsWith('chr') ? named.get(chromosome.slice(3)) : undefined) ?? null;
}
