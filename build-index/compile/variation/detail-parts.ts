/**
 * Compiles the details of variants in several units when VCF files are long. The first unit stages the details of the
 * database and divides the places of variants into parts. One unit per part reads the lines of the VCF files. The last
 * unit merges and writes the details. The units exchange Parquet files, one per table.
 */
import { join } from 'node:path';
import type { GenotypedSamplesDocument } from '../../../src/variants/variant-details.ts';
import type { Database } from '../../dump/database.ts';
import { sqlText } from '../../dump/query-chunks.ts';
import { localFiles, samplesOf, type VcfCollection } from '../../vcf/vcf-config.ts';
import { countedSamples } from '../genotypes/genotype-frequencies.ts';
import { regionFinder } from '../genotypes/genotypes.ts';
import type { RegionSet } from '../genome/regions.ts';
import { FIRST_PLACE_TABLE, partsOfFirstPlaces } from './first-places.ts';
import {
  type DetailTableOf,
  STAGED_DETAILS,
  stageDetails,
  stageFurtherDetails,
  writeDetailTables,
} from './variant-detail-tables.ts';
import { LINE_TABLES, stageVcfGenotypes } from './vcf-genotypes.ts';

const fileOf = (folder: string, table: string, part?: number) =>
  join(folder, `${part === undefined ? table : `${table}-${part}`}.parquet`);

/** Saves STAGED_DETAILS and the first places, divided into `parts` parts, to a folder. */
export async function saveStagedDetails(
  database: Database,
  collections: readonly VcfCollection[],
  parts: number,
  folder: string,
): Promise<void> {
  if (!(await stageDetails(database, collections)))
    throw new Error('details can be compiled in parts only if there are VCF files');
  for (const table of STAGED_DETAILS) await save(database, `FROM ${table}`, fileOf(folder, table));
  for (const [part, some] of (await partsOfFirstPlaces(database, parts)).entries())
    await save(database, `FROM ${FIRST_PLACE_TABLE} WHERE ${some}`, fileOf(folder, FIRST_PLACE_TABLE, part));
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
  [part, parts]: readonly [part: number, parts: number],
  staged: string,
  folder: string,
): Promise<void> {
  await view(database, FIRST_PLACE_TABLE, [fileOf(staged, FIRST_PLACE_TABLE, part)]);
  const { samples, counter } = await countedSamples(database);
  await stageVcfGenotypes(
    database,
    collections,
    regionFinder(regions),
    samples,
    counter,
    part === parts - 1 ? 'last' : 'other',
  );
  for (const table of LINE_TABLES) await save(database, `FROM ${table}`, fileOf(folder, table));
}

/**
 * Writes the detail tables, like compileDetailTables.
 *
 * @param staged folder of saveStagedDetails
 * @param lines folders of saveLineDetails, in the order of the parts
 */
export async function writeSavedDetails(
  database: Database,
  collections: readonly VcfCollection[],
  staged: string,
  lines: readonly string[],
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
  await stageFurtherDetails(database, samples, counter);
  return writeDetailTables(database, samples, tableOf);
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
