/** What a variation database itself tells of its variants beside their records, and what is needed to put it together with what VCF files tell. */
import type { Database } from '../../dump/database.ts';
import { localFiles, type VcfCollection } from '../../vcf/vcf-config.ts';
import { COMPRESSED_TABLE, stageCompressedGenotypes } from '../genotypes/compressed-genotypes.ts';
import { stageFirstPlaces } from './first-places.ts';
import { OWN_TABLE, stageOwnDetails } from './own-details.ts';
import { PHENOTYPE_TABLE, stageVariantPhenotypes } from './phenotypes.ts';
import { FURTHER_KEYS, HIDDEN_KEYS, stageKeys } from './variant-keys.ts';
import { variantParts } from './variant-parts.ts';

/** The names of all variants that are answered for: variation_id, name. */
export const NAMED_TABLE = 'named_variants';

/** The tables that stageDetails makes beside the first places. */
export const STAGED_DETAILS = [OWN_TABLE, COMPRESSED_TABLE, FURTHER_KEYS, HIDDEN_KEYS, NAMED_TABLE] as const;

/**
 * Makes STAGED_DETAILS, and the first places where there are files. Of a database with nothing of it, the variants themselves are not loaded.
 *
 * @param collections of the genome
 * @returns false where neither the database nor files tell anything; nothing is staged then
 */
export async function stageDetails(database: Database, collections: readonly VcfCollection[]): Promise<boolean> {
  const hasFiles = collections.some((collection) => localFiles(collection).length > 0);
  await stageCompressedGenotypes(database);
  await stageVariantPhenotypes(database);
  if (!hasFiles && !await hasDetails(database)) return false;
  await database.loadFurther();
  const parts = await variantParts(database);
  await stageOwnDetails(database);
  // No place is looked for where there are no files.
  await stageFirstPlaces(database, hasFiles ? parts : []);
  await stageKeys(database, parts);
  await database.all(`CREATE OR REPLACE VIEW ${NAMED_TABLE} AS SELECT variation_id, name FROM variation SEMI JOIN source USING (source_id) WHERE name IS NOT NULL`);
  return true;
}

async function hasDetails(database: Database): Promise<boolean> {
  for (const table of ['allele', 'population_genotype', 'variation_set_variation', PHENOTYPE_TABLE, COMPRESSED_TABLE]) {
    if ((await database.all(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) return true;
  }
  return false;
}
