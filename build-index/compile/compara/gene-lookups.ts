import type { DuckDBConnection } from '@duckdb/node-api';
import { join } from 'node:path';
import { MAX_GENES_OF_NAME, decodeGeneMember, encodeComparedGene, nameKey } from '../../../src/compara/gene-member.ts';
import { stableIdTypeNumber } from '../../../src/genome/stable-id.ts';
import type { Database } from '../../dump/database.ts';
import { openDuckdb } from '../../dump/duckdb-share.ts';
import { queryChunks, sqlText } from '../../dump/query-chunks.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { LINK_TABLE, NAME_TABLE, OBJECT_TABLE } from '../genome/xref-tables.ts';
import { type SavedStableIds, allStableIds, idPrefixesOf, joinPrefixes } from '../ids/stable-id-table.ts';
import { writeRows } from '../rows/sorted-rows.ts';

/**
 * Stages the genes of a compara database in DuckDB, to be joined with the files of core units. The table `members` has
 * a row per record of `gene-members`:
 * - `ordinal`: order of the records
 * - `key`
 * - `gene`: stable id of the gene in lower case
 * - `found_in_tree`: is it in a tree, and the first gene of its genome under the key?
 * - `value`: result of encodeComparedGene as text
 *
 * @param members records of `gene-members`
 * @param scratch for files; the caller removes it
 */
export async function withStagedMembers<T>(
  members: AsyncIterable<[key: string, record: Uint8Array]>,
  scratch: string,
  use: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await openDuckdb(join(scratch, 'members.duckdb'), join(scratch, 'members-spill'), 1);
  try {
    const connection = await instance.connect();
    await connection.run(
      'CREATE TABLE members (ordinal BIGINT, key VARCHAR, gene VARCHAR, found_in_tree BOOLEAN, value VARCHAR)',
    );
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

export interface SavedGeneNames {
  /** File of the names of a genome's genes. */
  path: string;
  /** Production name. */
  species: string;
}

/**
 * Each name (symbolKey) with each of its references and each gene on the primary assembly to which the reference
 * belongs, as in genesOfSymbols: it is linked to the gene, its transcripts or products, or is the gene's display name.
 * `rank` is the order of answers.
 */
const NAMES = `
  SELECT key, xref_id, lower(gene_stable_id) AS gene, bool_or(linked) AS linked,
    coalesce(min(rank) FILTER (linked), min(rank)) AS rank
  FROM (SELECT key, xref_id FROM ${NAME_TABLE}) JOIN ${LINK_TABLE} USING (xref_id) JOIN ${OBJECT_TABLE} USING (ordinal)
  WHERE reference AND (linked OR type = 'Gene')
  GROUP BY key, xref_id, gene`;

/** Saves the names of the genome whose references compileXrefs staged last to a Parquet file. */
export async function saveGeneNames(database: Database, path: string): Promise<void> {
  await database.all(`COPY (${NAMES}) TO ${sqlText(path)} (FORMAT parquet)`);
}

/** The first genes in trees of each name: linked genes first, then genes that only display the name. */
const GENES_BY_NAME = ({ path, species }: SavedGeneNames) => `
  WITH compared AS (SELECT DISTINCT key AS gene FROM members WHERE found_in_tree),
  ranked AS (
    SELECT key, gene, row_number() OVER (PARTITION BY key, xref_id ORDER BY linked DESC, rank) AS place
    FROM read_parquet(${sqlText(path)}) SEMI JOIN compared USING (gene)),
  named AS (SELECT DISTINCT key, gene FROM ranked WHERE place <= ${MAX_GENES_OF_NAME})
  SELECT ${sqlText(prefixOf(species))} || named.key, m.value
  FROM named JOIN members m ON m.key = named.gene
  WHERE m.found_in_tree
  ORDER BY named.key, m.ordinal`;

/**
 * Writes the `gene-names` of a compara database, genome by genome.
 *
 * @param connection withStagedMembers
 * @param genomes of core databases, each species once
 */
export async function writeGeneNames(
  connection: DuckDBConnection,
  genomes: readonly SavedGeneNames[],
  table: SortedSink,
): Promise<void> {
  for (const genome of genomes.toSorted((a, b) =>
    Buffer.compare(Buffer.from(prefixOf(a.species)), Buffer.from(prefixOf(b.species))),
  )) {
    await writeRows(queryChunks(connection, GENES_BY_NAME(genome)), table);
  }
}

/** Prefix of the keys of a genome's names. */
function prefixOf(species: string): string {
  return nameKey(species, '');
}

const TRANSLATION = stableIdTypeNumber('Translation');

/**
 * Transcripts and exons of compared genes by their own ids, with the record of the gene, except products with their own
 * record in `gene-members`. As in Ensembl, a translation that is not a product is no part: it has no tree. In the order
 * of the `ids` table. SQL formats the values for decodeGenePart because there are tens of millions.
 */
const PARTS = (ids: string) => `
  SELECT part.key, left(m.value, -1) || ',' || part.type || ',' || part.genome || ']'
  FROM (${ids}) part
    JOIN (SELECT genome, gene_id, key FROM (${ids}) WHERE type = 0) gene USING (genome, gene_id)
    JOIN members m ON m.key = gene.key
  WHERE part.type NOT IN (0, ${TRANSLATION})
    AND NOT EXISTS (FROM members own WHERE own.key = part.key AND own.gene = gene.key)
  ORDER BY part.key, part.genome, part.type, part.db_id, part.gene_id, m.ordinal`;

/**
 * Writes the `gene-parts` of a compara database.
 *
 * @param connection withStagedMembers
 * @param runs stable ids of core databases
 */
export async function writeGeneParts(
  connection: DuckDBConnection,
  runs: readonly SavedStableIds[],
  table: SortedSink,
): Promise<void> {
  await writeRows(queryChunks(connection, PARTS(allStableIds(runs))), table);
}

/** Prefixes of the ids of these parts, for idPrefixes of the manifest; null if there are too many. */
export async function prefixesOfParts(
  connection: DuckDBConnection,
  runs: readonly SavedStableIds[],
): Promise<string[] | null> {
  const ids = allStableIds(runs);
  const genes = `SELECT genome, gene_id FROM (${ids}) SEMI JOIN members USING (key) WHERE type = 0`;
  const reader = await connection.runAndReadAll(
    idPrefixesOf(`SELECT key FROM (${ids}) SEMI JOIN (${genes}) USING (genome, gene_id) WHERE type <> 0`),
  );
  return joinPrefixes([reader.getRows().map(([prefix]) => String(prefix))]);
}
