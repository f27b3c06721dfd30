import { encodeGroups } from '../../../src/variants/details-record.ts';
import { encodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import type { GenotypedSamplesDocument } from '../../../src/variants/variant-details.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { type VcfCollection, localFiles } from '../../vcf/vcf-config.ts';
import type { RegionSet } from '../genome/regions.ts';
import { COMPRESSED_TABLE, stageCompressedGenotypes } from '../genotypes/compressed-genotypes.ts';
import { type FrequencyCounter, countedSamples } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { regionFinder } from '../genotypes/genotypes.ts';
import { DETAIL_REFERENCES } from '../reference-lists.ts';
import { countMissingReferences } from '../references.ts';
import { writeSorted } from '../rows/sorted-rows.ts';
import { FIRST_PLACE_TABLE, stageFirstPlaces } from './first-places.ts';
import { OWN_TABLE, stageOwnDetails } from './own-details.ts';
import { PHENOTYPE_TABLE, stageVariantPhenotypes } from './phenotypes.ts';
import { DetailsReader, LONE_DETAILS, dropDetailStreams } from './variant-details.ts';
import { FURTHER_KEYS, HIDDEN_KEYS, keyOf, stageKeys, variantParts } from './variant-keys.ts';
import { CALLED_TABLE, DETAILS, MERGED_TABLE, REPORTED_TABLE, stageVcfGenotypes } from './vcf-genotypes.ts';

/** Staged: details that are merged from several sources, and LONE_DETAILS. */
const SEVERAL_DETAILS = 'several_detail_rows';
/** Staged: SEVERAL_DETAILS by name, and all details by other keys than names. Has the columns of DETAILS. */
const FURTHER_DETAILS = 'further_detail_rows';
const ALL_DETAILS = `(SELECT variation_id, name, details, genotypes FROM ${DETAILS} UNION ALL FROM ${FURTHER_DETAILS})`;

/** Opens the tables of details by variant key: frequencies, chips and phenotypes; and genotypes of samples. */
export type DetailTableOf = (name: 'variant-details' | 'variant-genotypes') => SortedSink;

/**
 * Writes the detail tables of a database and of VCF files.
 *
 * @param collections all collections of the genome
 * @returns the samples, in the order of their numbers in genotypes
 */
export async function compileDetailTables(
  database: Database,
  regions: RegionSet,
  collections: readonly VcfCollection[],
  tableOf: DetailTableOf,
): Promise<GenotypedSamplesDocument> {
  if (!(await stageDetails(database, collections))) return [];
  const { samples, counter } = await countedSamples(database);
  await stageVcfGenotypes(database, collections, regionFinder(regions), samples, counter);
  await stageFurtherDetails(database, samples, counter);
  // Free the memory that the sorts need.
  for (const table of [FIRST_PLACE_TABLE, OWN_TABLE, COMPRESSED_TABLE, MERGED_TABLE, REPORTED_TABLE, CALLED_TABLE])
    await database.all(`DROP TABLE ${table}`);
  return writeDetailTables(database, samples, tableOf);
}

/** Stages FURTHER_DETAILS. Needs stageDetails and stageVcfGenotypes. */
export async function stageFurtherDetails(
  database: Database,
  samples: GenotypedSamples,
  counter: FrequencyCounter,
): Promise<void> {
  const reader = await DetailsReader.open(database, samples, counter);
  try {
    await stageRows(database, SEVERAL_DETAILS, 'variation_id BIGINT, details BLOB, genotypes BLOB', detailRows(reader));
  } finally {
    await reader.close();
  }
  await database.all(`INSERT INTO ${SEVERAL_DETAILS} ${LONE_DETAILS}`);
  // One statement: a query that inserts into the table it reads might read its own rows.
  await database.all(`
    CREATE OR REPLACE TABLE ${FURTHER_DETAILS} AS
    SELECT variation_id, name, details, genotypes FROM ${SEVERAL_DETAILS} JOIN ${NAMED_TABLE} USING (variation_id)
    UNION ALL
    SELECT variation_id, key, details, genotypes
      FROM (SELECT variation_id, details, genotypes FROM ${DETAILS} UNION ALL FROM ${SEVERAL_DETAILS})
      JOIN ${FURTHER_KEYS} USING (variation_id)`);
  await database.all(`DROP TABLE ${SEVERAL_DETAILS}`);
  await dropDetailStreams(database);
}

async function* detailRows(
  reader: DetailsReader,
): AsyncGenerator<[variation: number, details: Uint8Array | null, genotypes: Uint8Array | null]> {
  for await (const [id, { details, samples, stored }] of reader.variants()) {
    const any = Object.values(details).some((list) => list.length > 0);
    const genotypes = stored ?? (samples.length > 0 ? encodeGenotypeGroups(samples) : null);
    if (any || genotypes) yield [id, any ? encodeGroups(details) : null, genotypes];
  }
}

/**
 * Needs stageFurtherDetails.
 * @returns the samples, in the order of their numbers in genotypes; empty without genotypes
 */
export async function writeDetailTables(
  database: Database,
  samples: GenotypedSamples,
  tableOf: DetailTableOf,
): Promise<GenotypedSamplesDocument> {
  await writeDetails(database, 'details', tableOf('variant-details'));
  await writeDetails(database, 'genotypes', tableOf('variant-genotypes'));
  const [genotyped] = await database.all(`SELECT 1 FROM ${ALL_DETAILS} WHERE genotypes IS NOT NULL LIMIT 1`);
  return genotyped ? samples.list : [];
}

/** Writes a column of details under the keys of its variants. */
async function writeDetails(database: Database, column: 'details' | 'genotypes', table: SortedSink): Promise<void> {
  await writeSorted(
    database,
    `
    SELECT key, record FROM (SELECT ${keyOf('name')} AS key, variation_id, ${column} AS record FROM ${ALL_DETAILS}
      WHERE ${column} IS NOT NULL)
    ANTI JOIN ${HIDDEN_KEYS} USING (variation_id, key) ORDER BY key`,
    table,
  );
}

/** Staged: variation_id and name of all variants that the server returns. */
const NAMED_TABLE = 'named_variants';

/** The tables of stageDetails, except the first places. */
export const STAGED_DETAILS = [OWN_TABLE, COMPRESSED_TABLE, FURTHER_KEYS, HIDDEN_KEYS, NAMED_TABLE] as const;

/**
 * Stages STAGED_DETAILS and, if there are VCF files, the first places.
 *
 * @param collections all collections of the genome
 * @returns false if neither the database nor files contain details. Nothing is staged then, and the variants are not
 *   loaded
 */
export async function stageDetails(database: Database, collections: readonly VcfCollection[]): Promise<boolean> {
  const hasFiles = collections.some((collection) => localFiles(collection).length > 0);
  await countMissingReferences(database, DETAIL_REFERENCES);
  await stageCompressedGenotypes(database);
  await stageVariantPhenotypes(database);
  if (!hasFiles && !(await hasDetails(database))) return false;
  await database.loadFurther();
  const parts = await variantParts(database);
  await stageOwnDetails(database);
  // Only VCF files need the first places.
  await stageFirstPlaces(database, hasFiles ? parts : []);
  // Free the memory that the sorts need.
  await database.all('DROP TABLE variation_feature');
  await stageKeys(database, parts);
  await database.all(
    `CREATE OR REPLACE VIEW ${NAMED_TABLE} AS SELECT variation_id, name FROM variation
      SEMI JOIN source USING (source_id) WHERE name IS NOT NULL`,
  );
  return true;
}

async function hasDetails(database: Database): Promise<boolean> {
  for (const table of ['allele', 'population_genotype', 'variation_set_variation', PHENOTYPE_TABLE, COMPRESSED_TABLE]) {
    if ((await database.all(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) return true;
  }
  return false;
}
