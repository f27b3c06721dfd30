import { variantKey } from '../../../src/variants/variant-record.ts';
import type { Database } from '../../dump/database.ts';
import type { SortedSink } from '../../output/lazy-table.ts';
import type { RegionSet } from '../genome/regions.ts';
import { structuralVariants } from './structural-variants.ts';
import { furtherKeys, keyOf, RANK } from './variant-keys.ts';
import { inPart, variantParts } from './variant-parts.ts';
import { stageVariantParts, variantRecords } from './variants.ts';
import { writeSorted } from '../rows/written-rows.ts';

/**
 * Staged until they are written: records with the keys that they are found by, as variantRecords has them, and the variant's name where it is not the key; records
 * of cited variants.
 */
const [RECORDS, CITED] = ['variant_rows', 'publication_rows'] as const;
const RECORD_COLUMNS = 'key VARCHAR, rank TINYINT, variation_id BIGINT, json VARCHAR, name VARCHAR';

/** The whole record, of these columns. */
const RECORD = "concat(json, CASE WHEN name IS NULL THEN '' ELSE ',' || to_json(name)::VARCHAR END, ']')";

/** Publications that a number or PMC id stands for: of several the first. */
const PUBLICATIONS = `
  publications AS (
    SELECT publication_id, 'pmid' AS kind, pmid::VARCHAR AS id FROM publication WHERE pmid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY pmid ORDER BY publication_id) = 1
    UNION ALL
    SELECT publication_id, 'pmcid', pmcid FROM publication WHERE pmcid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY lower(pmcid) ORDER BY publication_id) = 1)`;

const PUBLICATION_KEY = `kind || ' ' || ${keyOf('id')}`;

/** Writes the tables of records that are found by the name of a variant, or by a publication. */
export async function compileVariantTables(database: Database, regions: RegionSet, tableOf: (name: 'variants' | 'variants-by-publication') => SortedSink): Promise<void> {
  await stageVariantParts(database, regions);
  await stageRecords(database, regions);
  await writeSorted(database, `
    SELECT key, CASE WHEN rank = ${RANK.structural} THEN json ELSE ${RECORD} END FROM (FROM ${RECORDS} ORDER BY key, rank, variation_id)`, tableOf('variants'));
  await writeSorted(database, `
    WITH ${PUBLICATIONS} SELECT key, json FROM (SELECT ${PUBLICATION_KEY} AS key, NULL AS variation_id, 'null' AS json FROM publications UNION ALL SELECT key, variation_id, ${RECORD} FROM ${CITED})
    ORDER BY key, variation_id NULLS FIRST`, tableOf('variants-by-publication'));
  for (const table of [RECORDS, CITED]) await database.all(`DROP TABLE ${table}`);
}

/** Makes RECORDS and CITED. */
async function stageRecords(database: Database, regions: RegionSet): Promise<void> {
  for (const table of [RECORDS, CITED]) await database.all(`CREATE OR REPLACE TABLE ${table} (${RECORD_COLUMNS})`);
  for (const part of await variantParts(database)) {
    const some = inPart(part);
    await database.all(`
      INSERT INTO ${RECORDS} SELECT key, ${RANK.itself}, variation_id, json, nullif(name, key) FROM (SELECT *, ${keyOf('name')} AS key FROM (${variantRecords(some)}))`);
    const own = `(FROM ${RECORDS} WHERE rank = ${RANK.itself} AND ${some})`;
    const under = (key: string) => `json, nullif(coalesce(own.name, own.key), ${key})`;
    await database.all(`INSERT INTO ${RECORDS} SELECT k.key, k.rank, variation_id, ${under('k.key')} FROM (${furtherKeys(some, own)}) k JOIN ${own} own USING (variation_id)`);
    await database.all(`
      INSERT INTO ${CITED} WITH ${PUBLICATIONS}
      SELECT ${PUBLICATION_KEY}, NULL, variation_id, ${under(PUBLICATION_KEY)} FROM ${own} own JOIN variation_citation USING (variation_id) JOIN publications USING (publication_id)`);
  }
  let ordinal = 0;
  await database.append(RECORDS, structuralRows());

  async function* structuralRows(): AsyncGenerator<[key: string, rank: number, ordinal: number, json: string, name: null]> {
    for await (const variant of structuralVariants(database, regions)) yield [variantKey(variant.name), RANK.structural, ordinal++, JSON.stringify(variant), null];
  }
}
