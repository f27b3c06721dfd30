import { encodeGroups } from '../../../src/variants/details-record.ts';
import { encodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import type { GenotypedSamplesDocument } from '../../../src/variants/variant-details.ts';
import type { Database } from '../../dump/database.ts';
import type { VcfCollection } from '../../vcf/vcf-config.ts';
import type { SortedSink } from '../../output/lazy-table.ts';
import { COMPRESSED_TABLE } from '../genotypes/compressed-genotypes.ts';
import { countedSamples } from '../genotypes/counted-samples.ts';
import type { FrequencyCounter } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { regionFinder } from '../genotypes/genotypes.ts';
import type { RegionSet } from '../genome/regions.ts';
import { stageRows } from '../rows/stage-rows.ts';
import { FIRST_PLACE_TABLE } from './first-places.ts';
import { OWN_TABLE } from './own-details.ts';
import { NAMED_TABLE, stageDetails } from './staged-details.ts';
import { DetailsReader, dropDetailStreams, LONE_DETAILS } from './variant-details.ts';
import { FURTHER_KEYS, HIDDEN_KEYS, keyOf } from './variant-keys.ts';
import { CALLED_TABLE, DETAILS, stageVcfGenotypes, TOGETHER_TABLE, TOLD_TABLE } from './vcf-genotypes.ts';
import { writeSorted } from '../rows/written-rows.ts';

/** Put together here, of several sources; and the same as files tell it. */
const SEVERAL_DETAILS = 'several_detail_rows';
/** Of these, and of DETAILS: what stands under other keys than those of names, too. Columns of DETAILS. */
const FURTHER_DETAILS = 'further_detail_rows';
const ALL_DETAILS = `(SELECT variation_id, name, details, genotypes FROM ${DETAILS} UNION ALL FROM ${FURTHER_DETAILS})`;

/** The tables of what variants have beside their records, by the keys that find them: frequencies, chips and phenotypes; genotypes of samples. */
export type DetailTableOf = (name: 'variant-details' | 'variant-genotypes') => SortedSink;

/**
 * Writes the detail tables of a database and of VCF files.
 *
 * @param collections of the genome
 * @returns the samples that genotypes are numbered by
 */
export async function compileDetailTables(database: Database, regions: RegionSet, collections: readonly VcfCollection[], tableOf: DetailTableOf): Promise<GenotypedSamplesDocument> {
  if (!await stageDetails(database, collections)) return [];
  const { samples, counter } = await countedSamples(database);
  await stageVcfGenotypes(database, collections, regionFinder(regions), samples, counter);
  await stageFurtherDetails(database, samples, counter);
  // What has been put together takes memory that the sorts need.
  for (const table of [FIRST_PLACE_TABLE, OWN_TABLE, COMPRESSED_TABLE, TOGETHER_TABLE, TOLD_TABLE, CALLED_TABLE]) await database.all(`DROP TABLE ${table}`);
  return writeDetailTables(database, samples, tableOf);
}

/** Makes FURTHER_DETAILS. After stageDetails and stageVcfGenotypes. */
export async function stageFurtherDetails(database: Database, samples: GenotypedSamples, counter: FrequencyCounter): Promise<void> {
  const reader = await DetailsReader.open(database, samples, counter);
  try {
    await stageRows(database, SEVERAL_DETAILS, 'variation_id BIGINT, details BLOB, genotypes BLOB', detailRows(reader));
  } finally {
    await reader.close();
  }
  await database.all(`INSERT INTO ${SEVERAL_DETAILS} ${LONE_DETAILS}`);
  // Made at once: who adds to a table what is read of it may read what was added.
  await database.all(`
    CREATE OR REPLACE TABLE ${FURTHER_DETAILS} AS
    SELECT variation_id, name, details, genotypes FROM ${SEVERAL_DETAILS} JOIN ${NAMED_TABLE} USING (variation_id)
    UNION ALL
    SELECT variation_id, key, details, genotypes FROM (SELECT variation_id, details, genotypes FROM ${DETAILS} UNION ALL FROM ${SEVERAL_DETAILS}) JOIN ${FURTHER_KEYS} USING (variation_id)`);
  await database.all(`DROP TABLE ${SEVERAL_DETAILS}`);
  await dropDetailStreams(database);
}

async function* detailRows(reader: DetailsReader): AsyncGenerator<[variation: number, details: Uint8Array | null, genotypes: Uint8Array | null]> {
  for await (const [id, { details, samples, stored }] of reader.variants()) {
    const any = Object.values(details).some((list) => list.length > 0);
    const genotypes = stored ?? (samples.length > 0 ? encodeGenotypeGroups(samples) : null);
    if (any || genotypes) yield [id, any ? encodeGroups(details) : null, genotypes];
  }
}

/** After stageFurtherDetails. Returns the samples that genotypes are numbered by; none without genotypes. */
export async function writeDetailTables(database: Database, samples: GenotypedSamples, tableOf: DetailTableOf): Promise<GenotypedSamplesDocument> {
  await writeDetails(database, 'details', tableOf('variant-details'));
  await writeDetails(database, 'genotypes', tableOf('variant-genotypes'));
  const [genotyped] = await database.all(`SELECT 1 FROM ${ALL_DETAILS} WHERE genotypes IS NOT NULL LIMIT 1`);
  return genotyped ? samples.list : [];
}

/** Writes a column of details under the keys that find its variants. */
async function writeDetails(database: Database, column: 'details' | 'genotypes', table: SortedSink): Promise<void> {
  await writeSorted(database, `
    SELECT key, record FROM (SELECT ${keyOf('name')} AS key, variation_id, ${column} AS record FROM ${ALL_DETAILS} WHERE ${column} IS NOT NULL)
    ANTI JOIN ${HIDDEN_KEYS} USING (variation_id, key) ORDER BY key`, table);
}
