/** Populations of samples whose genotypes stand in a genotype matrix. */
import { GENOME_OBJECTS } from '../../../src/release/genome-tables.ts';
import { varints } from '../../../src/index/blocks/fields.ts';
import { planeOfSamples } from '../../../src/index/genotypes/genotype-row.ts';
import type { ObjectEntry } from '../../../src/release/manifest.ts';
import { COLUMNS, type GenotypedPopulation } from '../../../src/release/genotypes.ts';
import type { Database } from '../../dump/database.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { isPooled } from '../variation/populations.ts';

/** A population as it is compiled: which samples, by name, are its members. */
export interface PopulationMembers {
  name: string;
  /** Is it among those that a request for all populations means? */
  linkage: boolean;
  samples: ReadonlySet<string>;
}

/** What the names of a collection's objects are made of: it is numbered within its species. */
export interface GenotypeParts {
  species: string;
  number: number;
}

/** Samples of the same populations stand together: the planes of a population are then few bytes of a row. */
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
 * Writes the document of the populations that have any of the samples.
 *
 * @param columns of the samples in the collection's first file; none where the genotypes are of no file
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
  const attachments = columns.length > 0 ? { ...planes, [COLUMNS]: varints(columns) } : planes;
  return folder.documentWith(GENOME_OBJECTS['genotyped-populations'], listed, attachments, parts);
}

/** Populations by the names of their samples, as VCF files know them. */
export async function populationsBySampleName(database: Database): Promise<PopulationMembers[]> {
  const rows = database.rows<{ population: string; sample: string }>(`
    SELECT p.name AS population, s.name AS sample FROM sample_population JOIN sample s USING (sample_id)
      JOIN population p USING (population_id)
    WHERE p.name IS NOT NULL AND s.name IS NOT NULL ORDER BY population_id`);
  const populations = new Map<string, Set<string>>();
  for await (const { population, sample } of rows)
    populations.set(population, (populations.get(population) ?? new Set()).add(sample));
  return [...populations].map(([name, samples]) => ({ name, linkage: !isPooled(name), samples }));
}

/** Populations whose trios Ensembl knows: of these it counts parents, not their children. */
const WITH_TRIOS = /CEU|YRI|MEX/;

/**
 * Populations by the sample_ids of their samples, as the database's own tables of genotypes know them. Requests for all
 * populations mean those that the database marks for linkage disequilibrium.
 *
 * @param inFiles names of samples that VCF files have: populations with any of them are left out, as Ensembl takes
 *   their genotypes from the files
 */
export async function populationsBySampleId(
  database: Database,
  inFiles: ReadonlySet<string>,
): Promise<PopulationMembers[]> {
  const rows = database.rows<{
    population: string;
    marked: boolean;
    id: number;
    sample: string | null;
    child: boolean;
  }>(`
    SELECT p.name AS population, coalesce(p.display = 'LD', false) AS marked, sample_id AS id, s.name AS sample,
      coalesce(father_individual_id, 0) <> 0 AND coalesce(mother_individual_id, 0) <> 0 AS child
    FROM sample_population JOIN sample s USING (sample_id) JOIN population p USING (population_id)
      LEFT JOIN individual i USING (individual_id)
    WHERE p.name IS NOT NULL ORDER BY population_id, sample_id`);
  const populations = new Map<string, { linkage: boolean; inFiles: boolean; samples: Set<string> }>();
  for await (const { population, marked, id, sample, child } of rows) {
    if (!populations.has(population))
      populations.set(population, { linkage: marked && !isPooled(population), inFiles: false, samples: new Set() });
    const entry = populations.get(population)!;
    if (sample !== null && inFiles.has(sample)) entry.inFiles = true;
    if (!(child && marked && WITH_TRIOS.test(population))) entry.samples.add(String(id));
  }
  return [...populations]
    .filter(([, entry]) => !entry.inFiles)
    .map(([name, { linkage, samples }]) => ({ name, linkage, samples }));
}
