import { at } from '../../../src/checked.ts';
import type { ByteSlice, ByteSlices } from '../../../src/index/blocks/byte-slices.ts';
import { encodeGroups } from '../../../src/variants/details-record.ts';
import { encodeGenotypeGroups } from '../../../src/variants/genotypes-record.ts';
import type { GenotypedSamplesDocument } from '../../../src/variants/variant-details.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import { byteColumn, ColumnMemory, integerColumn } from '../../dump/query-chunks.ts';
import { type VcfCollection, localFiles } from '../../vcf/vcf-config.ts';
import type { RegionSet } from '../genome/regions.ts';
import { COMPRESSED_TABLE, stageCompressedGenotypes } from '../genotypes/compressed-genotypes.ts';
import { type FrequencyCounter, countedSamples } from '../genotypes/genotype-frequencies.ts';
import type { GenotypedSamples } from '../genotypes/genotyped-samples.ts';
import { regionFinder } from '../genotypes/genotypes.ts';
import { DETAIL_REFERENCES } from '../reference-lists.ts';
import { countMissingReferences } from '../references.ts';
import { DetailRuns, type DetailTableOf } from './detail-runs.ts';
import { FirstPlaceFile } from './first-places.ts';
import { FURTHER_KEYS, NAMED_TABLE, stageNamedVariants } from './named-variants.ts';
import { OWN_TABLE, stageOwnDetails } from './own-details.ts';
import { PHENOTYPE_TABLE, stageVariantPhenotypes } from './phenotypes.ts';
import { DetailsReader, LONE_DETAILS, dropDetailStreams } from './variant-details.ts';
import { RANK } from './variant-keys.ts';
import { APART_TABLE, DETAILS, stageVcfGenotypes } from './vcf-genotypes.ts';

/** Staged: details that are merged from several sources, and LONE_DETAILS. */
const SEVERAL_DETAILS = 'several_detail_rows';

/**
 * Writes the detail tables of a database and of VCF files.
 *
 * @param collections all collections of the genome
 * @param scratch folder for temporary files
 * @returns the samples, in the order of their numbers in genotypes
 */
export async function compileDetailTables(
  database: Database,
  regions: RegionSet,
  collections: readonly VcfCollection[],
  scratch: string,
  tableOf: DetailTableOf,
  progress?: (bytes: number) => void,
): Promise<GenotypedSamplesDocument> {
  const [keys, details] = [new DetailRuns(scratch, 'keys'), new DetailRuns(scratch, 'details')];
  try {
    if (!(await stageDetails(database, regions, collections, keys, scratch, progress))) return [];
    const { samples, counter } = await countedSamples(database);
    const places = await FirstPlaceFile.open(scratch);
    try {
      await stageVcfGenotypes(database, places, details, collections, regionFinder(regions), samples, counter);
    } finally {
      await places.close();
    }
    await addFurtherDetails(database, details, samples, counter);
    return (await keys.write(tableOf, details)) ? samples.list : [];
  } finally {
    await keys.clear();
    await details.clear();
  }
}

/**
 * Adds the details that are not those of a single place in VCF files, and all details by further keys. Needs
 * stageDetails and stageVcfGenotypes.
 */
export async function addFurtherDetails(
  database: Database,
  details: DetailRuns,
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
  const chunks = database.chunks(`
    WITH named AS (
      SELECT variation_id, key FROM ${NAMED_TABLE} UNION ALL SELECT DISTINCT variation_id, key FROM ${APART_TABLE})
    SELECT key, ${RANK.itself}::TINYINT AS rank, variation_id, details, genotypes FROM ${SEVERAL_DETAILS}
      JOIN named USING (variation_id)
    UNION ALL
    SELECT key, rank, variation_id, details, genotypes
      FROM (SELECT variation_id, details, genotypes FROM ${DETAILS} UNION ALL FROM ${SEVERAL_DETAILS})
      JOIN ${FURTHER_KEYS} USING (variation_id)`);
  const [keyMemory, detailMemory, genotypeMemory] = [new ColumnMemory(), new ColumnMemory(), new ColumnMemory()];
  for await (const chunk of chunks) {
    const [keys, ranks, ids] = [byteColumn(chunk, 0, keyMemory), integerColumn(chunk, 1), integerColumn(chunk, 2)];
    const [own, genotypes] = [byteColumn(chunk, 3, detailMemory), byteColumn(chunk, 4, genotypeMemory)];
    for (let row = 0; row < ids.length; row++)
      details.add(sliceAt(keys, row), at(ranks, row), at(ids, row), sliceAt(own, row), sliceAt(genotypes, row));
    if (details.isFull) await details.settle();
  }
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

function sliceAt({ bytes, starts, ends }: ByteSlices, row: number): ByteSlice {
  return { bytes, start: at(starts, row), end: at(ends, row) };
}

/** The tables of stageDetails. */
export const STAGED_DETAILS = [OWN_TABLE, COMPRESSED_TABLE, NAMED_TABLE, FURTHER_KEYS] as const;

/**
 * Stages STAGED_DETAILS, adds the keys of all variants to `keys`, and writes the first places of variants if there are
 * VCF files.
 *
 * @param collections all collections of the genome
 * @param folder for the FirstPlaceFile and temporary files
 * @returns false if neither the database nor files contain details. Nothing is staged then, and the variants are not
 *   read
 */
export async function stageDetails(
  database: Database,
  regions: RegionSet,
  collections: readonly VcfCollection[],
  keys: DetailRuns,
  folder: string,
  progress?: (bytes: number) => void,
): Promise<boolean> {
  const hasFiles = collections.some((collection) => localFiles(collection).length > 0);
  await countMissingReferences(database, DETAIL_REFERENCES);
  await stageCompressedGenotypes(database);
  await stageVariantPhenotypes(database);
  if (!hasFiles && !(await hasDetails(database))) return false;
  await database.loadFurther('variation_synonym');
  await stageOwnDetails(database);
  await stageNamedVariants(database, regions, keys, folder, hasFiles, progress);
  return true;
}

async function hasDetails(database: Database): Promise<boolean> {
  for (const table of ['allele', 'population_genotype', 'variation_set_variation', PHENOTYPE_TABLE, COMPRESSED_TABLE]) {
    if ((await database.all(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) return true;
  }
  return false;
}
