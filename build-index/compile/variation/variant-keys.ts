/** The keys that short variants are found by, and which of several variants a key finds. */
import type { Database } from '../../dump/database.ts';
import { integerColumn } from '../../dump/query-chunks.ts';

/** Several variants may share a key: who comes first under it; of several of one rank, the one of the lowest id. */
export const RANK = { itself: 0, synonym: 1, submission: 2, structural: 3 };

/** Blanks behind a key; few have any, and cutting them off takes ten times as long as looking. */
const BLANKS = 'chr(32) || chr(9) || chr(10) || chr(13)';

/** A text as variantKey and publicationKey have it: in lower case, without blanks behind. */
export const keyOf = (sql: string) =>
  `CASE WHEN (${sql})[-1] > ' ' THEN lower(${sql}) ELSE rtrim(lower(${sql}), ${BLANKS}) END`;

/**
 * SQL of the keys that some variants have beside that of their name: variation_id, key, rank. A variant stands once
 * under a key, whatever else it is called.
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
 * The keys of variants beside those of their names, and of all keys those that find another variant. Columns of both:
 * variation_id, key, rank.
 */
export const [FURTHER_KEYS, HIDDEN_KEYS] = ['further_variant_keys', 'hidden_variant_keys'] as const;

/** SQL of the variants with the keys of their names: variation_id, key. */
const ownKeys = (some: string) =>
  `(SELECT variation_id, ${keyOf('name')} AS key FROM variation SEMI JOIN source USING (source_id)
    WHERE name IS NOT NULL AND ${some})`;

/** Makes FURTHER_KEYS and HIDDEN_KEYS. */
export async function stageKeys(database: Database, parts: readonly VariantPart[]): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${FURTHER_KEYS} (variation_id BIGINT, key VARCHAR, rank TINYINT)`);
  for (const part of parts)
    await database.all(`INSERT INTO ${FURTHER_KEYS} ${furtherKeys(inPart(part), ownKeys(inPart(part)))}`);
  const all = `SELECT variation_id, key, ${RANK.itself}::TINYINT AS rank FROM ${ownKeys('true')} UNION ALL
    FROM ${FURTHER_KEYS}`;
  // Numbers are counted in a fraction of the time and memory that texts take.
  await database.all(`
    CREATE OR REPLACE TABLE ${HIDDEN_KEYS} AS WITH shared AS (SELECT hash(key) AS hashed FROM (${all}) GROUP BY hashed
      HAVING count(*) > 1)
    FROM (FROM (${all}) WHERE hash(key) IN (FROM shared))
      QUALIFY row_number() OVER (PARTITION BY key ORDER BY rank, variation_id) > 1`);
}

/** Variants whose records are put together at once: some 100 MB of JSON and as much of what it is made of. */
const AT_ONCE = 250_000;

/** The first and last variation_id. */
export type VariantPart = readonly [first: number, last: number];

/** In ascending order. */
export async function variantParts(database: Pick<Database, 'chunks'>): Promise<VariantPart[]> {
  const firsts: number[] = [];
  let seen = 0;
  // Counted here: numbers of rows in order are given in DuckDB's memory, all of them.
  for await (const chunk of database.chunks(
    'SELECT variation_id FROM variation WHERE variation_id IS NOT NULL ORDER BY variation_id',
  )) {
    const ids = integerColumn(chunk, 0);
    for (let row = (AT_ONCE - (seen % AT_ONCE)) % AT_ONCE; row < ids.length; row += AT_ONCE) firsts.push(ids[row]!);
    seen += ids.length;
  }
  return firsts.map((id, part) => [id, (firsts[part + 1] ?? Number.MAX_SAFE_INTEGER) - 1]);
}

/** SQL condition: variants of one of these parts. */
export function inPart([first, last]: VariantPart, column = 'variation_id'): string {
  return `${column} BETWEEN ${first} AND ${last}`;
}
