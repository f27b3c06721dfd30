/** The keys that short variants are found by, and which of several variants a key finds. */
import type { Database } from '../dump/database.ts';
import { inPart, type VariantPart } from './variant-parts.ts';

/** Several variants may share a key: who comes first under it; of several of one rank, the one of the lowest id. */
export const RANK = { itself: 0, synonym: 1, submission: 2, structural: 3 };

/** A text as variantKey and publicationKey have it: in lower case, without blanks behind. */
export const keyOf = (sql: string) => `rtrim(lower(${sql}), chr(32) || chr(9) || chr(10) || chr(13))`;

/**
 * SQL of the keys of some variants: variation_id, key, rank. A variant stands once under a key, whatever else it is called.
 *
 * @param some condition on variation_id
 */
export function keysOf(some: string): string {
  return `
    WITH own AS (SELECT variation_id, ${keyOf('v.name')} AS key FROM variation v JOIN source USING (source_id) WHERE v.name IS NOT NULL AND ${some}),
    others AS (
      SELECT variation_id, ${keyOf('y.name')} AS key, ${RANK.synonym} AS rank FROM variation_synonym y JOIN source USING (source_id) WHERE y.name IS NOT NULL AND ${some}
      UNION ALL
      SELECT variation_id, concat('ss', subsnp_id), ${RANK.submission} FROM allele JOIN allele_code c USING (allele_code_id)
      WHERE c.allele IS NOT NULL AND subsnp_id IS NOT NULL AND ${some})
    SELECT variation_id, key, ${RANK.itself} AS rank FROM own
    UNION ALL
    SELECT variation_id, key, min(rank) FROM others SEMI JOIN own USING (variation_id) ANTI JOIN own USING (variation_id, key) GROUP BY ALL`;
}

/** The keys of all variants (variation_id, key, rank), and those of them that find another one (the same columns). */
export const [KEYS, HIDDEN_KEYS] = ['variant_keys', 'hidden_keys'] as const;

/** Makes KEYS and HIDDEN_KEYS. */
export async function stageKeys(database: Database, parts: readonly VariantPart[]): Promise<void> {
  await database.all(`CREATE OR REPLACE TABLE ${KEYS} (variation_id BIGINT, key VARCHAR, rank TINYINT)`);
  for (const part of parts) await database.all(`INSERT INTO ${KEYS} ${keysOf(inPart(part))}`);
  await database.all(`
    CREATE OR REPLACE TABLE ${HIDDEN_KEYS} AS FROM (FROM ${KEYS} SEMI JOIN (SELECT key FROM ${KEYS} GROUP BY key HAVING count(*) > 1) USING (key))
    QUALIFY row_number() OVER (PARTITION BY key ORDER BY rank, variation_id) > 1`);
}
