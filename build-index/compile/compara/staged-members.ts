import type { DuckDBConnection } from '@duckdb/node-api';
import { join } from 'node:path';
import { decodeGeneMember, encodeComparedGene } from '../../../src/compara/gene-member.ts';
import { openDuckdb } from '../../dump/duckdb-share.ts';

/**
 * A comparative database's genes in DuckDB, for who joins them with what core units leave. Table `members`, a row for each record of
 * `gene-members`: `ordinal` in the order of the records, `key`, stable id of the gene in lower case, whether it is the one that the key means in its
 * genome and stands in a tree, and what encodeComparedGene makes of it as text.
 *
 * @param members records of `gene-members`
 * @param scratch for files; the caller removes it
 */
export async function withStagedMembers<T>(
  members: AsyncIterable<[key: string, record: Uint8Array]>, scratch: string, use: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await openDuckdb(join(scratch, 'members.duckdb'), join(scratch, 'members-spill'), 1);
  try {
    const connection = await instance.connect();
    await connection.run('CREATE TABLE members (ordinal BIGINT, key VARCHAR, gene VARCHAR, found_in_tree BOOLEAN, value VARCHAR)');
    const rows = await connection.createAppender('members');
    const decoder = new TextDecoder();
    let ordinal = 0n;
    let before = '';
    for await (const [key, record] of members) {
      const member = decodeGeneMember(record);
      const isFirst = before !== (before = `${key} ${member.genome}`);
      rows.appendBigInt(ordinal++);
      rows.appendVarchar(key);
      rows.appendVarchar(member.geneId.toLowerCase());
      rows.appendBoolean(isFirst && member.trees.length > 0);
      rows.appendVarchar(decoder.decode(encodeComparedGene(member)));
      rows.endRow();
    }
    rows.closeSync();
    const used = await use(connection);
    connection.closeSync();
    return used;
  } finally {
    instance.closeSync();
  }
}
