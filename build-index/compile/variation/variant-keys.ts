/**
 * The keys by which clients find short variants. If several variants share a key, it finds the first by rank and id.
 */
import { at } from '../../../src/checked.ts';
import type { Database } from '../../dump/database.ts';
import { integerColumn } from '../../dump/query-chunks.ts';

/** Kinds of keys. If several variants share a key, it finds the one of the lowest rank, then of the lowest id. */
export const RANK = { itself: 0, synonym: 1, submission: 2, structural: 3 };

const BLANKS = 'chr(32) || chr(9) || chr(10) || chr(13)';

/**
 * SQL of variantKey and publicationKey: in lower case, without trailing blanks. Few texts have any, and rtrim takes ten
 * times as long as the test of the last letter.
 */
export const keyOf = (sql: string) =>
  `CASE WHEN (${sql})[-1] > ' ' THEN lower(${sql}) ELSE rtrim(lower(${sql}), ${BLANKS}) END`;

/**
 * SQL of the keys of variants other than those of their names: variation_id, key, rank. Each pair of a variant and a
 * key occurs once, with its lowest rank.
 *
 * @param some condition on variation_id
 * @param own SQL of the variants with the keys of their names: variation_id, key
 */
function furtherKeys(some: string, own: string): string {
  return `
    SELECT f.variation_id, f.key, min(f.rank) AS rank FROM (
      SELECT variation_id, ${keyOf('y.name')} AS key, ${RANK.synonym} AS rank FROM variation_synonym y
        JOIN source USING (source_id) WHERE y.name IS NOT NULL AND ${some}
      UNION ALL
      SELECT variation_id, concat('ss', subsnp_id), ${RANK.submission} FROM allele
        JOIN allele_code c USING (allele_code_id)
      WHERE c.allele IS NOT NULL AND subsnp_id IS NOT NULL AND ${some}) f
    JOIN ${own} own USING (variation_id) WHERE f.key <> own.key GROUP BY ALL`;
}

/**
 * Staged: the keys of variants other than those of their names; and the keys of variants that find another variant.
 * Columns of both: variation_id, key, rank.
 */
export const [FURTHER_KEYS, HIDDEN_KEYS] = ['further_variant_keys', 'hidden_variant_keys'] as const;

/** SQL of the variants with the keys of their names: variation_id, key. */
const ownKeys = (some: string) =>
  `(SELECT variation_id, ${keyOf('name')} AS key FROM variation SEMI JOIN source USING (source_id)
    WHERE name IS NOT NULL AND ${some})`;

/** Stages FURTHER_KEYS and HIDDEN_KEYS. */
export async function stageKeys(database: Database, parts: readonly VariantPart[]): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${FURTHER_KEYS} (variation_id BIGINT, key VARCHAR, rank TINYINT)`);
  for (const part of parts)
    await database.all(`INSERT INTO ${FURTHER_KEYS} ${furtherKeys(inPart(part), ownKeys(inPart(part)))}`);
  const all = `SELECT variation_id, key, ${RANK.itself}::TINYINT AS rank FROM ${ownKeys('true')} UNION ALL
    FROM ${FURTHER_KEYS}`;
  // Counting hashes takes a fraction of the time and memory of counting texts.
  await database.all(`
    CREATE OR REPLACE TABLE ${HIDDEN_KEYS} AS WITH shared AS (SELECT hash(key) AS hashed FROM (${all}) GROUP BY hashed
      HAVING count(*) > 1)
    FROM (FROM (${all}) WHERE hash(key) IN (FROM shared))
      QUALIFY row_number() OVER (PARTITION BY key ORDER BY rank, variation_id) > 1`);
}

/** Variants that are staged at a time: some 100 MB of details and as much of their sources. */
const PART_VARIANTS = 250_000;

/** The first and last variation_id of a part. */
export type VariantPart = readonly [first: number, last: number];

/** Divides all variants into parts, in ascending order. */
export async function variantParts(database: Pick<Database, 'chunks'>): Promise<VariantPart[]> {
  const firsts: number[] = [];
  let seen = 0;
  // Counted here, because DuckDB would hold all rows in memory to number them.
  for await (const chunk of database.chunks(
    'SELECT variation_id FROM variation WHERE variation_id IS NOT NULL ORDER BY variation_id',
  )) {
    const ids = integerColumn(chunk, 0);
    const first = (PART_VARIANTS - (seen % PART_VARIANTS)) % PART_VARIANTS;
    for (let row = first; row < ids.length; row += PART_VARIANTS) firsts.push(at(ids, row));
    seen += ids.length;
  }
  return firsts.map((id, part) => [id, (firsts[part + 1] ?? Number.MAX_SAFE_INTEGER) - 1]);
}

/** SQL condition for the variants of a part. */
export function inPart([first, last]: VariantPart, column = 'variation_id'): string {
  return `${column} BETWEEN ${first} AND ${last}`;
}
