/**
 * Compiles the genotype matrices of a genome: from VCF files and, for populations without files, from the database.
 */
import { at, get } from '../../../src/checked.ts';
import { GENOME_OBJECTS } from '../../../src/release/genome-objects.ts';
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
interface CollectionFiles {
  id: string;
  files: readonly string[];
  /** Prefix that turns a sample's name in the files into its name in the database. */
  samplePrefix: string;
  /** Do lines match variants by name only? */
  strictNames?: boolean;
  populations: readonly PopulationMembers[];
  regionOf: RegionOf;
  nameOf: (region: number) => string;
}

/**
 * Compiles one collection of VCF files of a species. `genotypes` is null for a collection without variants. The notices
 * name chromosomes and samples that the database does not contain.
 */
export async function compileVcfGenotypes(
  database: Database,
  regions: RegionSet,
  collection: VcfCollection,
  parts: GenotypeParts,
  folder: IndexFolder,
): Promise<{ genotypes: GenotypesEntry | null; notices: string[] }> {
  const { id, files, samplePrefix, strictNames, species } = collection;
  const populations = await populationsBySampleName(database);
  const [find, unknown] = [regionFinder(regions), new Set<string>()];
  const regionOf: RegionOf = (chromosome) => {
    const region = find(chromosome);
    if (region === null) unknown.add(chromosome);
    return region;
  };
  const genotypes = await compileCollection(
    {
      id,
      files,
      samplePrefix,
      strictNames,
      populations,
      regionOf,
      nameOf: (ordinal) => at(regions.list, ordinal).name,
    },
    parts,
    folder,
  );
  const notices: string[] = [];
  if (unknown.size > 0)
    notices.push(
      `VCF collection ${id} of ${species}: skipped the lines of chromosomes that are not seq regions of the dump ` +
        `(${listed([...unknown])}).`,
    );
  const samples = await samplesOf(collection);
  if (
    samples.length > 0 &&
    !populations.some((population) => samples.some((sample) => population.samples.has(sample)))
  ) {
    notices.push(
      `VCF collection ${id} of ${species}: none of its ${samples.length} samples (such as ${at(samples, 0)}) is in a ` +
        'population of the variation database, so it yields no linkage disequilibrium. Is its sample_prefix right?',
    );
  }
  return { genotypes, notices };
}

/**
 * Compiles the genotypes of a variation database, for the populations without samples in VCF files.
 * @param collections all collections of the genome
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
 * Writes the matrix of one collection and the document of its populations. Returns null if it has no variants.
 *
 * @param parts of the objects' names
 * @throws DumpError for files that cannot be read, are not sorted, or whose samples differ
 */
export async function compileCollection(
  { id, files, samplePrefix, strictNames = false, populations, regionOf, nameOf }: CollectionFiles,
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
          // Skip files with frequencies only: they are long.
          if (file.samples.length === 0) continue;
          samples ??= orderSamples(file.samples, samplePrefix, populations);
          const own = columnsOf(samples, file);
          if (columns.length === 0) columns = own;
          await runs.addFile(file, own, regionOf, nameOf);
        } finally {
          file.close();
        }
      }
      if (!samples) return null;
      const matrix = await folder.genotypeMatrix(GENOME_OBJECTS.genotypes, parts);
      const lines = await folder.intervalTable(GENOME_OBJECTS['genotyped-lines'], parts);
      let [variants, all] = [0, 0];
      for await (const [region, some] of runs.inOrder()) {
        for (const variant of some) {
          if (variant.genotypes.length > 0) {
            const written = matrix.writer.addStored(region, variant);
            if (written) await written;
            variants++;
          }
          if (variant.line.length > 0) await lines.writer.add(region, variant.position, variant.position, variant.line);
        }
        all += some.length;
      }
      const table = await matrix.finish();
      const linesTable = await lines.finish();
      if (all === 0) return null;
      return {
        id,
        samples: samples.length,
        variants,
        matrix: table,
        lines: linesTable,
        ...(strictNames ? { strictNames } : {}),
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
    throw new DumpError(
      `${file.path}: its samples differ from those of the collection's first file, or a sample occurs twice`,
    );
  }
  return samples.map((sample) => get(columns, sample));
}

/**
 * Finds regions as the server does: by name, then by synonym, in the highest-ranked coordinate system, with or without
 * UCSC's prefix `chr`.
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
