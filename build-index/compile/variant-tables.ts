import { encodeGroups } from '../../src/variants/details-record.ts';
import { encodeGenotypeGroups } from '../../src/variants/genotypes-record.ts';
import type { GenotypedSamplesDocument } from '../../src/variants/variant-details.ts';
import { variantKey } from '../../src/variants/variant-record.ts';
import type { GenomeEntry } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import { collectionsOf, type VcfCollection } from '../vcf/vcf-config.ts';
import type { SortedSink } from '../output/lazy-table.ts';
import { COMPRESSED_TABLE, stageCompressedGenotypes } from './compressed-genotypes.ts';
import { FrequencyCounter } from './genotype-frequencies.ts';
import { GenotypedSamples } from './genotyped-samples.ts';
import { regionFinder } from './genotypes.ts';
import type { RegionSet } from './regions.ts';
import { stageRows } from './stage-rows.ts';
import { structuralVariants } from './structural-variants.ts';
import { DetailsReader, dropDetailStreams, LONE_DETAILS } from './variant-details.ts';
import { inPart, variantParts, type VariantPart } from './variant-parts.ts';
import { recordUnder, stageVariantParts, variantRecords } from './variants.ts';
import { CALLED_TABLE, stageVcfGenotypes, TOLD_TABLE } from './vcf-genotypes.ts';
import { writeSorted } from './written-rows.ts';

/** Several variants may share a key: who comes first under it. */
const RANK = { itself: 0, synonym: 1, submission: 2, structural: 3 };
type VariantTable = 'variants' | 'variant-details' | 'variant-genotypes' | 'variants-by-publication';

/**
 * Staged until what is made of them is written: records with the keys that they are found by; records of cited variants; keys of each
 * variant, and those of them that find another; its details and genotypes, in order of variants; the same with their keys.
 */
const [RECORDS, CITED, KEYS, HIDDEN, DETAILS, KEYED] = ['variant_rows', 'publication_rows', 'variant_keys', 'hidden_keys', 'detail_rows', 'keyed_rows'] as const;

/** Publications that a number or PMC id stands for: of several the first. */
const PUBLICATIONS = `
  publications AS (
    SELECT publication_id, 'pmid' AS kind, pmid::VARCHAR AS id FROM publication WHERE pmid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY pmid ORDER BY publication_id) = 1
    UNION ALL
    SELECT publication_id, 'pmcid', pmcid FROM publication WHERE pmcid IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY lower(pmcid) ORDER BY publication_id) = 1)`;

/** As variantKey and publicationKey: in lower case, without blanks behind. */
const keyOf = (sql: string) => `rtrim(lower(${sql}), chr(32) || chr(9) || chr(10) || chr(13))`;
const PUBLICATION_KEY = `kind || ' ' || ${keyOf('id')}`;

/**
 * Writes the tables that are found by the name of a variant, or by a publication.
 *
 * @returns the samples that genotypes are numbered by
 */
export async function compileVariantTables(
  database: Database, genome: GenomeEntry, regions: RegionSet, collections: readonly VcfCollection[],
  tableOf: (name: VariantTable) => SortedSink,
): Promise<GenotypedSamplesDocument> {
  await stageVariantParts(database, regions);
  const parts = await variantParts(database);
  await stageRecords(database, regions, parts);
  await writeSorted(database, `SELECT key, json FROM ${RECORDS} ORDER BY key, rank, variation_id`, tableOf('variants'));
  await writeSorted(database, `
    WITH ${PUBLICATIONS} SELECT key, json FROM (SELECT ${PUBLICATION_KEY} AS key, NULL AS variation_id, 'null' AS json FROM publications UNION ALL FROM ${CITED})
    ORDER BY key, variation_id NULLS FIRST`, tableOf('variants-by-publication'));
  for (const table of [RECORDS, CITED]) await database.all(`DROP TABLE ${table}`);
  const samples = await GenotypedSamples.load(database);
  await stageDetails(database, genome, regions, collections, samples, parts);
  // Only of the variant that a key finds.
  await database.all(`
    CREATE OR REPLACE TABLE ${HIDDEN} AS FROM (FROM ${KEYS} SEMI JOIN (SELECT key FROM ${KEYS} GROUP BY key HAVING count(*) > 1) USING (key))
    QUALIFY row_number() OVER (PARTITION BY key ORDER BY rank, variation_id) > 1`);
  await writeDetails('details', tableOf('variant-details'));
  await writeDetails('genotypes', tableOf('variant-genotypes'));
  const [genotyped] = await database.all(`SELECT 1 FROM ${DETAILS} WHERE genotypes IS NOT NULL LIMIT 1`);
  for (const table of [DETAILS, KEYS, HIDDEN]) await database.all(`DROP TABLE ${table}`);
  return genotyped ? samples.list : [];

  /** Joined with their keys some at a time, and sorted by these then: both at once need more memory than a large build gives a unit. */
  async function writeDetails(column: 'details' | 'genotypes', table: SortedSink): Promise<void> {
    await database.all(`CREATE OR REPLACE TABLE ${KEYED} (key VARCHAR, record BLOB)`);
    for (const part of parts) {
      const some = inPart(part);
      await database.all(`
        INSERT INTO ${KEYED} SELECT key, ${column} FROM (FROM ${DETAILS} WHERE ${some} AND ${column} IS NOT NULL) JOIN (FROM ${KEYS} WHERE ${some}) USING (variation_id)
        ANTI JOIN (FROM ${HIDDEN} WHERE ${some}) USING (variation_id, key)`);
    }
    await writeSorted(database, `SELECT key, record FROM ${KEYED} ORDER BY key`, table);
    await database.all(`DROP TABLE ${KEYED}`);
  }
}

