import { encodeGroups } from '../../../src/variants/details-record.ts';
import { groupDetails, NO_DETAILS } from '../../../src/variants/frequency-groups.ts';
import type { AlleleFrequency, GenotypeFrequency, VariantDetails } from '../../../src/variants/variant-details.ts';
import type { PhenotypeRecord } from '../../../src/genome/phenotype-record.ts';
import { type Database, stageRows } from '../../dump/database.ts';
import { loadGenotypeCodes } from '../genotypes/compressed-genotypes.ts';
import { RowsByKey } from '../rows/row-groups.ts';
import { PHENOTYPE_TABLE } from './phenotypes.ts';

interface AlleleRow {
  key: number;
  allele: string;
  frequency: number | null;
  population: string | null;
  count: number | null;
  submission: number | null;
}

interface GenotypeRow {
  key: number;
  code: number;
  frequency: number | null;
  population: string | null;
  count: number | null;
  submission: number | null;
}

/**
 * The sets of each variant, as JSON of SetsOfVariant. A chip is a variation set below the set 'genotyping chip
 * variants'.
 */
const CHIPS_TABLE = 'compiled_chips';
const CHIPS = `
  WITH sets AS (
    SELECT variation_set_id AS id, any_value(name) AS name, bool_or(name IS NOT NULL AND variation_set_id IN (
      SELECT variation_set_sub FROM variation_set_structure WHERE variation_set_super = (
        SELECT min(variation_set_id) FROM variation_set WHERE lower(name) = 'genotyping chip variants'))) AS chip
    FROM variation_set WHERE variation_set_id IS NOT NULL GROUP BY variation_set_id)
  SELECT variation_id, to_json(struct_pack(
      chips := coalesce(list(name ORDER BY id) FILTER (chip), []), sets := list(id ORDER BY id)))::VARCHAR AS chips
  FROM (SELECT DISTINCT variation_id, variation_set_id AS id FROM variation_set_variation) JOIN sets USING (id)
  WHERE variation_id IS NOT NULL GROUP BY variation_id`;

interface SetsOfVariant {
  /** Names of chips. */
  chips: string[];
  /** Ids of all sets. */
  sets: number[];
}

function setsOf(text: string | undefined): SetsOfVariant {
  return text === undefined ? { chips: [], sets: [] } : (JSON.parse(text) as SetsOfVariant);
}

/** The rows from which the details of variants are assembled, in the order of variants. Each gets a sorted table. */
const STREAMS = {
  alleles: `
    SELECT variation_id AS key, c.allele, frequency, p.name AS population, count, subsnp_id AS submission
    FROM allele JOIN allele_code c USING (allele_code_id) LEFT JOIN population p USING (population_id)
    WHERE c.allele IS NOT NULL AND variation_id IS NOT NULL ORDER BY variation_id, allele_id`,
  genotypes: `
    SELECT variation_id AS key, genotype_code_id AS code, frequency, p.name AS population, count,
      subsnp_id AS submission
    FROM population_genotype LEFT JOIN population p USING (population_id) WHERE variation_id IS NOT NULL
      ORDER BY variation_id, population_genotype_id`,
  phenotypes: `
    SELECT variation_id AS key, record FROM ${PHENOTYPE_TABLE} p JOIN variation v ON lower(v.name) = lower(p.object_id)
    WHERE p.type = 'Variation' AND variation_id IS NOT NULL ORDER BY key, p.id`,
};
const NO_PHENOTYPES = 'SELECT NULL::BIGINT AS key, NULL::VARCHAR AS record LIMIT 0';
const sortedTable = (stream: string) => `sorted_${stream}`;
/** The variants with other details than sets. */
const MORE = `SELECT key FROM ${sortedTable('alleles')} UNION SELECT key FROM ${sortedTable('genotypes')}
  UNION SELECT key FROM ${sortedTable('phenotypes')}`;

/** The database's own details of variants: variation_id, own (a record of details). In order of variants. */
export const OWN_TABLE = 'compiled_own_details';
/** Records of variants with other details than sets, and a record for each combination of sets. */
const [MORE_TABLE, CHIP_RECORDS] = ['compiled_more_details', 'compiled_chip_records'] as const;

