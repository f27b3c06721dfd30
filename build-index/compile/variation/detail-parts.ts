/**
 * Compiles the details of variants in several units when VCF files are long. The first unit stages the details of the
 * database and sorts the places of variants. Each of the next units reads the lines of the VCF files for a part of the
 * places. The last unit merges and writes the details. The units exchange Parquet files, one per table, and files of
 * sorted places, keys and details.
 */
import { join } from 'node:path';
import type { GenotypedSamplesDocument } from '../../../src/variants/variant-details.ts';
import type { Database } from '../../dump/database.ts';
import { sqlText } from '../../dump/query-chunks.ts';
import { localFiles, samplesOf, type VcfCollection } from '../../vcf/vcf-config.ts';
import { countedSamples } from '../genotypes/genotype-frequencies.ts';
import { regionFinder } from '../genotypes/genotypes.ts';
import type { RegionSet } from '../genome/regions.ts';
import { DetailRuns, type DetailTableOf } from './detail-runs.ts';
import { FirstPlaceFile } from './first-places.ts';
import { addFurtherDetails, STAGED_DETAILS, stageDetails } from './variant-detail-tables.ts';
import { LINE_TABLES, stageVcfGenotypes } from './vcf-genotypes.ts';

/** Names of the runs in the folder of a unit. */
const [KEYS, DETAIL_RUNS] = ['keys', 'details'];
const fileOf = (folder: string, table: string) => join(folder, `${table}.parquet`);

/** Saves STAGED_DETAILS, the keys of all variants and the first places to a folder. */
export async function saveStagedDetails(
  database: Database,
  regions: RegionSet,
  collections: readonly VcfCollection[],
  folder: string,
  progress?: (bytes: number) => void,
): Promise<void> {
  const keys = new DetailRuns(folder, KEYS);
  try {
    if (!(await stageDetails(database, regions, collections, keys, folder, progress)))
      throw new Error('details can be compiled in parts only if there are VCF files');
    await keys.settle();
  } finally {
    await keys.clear();
  }
  for (const table of STAGED_DETAILS) await save(database, `FROM ${table}`, fileOf(folder, table));
}

/**
 * Saves the details that the lines of VCF files contribute to a part of the variants to a folder.
 *
 * @param part number of the part, from 0, and the number of parts
 * @param staged folder of saveStagedDetails
 */
export async function saveLineDetails(
  database: Database,
  regions: RegionSet,
  collections: readonly VcfCollection[],
  part: readonly [part: number, parts: number],
  staged: string,
  folder: string,
): Promise<void> {
  const { samples, counter } = await countedSamples(database);
  const details = new DetailRuns(folder, DETAIL_RUNS);
  const places = await FirstPlaceFile.open(staged, part);
  try {
    await stageVcfGenotypes(
      database,
      places,
      details,
      collections,
      regionFinder(regions),
      samples,
      counter,
      part[0] === part[1] - 1 ? 'last' : 'other',
    );
    await details.settle();
  } finally {
    await places.close();
    await details.clear();
  }
  for (const table of LINE_TABLES) await save(database, `FROM ${table}`, fileOf(folder, table));
}

/**
 * Writes the detail tables, like compileDetailTables.
 *
 * @param staged folder of saveStagedDetails
 * @param lines folders of saveLineDetails, in the order of the parts
 * @param scratch folder for temporary files
 */
export async function writeSavedDetails(
  database: Database,
  collections: readonly VcfCollection[],
  staged: string,
  lines: readonly string[],
  scratch: string,
  tableOf: DetailTableOf,
): Promise<GenotypedSamplesDocument> {
  for (const table of STAGED_DETAILS) await view(database, table, [fileOf(staged, table)]);
  for (const table of LINE_TABLES)
    await view(
      database,
      table,
      lines.map((folder) => fileOf(folder, table)),
    );
  const { samples, counter } = await countedSamples(database);
  for (const collection of collections)
    for (const path of localFiles(collection))
      for (const name of await samplesOf({ ...collection, files: [path] })) samples.named(name);
  const [keys, details] = [new DetailRuns(scratch, KEYS), new DetailRuns(scratch, DETAIL_RUNS)];
  try {
    await addFurtherDetails(database, details, samples, counter);
    await keys.adopt(staged);
    for (const folder of lines) await details.adopt(folder);
    return (await keys.write(tableOf, details)) ? samples.list : [];
  } finally {
    await keys.clear();
    await details.clear();
  }
}

async function save(database: Database, rows: string, path: string): Promise<void> {
  await database.all(`COPY (${rows}) TO ${sqlText(path)} (FORMAT parquet)`);
}

/** Creates a view of saved rows, file after file, with the columns of their table. rowid is the place in the file. */
async function view(database: Database, table: string, paths: readonly string[]): Promise<void> {
  await database.all(`
    CREATE OR REPLACE VIEW ${table} AS SELECT * EXCLUDE file_row_number, file_row_number AS rowid
      FROM read_parquet([${paths.map(sqlText).join(', ')}], file_row_number = true)`);
}
