import { encodeGroups } from '../../../src/variants/details-record.ts';
import { encodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import type { GenotypedSamplesDocument } from '../../../src/variants/variant-details.ts';
import type { GenomeEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { collectionsOf, localFiles, type VcfCollection } from '../../vcf/vcf-config.ts';
import type { SortedSink } from '../../output/lazy-table.ts';
import { COMPRESSED_TABLE, stageCompressedGenotypes } from '../genotypes/compressed-genotypes.ts';
import { FrequencyCounter } from '../genotypes/genotype-frequencies.ts';
import { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { regionFinder } from '../genotypes/genotypes.ts';
import { PHENOTYPE_TABLE, stageVariantPhenotypes } from './phenotypes.ts';
import type { RegionSet } from '../genome/regions.ts';
import { stageRows } from '../rows/stage-rows.ts';
import { OWN_TABLE, stageOwnDetails } from './own-details.ts';
import { DetailsReader, dropDetailStreams, LONE_DETAILS } from './variant-details.ts';
import { FURTHER_KEYS, HIDDEN_KEYS, keyOf, stageKeys } from './variant-keys.ts';
import { variantParts, type VariantPart } from './variant-parts.ts';
import { CALLED_TABLE, DETAILS, stageVcfGenotypes, TOGETHER_TABLE, TOLD_TABLE } from './vcf-genotypes.ts';
import { writeSorted } from '../rows/written-rows.ts';

/** Put together here, of several sources; and the same as files tell it. */
const SEVERAL_DETAILS = 'several_detail_rows';

/**
 * Writes the tables of what variants have beside their records, by the keys that find them: frequencies, chips and phenotypes; genotypes of samples. Of a
 * database with nothing of it, the variants themselves are not loaded.
 *
 * @returns the samples that genotypes are numbered by
 */
export async function compileDetailTables(
  database: Database, genome: GenomeEntry, regions: RegionSet, collections: readonly VcfCollection[],
  tableOf: (name: 'variant-details' | 'variant-genotypes') => SortedSink,
): Promise<GenotypedSamplesDocument> {
  const own = collectionsOf(collections, genome);
  await stageCompressedGenotypes(database);
  await stageVariantPhenotypes(database);
  if (!own.some((collection) => localFiles(collection).length > 0) && !await hasDetails(database)) return [];
  await database.loadFurther();
  const parts = await variantParts(database);
  const samples = await GenotypedSamples.load(database);
  await stageDetails(database, own, regions, samples, parts);
  await stageKeys(database, parts);
  await database.all(`INSERT INTO ${DETAILS} SELECT variation_id, key, details, genotypes FROM ${DETAILS} JOIN ${FURTHER_KEYS} USING (variation_id)`);
  await writeDetails(database, 'details', tableOf('variant-details'));
  await writeDetails(database, 'genotypes', tableOf('variant-genotypes'));
  const [genotyped] = await database.all(`SELECT 1 FROM ${DETAILS} WHERE genotypes IS NOT NULL LIMIT 1`);
  return genotyped ? samples.list : [];
}

async function hasDetails(database: Database): Promise<boolean> {
  for (const table of ['allele', 'population_genotype', 'variation_set_variation', PHENOTYPE_TABLE, COMPRESSED_TABLE]) {
    if ((await database.all(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) return true;
  }
  return false;
}

/** Makes DETAILS. */
async function stageDetails(database: Database, collections: readonly VcfCollection[], regions: RegionSet, samples: GenotypedSamples, parts: readonly VariantPart[]): Promise<void> {
  const counter = new FrequencyCounter(await samples.countedPopulations(database));
  await stageOwnDetails(database);
  await stageVcfGenotypes(database, collections, regionFinder(regions), samples, counter, parts);
  const reader = await DetailsReader.open(database, samples, counter);
  try {
    await stageRows(database, SEVERAL_DETAILS, 'variation_id BIGINT, details BLOB, genotypes BLOB', detailRows(reader));
  } finally {
    await reader.close();
  }
  await database.all(`INSERT INTO ${SEVERAL_DETAILS} ${LONE_DETAILS}`);
  await database.all(`
    INSERT INTO ${DETAILS} SELECT variation_id, name, details, genotypes FROM ${SEVERAL_DETAILS} JOIN variation USING (variation_id) SEMI JOIN source USING (source_id) WHERE name IS NOT NULL`);
  for (const table of [SEVERAL_DETAILS, OWN_TABLE, COMPRESSED_TABLE, TOGETHER_TABLE, TOLD_TABLE, CALLED_TABLE]) await database.all(`DROP TABLE ${table}`);
  await dropDetailStreams(database);
}

async function* detailRows(reader: DetailsReader): AsyncGenerator<[variation: number, details: Uint8Array | null, genotypes: Uint8Array | null]> {
  for await (const [id, { details, samples, stored }] of reader.variants()) {
    const any = Object.values(details).some((list) => list.length > 0);
    const genotypes = stored ?? (samples.length > 0 ? encodeGenotypeGroups(samples) : null);
    if (any || genotypes) yield [id, any ? encodeGroups(details) : null, genotypes];
  }
}

/** Writes a column of DETAILS under the keys that find its variants. */
async function writeDetails(database: Database, column: 'details' | 'genotypes', table: SortedSink): Promise<void> {
  await writeSorted(database, `
    SELECT key, record FROM (SELECT ${keyOf('name')} AS key, variation_id, ${column} AS record FROM ${DETAILS} WHERE ${column} IS NOT NULL)
    ANTI JOIN ${HIDDEN_KEYS} USING (variation_id, key) ORDER BY key`, table);
}
