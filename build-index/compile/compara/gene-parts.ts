import type { DuckDBConnection } from '@duckdb/node-api';
import { chunksOf } from '../../dump/duckdb-rows.ts';
import type { SortedSink } from '../../output/lazy-table.ts';
import { idPrefixesOf, joinPrefixes } from '../ids/id-prefixes.ts';
import { allStableIds, type SavedStableIds } from '../ids/stable-id-table.ts';
import { writeRows } from '../rows/written-rows.ts';

/**
 * Exons and products of compared genes by their own ids, with the record of the gene, but for products that `gene-members` has by
 * themselves. In the order in which the `ids` table has what bears an id. Made in SQL, as decodeGenePart takes it: there are tens of millions.
 */
const PARTS = (ids: string) => `
  SELECT part.key, left(m.value, -1) || ',' || part.type || ',' || part.genome || ']' AS value
  FROM (${ids}) part
    JOIN (SELECT genome, gene_id, key FROM (${ids}) WHERE type = 0) gene USING (genome, gene_id)
    JOIN members m ON m.key = gene.key
  WHERE part.type <> 0 AND NOT EXISTS (FROM members own WHERE own.key = part.key AND own.gene = gene.key)
  ORDER BY part.key, part.genome, part.type, part.db_id, part.gene_id, m.ordinal`;

/**
 * Writes the `gene-parts` of a comparative database.
 *
 * @param connection withStagedMembers
 * @param runs stable ids of core databases
 */
export async function writeGeneParts(connection: DuckDBConnection, runs: readonly SavedStableIds[], table: SortedSink): Promise<void> {
  await writeRows(chunksOf(await connection.stream(PARTS(allStableIds(runs)))), table);
}

/** What the ids of these parts begin with, as idPrefixes of the manifest; null where too many differ. */
export async function prefixesOfParts(connection: DuckDBConnection, runs: readonly SavedStableIds[]): Promise<string[] | null> {
  const ids = allStableIds(runs);
  const genes = `SELECT genome, gene_id FROM (${ids}) SEMI JOIN members USING (key) WHERE type = 0`;
  const reader = await connection.runAndReadAll(idPrefixesOf(`SELECT key FROM (${ids}) SEMI JOIN (${genes}) USING (genome, gene_id) WHERE type <> 0`));
  return joinPrefixes([reader.getRows().map(([prefix]) => String(prefix))]);
}
