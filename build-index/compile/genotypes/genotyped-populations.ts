/** Populations of samples whose genotypes are in a genotype matrix. */
import { GENOME_OBJECTS } from '../../../src/release/genome-objects.ts';
import { varints } from '../../../src/index/blocks/fields.ts';
import { planeOfSamples } from '../../../src/index/genotypes/genotype-row.ts';
import type { ObjectEntry } from '../../../src/release/manifest.ts';
import { COLUMNS, NAMES, type GenotypedPopulation } from '../../../src/release/genotypes.ts';
import type { Database } from '../../dump/database.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { marksLinkage, POOLS_OTHERS } from '../variation/populations.ts';

export interface PopulationMembers {
  name: string;
  /** Does a request for linkage in all populations include it? */
  linkage: boolean;
  /** Names of its samples, or their sample_ids as texts. */
  samples: ReadonlySet<string>;
}

/** Parts of the names of a collection's objects. Collections are numbered within their species. */
export interface GenotypeParts {
  species: string;
  number: number;
}

/** Sorts samples by their populations, so that the genotypes of a population are few bytes of a row. */
export function orderSamples(
  samples: readonly string[],
  prefix: string,
  populations: readonly PopulationMembers[],
): string[] {
  const populationsOf = (sample: string) =>
    populations
      .flatMap((population, index) => (population.samples.has(prefix + sample) ? [String(index).padStart(6, '0')] : []))
      .join();
  return samples
    .map((sample, column) => ({ sample, column, key: populationsOf(sample) }))
    .sort((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : a.column - b.column))
    .map(({ sample }) => sample);
}

/**
 * Writes the document of the populations that contain some of the samples.
 *
 * @param columns columns of the samples in the collection's first file; empty for genotypes from a database
 */
export async function writePopulations(
  populations: readonly PopulationMembers[],
  samples: readonly string[],
  prefix: string,
  parts: GenotypeParts,
  folder: IndexFolder,
  columns: readonly number[] = [],
): Promise<ObjectEntry> {
  const listed: GenotypedPopulation[] = [];
  const planes: Record<string, Uint8Array> = {};
  for (const { name, linkage, samples: members } of populations) {
    const found = samples.flatMap((sample, index) => (members.has(prefix + sample) ? [index] : []));
    if (found.length === 0) continue;
    planes[String(listed.length)] = planeOfSamples(found, samples.length);
    listed.push({ name, linkage });
  }
  const names = new TextEncoder().encode(samples.map((sample) => prefix + sample).join('\n'));
  const attachments = columns.length > 0 ? { ...planes, [COLUMNS]: varints(columns), [NAMES]: names } : planes;
  return folder.documentWith(GENOME_OBJECTS['genotyped-populations'], listed, attachments, parts);
}

/** Populations with the names of their samples, which VCF files use. */
export async function populationsBySampleName(database: Database): Promise<PopulationMembers[]> {
  const rows = database.rows<{ population: string; linkage: boolean; sample: string }>(`
    SELECT p.name AS population, s.name AS sample,
      coalesce(p.display = 'LD', ${!marksLinkage(database)}) AND NOT ${POOLS_OTHERS} AS linkage
    FROM sample_population
      JOIN sample s USING (sample_id)
      JOIN population p USING (population_id)
    WHERE p.name IS NOT NULL AND s.name IS NOT NULL ORDER BY population_id`);
  const populations = new Map<string, PopulationMembers & { samples: Set<string> }>();
  for await (const { population: name, linkage, sample } of rows) {
    const entry = populations.get(name) ?? { name, linkage, samples: new Set() };
    entry.samples.add(sample);
    populations.set(name, entry);
  }
  return [...populations.values()];
}

/** Populations in which Ensembl counts the parents of trios but not their children. */
const WITH_TRIOS = /CEU|YRI|MEX/;

/**
 * Populations with the sample_ids of their samples, which the database's own tables of genotypes use. Requests for all
 * populations include those that the database marks for linkage disequilibrium.
 *
 * @param inFiles names of samples in VCF files. Populations with any of them are excluded: Ensembl reads their
 *   genotypes from the files
 */
export async function populationsBySampleId(
  database: Database,
  inFiles: ReadonlySet<string>,
): Promise<PopulationMembers[]> {
  const rows = database.rows<{
    population: string;
    marked: boolean;
    pools: boolean;
    id: number;
    sample: string | null;
    child: boolean;
  }>(`
    SELECT p.name AS population, coalesce(p.display = 'LD', false) AS marked, ${POOLS_OTHERS} AS pools,
      sample_id AS id, s.name AS sample,
      coalesce(father_individual_id, 0) <> 0 AND coalesce(mother_individual_id, 0) <> 0 AS child
    FROM sample_population JOIN sample s USING (sample_id) JOIN population p USING (population_id)
      LEFT JOIN individual i USING (individual_id)
    WHERE p.name IS NOT NULL ORDER BY population_id, sample_id`);
  const populations = new Map<string, { linkage: boolean; inFiles: boolean; samples: Set<string> }>();
  for await (const { population, marked, pools, id, sample, child } of rows) {
    let entry = populations.get(population);
    if (!entry) {
      entry = { linkage: marked && !pools, inFiles: false, samples: new Set() };
      populations.set(population, entry);
    }
    if (sample !== null && inFiles.has(sample)) entry.inFiles = true;
    if (!(child && marked && WITH_TRIOS.test(population))) entry.samples.add(String(id));
  }
  return [...populations]
    .filter(([, entry]) => !entry.inFiles)
    .map(([name, { linkage, samples }]) => ({ name, linkage, samples }));
}
