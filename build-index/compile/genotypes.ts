/** Genotypes of VCF files as the genotype matrices of a genome. */
import { join } from 'node:path';
import { planeOfSamples } from '../../src/index/genotype-row.ts';
import type { GenotypesEntry, GenomeEntry, ObjectEntry } from '../../src/release/manifest.ts';
import type { GenotypedPopulation } from '../../src/release/genotypes.ts';
import type { Database } from '../dump/database.ts';
import { isWebAddress, type VcfCollection } from '../dump/vcf-config.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import { VariantRuns } from '../vcf/variant-runs.ts';
import { VcfFile } from '../vcf/vcf-reader.ts';
import { DumpError } from '../dump/dump-error.ts';
import { isPooled } from './populations.ts';
import type { RegionSet } from './regions.ts';

/** A population as it is compiled: which samples, by name, are its members. */
export interface PopulationMembers {
  name: string;
  /** Is it among those that a request for all populations means? */
  linkage: boolean;
  samples: ReadonlySet<string>;
}

/** A collection whose files are to be compiled. */
export interface GenotypeTask {
  id: string;
  files: readonly string[];
  /** Put before the samples' names of the files. */
  samplePrefix: string;
  populations: readonly PopulationMembers[];
  /** Ordinal of the region that a chromosome of the files is. */
  regionOf: (chromosome: string) => number | null;
}

/** Adds the collections of a species to the core genome that its variation database belongs to. */
export async function compileGenotypes(
  database: Database, genome: GenomeEntry, regions: RegionSet, collections: readonly VcfCollection[], folder: IndexFolder,
): Promise<void> {
  const populations = await loadPopulations(database);
  const regionOf = regionFinder(regions);
  const entries: GenotypesEntry[] = [];
  for (const { id, species, assembly, files, samplePrefix } of collections) {
    // Ensembl's vcf_config.json lists collections of several assemblies side by side; files on the web are not fetched.
    if (species !== genome.species || (assembly && genome.assembly && assembly !== genome.assembly) || files.some(isWebAddress)) continue;
    const entry = await compileCollection({ id, files, samplePrefix, populations, regionOf }, `${genome.species}/variation/genotypes-${entries.length + 1}`, folder);
    if (entry) entries.push(entry);
  }
  if (entries.length > 0) genome.genotypes = entries;
}

/**
 * Writes the matrix of one collection, and the document of its populations. Null for one without variants.
 *
 * @param path of the objects in the index folder
 * @throws DumpError for files that cannot be read, are not sorted, or whose samples differ
 */
export async function compileCollection({ id, files, samplePrefix, populations, regionOf }: GenotypeTask, path: string, folder: IndexFolder): Promise<GenotypesEntry | null> {
  return folder.withScratch(async (scratch) => {
    const runs = await VariantRuns.create(join(scratch, 'variants'));
    try {
      let samples: readonly string[] | undefined;
      for (const path of files) {
        const file = await VcfFile.open(path);
        try {
          samples ??= orderSamples(file.samples, samplePrefix, populations);
          await runs.addFile(path, file.variants(), columnsOf(samples, file), regionOf);
        } finally {
          await file.close();
        }
      }
      if (!samples) return null;
      const matrix = await folder.genotypeMatrix(path);
      let variants = 0;
      for await (const [region, variant] of runs.inOrder()) {
        await matrix.writer.addStored(region, variant);
        variants++;
      }
      const table = await matrix.finish();
      if (variants === 0) return null;
      return { id, samples: samples.length, variants, matrix: table, populations: await writePopulations(populations, samples, samplePrefix, `${path}-populations`, folder) };
    } finally {
      await runs.close();
    }
  });
}

/** Samples of the same populations stand together: the planes of a population are then few bytes of a row. */
function orderSamples(samples: readonly string[], prefix: string, populations: readonly PopulationMembers[]): string[] {
  const populationsOf = (sample: string) => populations.flatMap((population, index) => (population.samples.has(prefix + sample) ? [String(index).padStart(6, '0')] : [])).join();
  return samples.map((sample, column) => ({ sample, column, key: populationsOf(sample) }))
    .sort((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : a.column - b.column))
    .map(({ sample }) => sample);
}

function columnsOf(samples: readonly string[], file: VcfFile): number[] {
  const columns = new Map(file.samples.map((sample, column) => [sample, column]));
  if (columns.size !== samples.length || file.samples.length !== samples.length || !samples.every((sample) => columns.has(sample))) {
    throw new DumpError(`${file.path}: its samples are not those of the collection's first file, or one comes twice`);
  }
  return samples.map((sample) => columns.get(sample)!);
}

async function writePopulations(
  populations: readonly PopulationMembers[], samples: readonly string[], prefix: string, path: string, folder: IndexFolder,
): Promise<ObjectEntry> {
  const listed: GenotypedPopulation[] = [];
  const planes: Record<string, Uint8Array> = {};
  for (const { name, linkage, samples: members } of populations) {
    const found = samples.flatMap((sample, index) => (members.has(prefix + sample) ? [index] : []));
    if (found.length === 0) continue;
    planes[String(listed.length)] = planeOfSamples(found, samples.length);
    listed.push({ name, linkage });
  }
  return folder.document(path, listed, planes);
}

async function loadPopulations(database: Database): Promise<PopulationMembers[]> {
  const members = new Map<string, Set<string>>();
  const rows = database.rows<{ population: string; sample: string }>(`
    SELECT p.name AS population, s.name AS sample FROM sample_population JOIN sample s USING (sample_id) JOIN population p USING (population_id)
    WHERE p.name IS NOT NULL AND s.name IS NOT NULL ORDER BY population_id`);
  for await (const { population, sample } of rows) {
    const samples = members.get(population) ?? new Set();
    members.set(population, samples.add(sample));
  }
  return [...members].map(([name, samples]) => ({ name, linkage: !isPooled(name), samples }));
}

/** By name before by synonym, the highest coordinate system first, with or without UCSC's prefix: as requests find regions. */
export function regionFinder({ list }: RegionSet): (chromosome: string) => number | null {
  const named = new Map<string, number>();
  const ranked = [...list].sort((a, b) => a.coordSystem.rank - b.coordSystem.rank || a.ordinal - b.ordinal);
  for (const names of [(region: (typeof ranked)[number]) => [region.name], (region: (typeof ranked)[number]) => region.synonyms.map(({ name }) => name)]) {
    for (const region of ranked) for (const name of names(region)) if (!named.has(name)) named.set(name, region.ordinal);
  }
  return (chromosome) => named.get(chromosome) ?? (chromosome.startsWith('chr') ? named.get(chromosome.slice(3)) : undefined) ?? null;
}
