/** The keys that short variants are found by, and which of several variants a key finds. */
import type { Database } from '../../dump/database.ts';
import { inPart, type VariantPart } from './variant-parts.ts';

/** Several variants may share a key: who comes first under it; of several of one rank, the one of the lowest id. */
export const RANK = { itself: 0, synonym: 1, submission: 2, structural: 3 };

/** Blanks behind a key; few have any, and cutting them off takes ten times as long as looking. */
const BLANKS = "chr(32) || chr(9) || chr(10) || chr(13)";

/** A text as variantKey and publicationKey have it: in lower case, without blanks behind. */
export const keyOf = (sql: string) => `CASE WHEN (${sql})[-1] > ' ' THEN lower(${sql}) ELSE rtrim(lower(${sql}), ${BLANKS}) END`;

/**
 * SQL of the keys that some variants have beside that of their name: variation_id, key, rank. A variant stands once under a key, whatever else it is called.
 *
 * @param some condition on variation_id
 * @param own SQL of the variants with the keys of their names: variation_id, key
 */
export function furtherKeys(some: string, own: string): string {
  return `
    SELECT f.variation_id, f.key, min(f.rank) AS rank FROM (
      SELECT variation_id, ${keyOf('y.name')} AS key, ${RANK.synonym} AS rank FROM variation_synonym y JOIN source USING (source_id) WHERE y.name IS NOT NULL AND ${some}
      UNION ALL
      SELECT variation_id, concat('ss', subsnp_id), ${RANK.submission} FROM allele JOIN allele_code c USING (allele_code_id)
      WHERE c.allele IS NOT NULL AND subsnp_id IS NOT NULL AND ${some}) f
    JOIN ${own} own USING (variation_id) WHERE f.key <> own.key GROUP BY ALL`;
}

/** The keys of all variants (variation_id, key, rank), and those of them that find another one (the same columns). */
export const [KEYS, HIDDEN_KEYS] = ['variant_keys', 'hidden_keys'] as const;

/** Makes KEYS and HIDDEN_KEYS. */
export async function stageKeys(database: Database, parts: readonly VariantPart[]): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${KEYS} (variation_id BIGINT, key VARCHAR, rank TINYINT)`);
  for (const part of parts) {
    const some = inPart(part);
    await database.all(`INSERT INTO ${KEYS} SELECT variation_id, ${keyOf('v.name')}, ${RANK.itself} FROM variation v JOIN source USING (source_id) WHERE v.name IS NOT NULL AND ${some}`);
    await database.all(`INSERT INTO ${KEYS} ${furtherKeys(some, `(FROM ${KEYS} WHERE ${some})`)}`);
  }
  await database.all(`
    CREATE OR REPLACE TABLE ${HIDDEN_KEYS} AS FROM (FROM ${KEYS} SEMI JOIN (SELECT key FROM ${KEYS} GROUP BY key HAVING count(*) > 1) USING (key))
    QUALIFY row_number() OVER (PARTITION BY key ORDER BY rank, variation_id) > 1`);
}