/** Stages OWN_TABLE. Loads the names of all variants for a while if there are phenotypes, which refer to names. */
export async function stageOwnDetails(database: Database): Promise<void> {
  const hasPhenotypes = (await database.all(`SELECT 1 FROM ${PHENOTYPE_TABLE} LIMIT 1`)).length > 0;
  if (hasPhenotypes) await database.loadFurther('variation');
  const streams = hasPhenotypes ? STREAMS : { ...STREAMS, phenotypes: NO_PHENOTYPES };
  // One sort at a time: concurrent sorts would share the memory.
  for (const [stream, sql] of Object.entries(streams))
    await database.all(`CREATE OR REPLACE TABLE ${sortedTable(stream)} AS ${sql}`);
  if (hasPhenotypes) await database.all('DROP TABLE variation');
  await database.all(`CREATE OR REPLACE TABLE ${CHIPS_TABLE} AS ${CHIPS}`);
  await stageRows(database, MORE_TABLE, 'variation_id BIGINT, own BLOB', severalRows(database));
  await stageRows(database, CHIP_RECORDS, 'chips VARCHAR, own BLOB', chipRows(database));
  await database.all(`
    CREATE OR REPLACE TABLE ${OWN_TABLE} AS FROM (
      FROM ${MORE_TABLE} UNION ALL
      SELECT variation_id, own FROM ${CHIPS_TABLE} JOIN ${CHIP_RECORDS} USING (chips)
        WHERE variation_id NOT IN (${MORE})) ORDER BY variation_id`);
  for (const table of [CHIPS_TABLE, MORE_TABLE, CHIP_RECORDS, ...Object.keys(STREAMS).map(sortedTable)])
    await database.all(`DROP TABLE ${table}`);
}

async function* chipRows(database: Database): AsyncGenerator<[chips: string, own: Uint8Array]> {
  for await (const { chips } of database.rows<{ chips: string }>(`SELECT DISTINCT chips FROM ${CHIPS_TABLE}`)) {
    yield [chips, encodeGroups({ ...NO_DETAILS, ...setsOf(chips) })];
  }
}

async function* severalRows(database: Database): AsyncGenerator<[variation: number, own: Uint8Array]> {
  const codes = await loadGenotypeCodes(database);
  const rowsOf = <Row extends { key: number }>(sql: string) => new RowsByKey(database.batches<Row>(sql));
  const alleles = rowsOf<AlleleRow>(`FROM ${sortedTable('alleles')}`);
  const genotypes = rowsOf<GenotypeRow>(`FROM ${sortedTable('genotypes')}`);
  const phenotypes = rowsOf<{ key: number; record: string }>(`FROM ${sortedTable('phenotypes')}`);
  const chips = rowsOf<{ key: number; chips: string }>(
    `SELECT variation_id AS key, chips FROM ${CHIPS_TABLE} WHERE variation_id IN (${MORE}) ORDER BY variation_id`,
  );
  const streams = [alleles, genotypes, phenotypes];
  try {
    for (;;) {
      const id = Math.min(...(await Promise.all(streams.map((rows) => rows.nextKey()))));
      if (id === Infinity) return;
      const details: VariantDetails = {
        alleles: (await alleles.take(id)).flatMap(alleleFrequency),
        genotypes: (await genotypes.take(id)).flatMap((row) => genotypeFrequency(row, codes)),
        ...setsOf((await chips.take(id))[0]?.chips),
        phenotypes: (await phenotypes.take(id)).map(({ record }) => JSON.parse(record) as PhenotypeRecord),
      };
      if (Object.values(details).some((list) => list.length > 0)) yield [id, encodeGroups(groupDetails(details))];
    }
  } finally {
    await Promise.all([...streams, chips].map((rows) => rows.close()));
  }
}

/** Empty for an allele without a frequency, which was observed but not counted. */
function alleleFrequency({ allele, frequency, population, count, submission }: AlleleRow): AlleleFrequency[] {
  return frequency ? [{ allele, frequency, population, count, submission }] : [];
}

function genotypeFrequency(
  { code, frequency, population, count, submission }: GenotypeRow,
  codes: ReadonlyMap<number, string>,
): GenotypeFrequency[] {
  const genotype = codes.get(code);
  return genotype === undefined
    ? []
    : [{ genotype, frequency: frequency ?? 0, population, count: count ?? 0, submission }];
}