/** Makes RECORDS, CITED and KEYS. */
async function stageRecords(database: Database, regions: RegionSet, parts: readonly VariantPart[]): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${RECORDS} (key VARCHAR, rank TINYINT, variation_id BIGINT, json VARCHAR)`);
  await database.all(`CREATE OR REPLACE TABLE ${CITED} (key VARCHAR, variation_id BIGINT, json VARCHAR)`);
  await database.all(`CREATE OR REPLACE TABLE ${KEYS} (variation_id BIGINT, key VARCHAR, rank TINYINT)`);
  for (const part of parts) {
    const some = inPart(part);
    await database.all(`CREATE OR REPLACE TABLE some_variants AS ${variantRecords(some)}`);
    // A variant stands once under a key, whatever else it is called.
    await database.all(`
      INSERT INTO ${KEYS}
      WITH own AS (SELECT variation_id, ${keyOf('name')} AS key FROM some_variants),
      others AS (
        SELECT variation_id, ${keyOf('y.name')} AS key, ${RANK.synonym} AS rank FROM variation_synonym y JOIN source USING (source_id) WHERE y.name IS NOT NULL AND ${some}
        UNION ALL
        SELECT variation_id, concat('ss', subsnp_id), ${RANK.submission} FROM allele JOIN allele_code c USING (allele_code_id)
        WHERE c.allele IS NOT NULL AND subsnp_id IS NOT NULL AND ${some})
      SELECT variation_id, key, ${RANK.itself} FROM own
      UNION ALL
      SELECT variation_id, key, min(rank) FROM others SEMI JOIN own USING (variation_id) ANTI JOIN own USING (variation_id, key) GROUP BY ALL`);
    await database.all(`INSERT INTO ${RECORDS} SELECT key, rank, variation_id, ${recordUnder('key')} FROM (FROM ${KEYS} WHERE ${some}) JOIN some_variants USING (variation_id)`);
    await database.all(`
      INSERT INTO ${CITED} WITH ${PUBLICATIONS}
      SELECT ${PUBLICATION_KEY}, variation_id, ${recordUnder(PUBLICATION_KEY)} FROM some_variants JOIN variation_citation USING (variation_id) JOIN publications USING (publication_id)`);
  }
  await database.all('DROP TABLE IF EXISTS some_variants');
  let ordinal = 0;
  await database.append(RECORDS, structuralRows());

  async function* structuralRows(): AsyncGenerator<[key: string, rank: number, ordinal: number, json: string]> {
    for await (const variant of structuralVariants(database, regions)) yield [variantKey(variant.name), RANK.structural, ordinal++, JSON.stringify(variant)];
  }
}

/** Put together here; the rest of DETAILS is as VCF files tell it. */
const SEVERAL_DETAILS = 'several_detail_rows';

/** Makes DETAILS. */
async function stageDetails(
  database: Database, genome: GenomeEntry, regions: RegionSet, collections: readonly VcfCollection[], samples: GenotypedSamples, parts: readonly VariantPart[],
): Promise<void> {
  const counter = new FrequencyCounter(await samples.countedPopulations(database));
  await stageCompressedGenotypes(database);
  await stageVcfGenotypes(database, collectionsOf(collections, genome), regionFinder(regions), samples, counter, parts);
  const reader = await DetailsReader.open(database, samples, counter);
  try {
    await stageRows(database, SEVERAL_DETAILS, 'variation_id BIGINT, details BLOB, genotypes BLOB', detailRows(reader));
  } finally {
    await reader.close();
  }
  await database.all(`CREATE OR REPLACE TABLE ${DETAILS} AS FROM (FROM ${SEVERAL_DETAILS} UNION ALL ${LONE_DETAILS}) ORDER BY variation_id`);
  await database.all(`DROP TABLE ${SEVERAL_DETAILS}`);
  for (const table of [COMPRESSED_TABLE, TOLD_TABLE, CALLED_TABLE]) await database.all(`DROP TABLE ${table}`);
  await dropDetailStreams(database);
}

async function* detailRows(reader: DetailsReader): AsyncGenerator<[variation: number, details: Uint8Array | null, genotypes: Uint8Array | null]> {
  for await (const [id, { details, samples, stored }] of reader.variants()) {
    const any = Object.values(details).some((list) => list.length > 0);
    const genotypes = stored ?? (samples.length > 0 ? encodeGenotypeGroups(samples) : null);
    if (any || genotypes) yield [id, any ? encodeGroups(details) : null, genotypes];
  }
}
