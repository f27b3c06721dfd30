import { join } from 'node:path';
import { decodeGeneMember } from '../../src/compara/gene-member.ts';
import { chunksOf } from '../dump/duckdb-rows.ts';
import { openDuckdb } from '../dump/duckdb-share.ts';
import type { SortedSink } from '../output/lazy-table.ts';
import { allStableIds, type SavedStableIds } from './stable-id-table.ts';
import { writeRows } from './written-rows.ts';

/**
 * Exons and products of compared genes by their own ids, with the record of the gene, but for products that `gene-members` has by
 * themselves. In the order in which the `ids` table has what bears an id. What encodeGenePart makes, made in SQL: there are tens of millions.
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
 * @param members its `gene-members`
 * @param runs stable ids of core databases
 */
export async function writeGeneParts(members: AsyncIterable<[key: string, record: Uint8Array]>, runs: readonly SavedStableIds[], table: SortedSink, scratch: string): Promise<void> {
  const instance = await openDuckdb(join(scratch, 'parts.duckdb'), join(scratch, 'parts-spill'), 1);
  try {
    const connection = await instance.connect();
    await connection.run('CREATE TABLE members (ordinal BIGINT, key VARCHAR, gene VARCHAR, value VARCHAR)');
    const rows = await connection.createAppender('members');
    const decoder = new TextDecoder();
    let ordinal = 0n;
    for await (const [key, record] of members) {
      rows.appendBigInt(ordinal++);
      rows.appendVarchar(key);
      rows.appendVarchar(decodeGeneMember(record).geneId.toLowerCase());
      rows.appendVarchar(decoder.decode(record));
      rows.endRow();
    }
    rows.closeSync();
    await writeRows(chunksOf(await connection.stream(PARTS(allStableIds(runs)))), table);
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
}
