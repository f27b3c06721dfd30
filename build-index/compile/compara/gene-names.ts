/**
 * What genes are called: core databases know it, and comparative databases find genes by it. Core units leave their names in files,
 * of which the unit that comes after them and the comparative database makes its `gene-names` table.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { MOST_GENES_OF_NAME, nameKey } from '../../../src/compara/gene-member.ts';
import type { Database } from '../../dump/database.ts';
import { chunksOf } from '../../dump/duckdb-rows.ts';
import { sqlText } from '../../dump/sql-text.ts';
import type { SortedSink } from '../../output/lazy-table.ts';
import { writeRows } from '../rows/written-rows.ts';
import { LINK_TABLE, NAME_TABLE, OBJECT_TABLE } from '../genome/xref-tables.ts';

/** The names of a genome's genes in a file, and its production name. */
export interface SavedGeneNames {
  path: string;
  species: string;
}

/**
 * Each name (symbolKey) with each reference that bears it and each gene on the primary assembly that the reference is of, as
 * genesOfSymbols understands it: linked to the gene, its transcripts or products, or shown of the gene. `rank` is in the order of answers.
 */
const NAMES = `
  SELECT key, xref_id, lower(gene_stable_id) AS gene, bool_or(linked) AS linked, coalesce(min(rank) FILTER (linked), min(rank)) AS rank
  FROM (SELECT key, xref_id FROM ${NAME_TABLE}) JOIN ${LINK_TABLE} USING (xref_id) JOIN ${OBJECT_TABLE} USING (ordinal)
  WHERE reference AND (linked OR type = 'Gene')
  GROUP BY key, xref_id, gene`;

/** Leaves the names of the genome whose references compileXrefs has staged last in a file (Parquet). */
export async function saveGeneNames(database: Database, path: string): Promise<void> {
  await database.all(`COPY (${NAMES}) TO ${sqlText(path)} (FORMAT parquet)`);
}

/** Of what bears a name, the first genes that stand in trees: linked ones before those that only show it. */
const GENES_BY_NAME = ({ path, species }: SavedGeneNames) => `
  WITH compared AS (SELECT DISTINCT key AS gene FROM members WHERE found_in_tree),
  ranked AS (
    SELECT key, gene, row_number() OVER (PARTITION BY key, xref_id ORDER BY linked DESC, rank) AS place
    FROM read_parquet(${sqlText(path)}) SEMI JOIN compared USING (gene)),
  named AS (SELECT DISTINCT key, gene FROM ranked WHERE place <= ${MOST_GENES_OF_NAME})
  SELECT ${sqlText(prefixOf(species))} || named.key AS key, m.value
  FROM named JOIN members m ON m.key = named.gene
  WHERE m.found_in_tree
  ORDER BY named.key, m.ordinal`;

/**
 * Writes the `gene-names` of a comparative database, genome by genome.
 *
 * @param connection withStagedMembers
 * @param genomes of core databases, each species once
 */
export async function writeGeneNames(connection: DuckDBConnection, genomes: readonly SavedGeneNames[], table: SortedSink): Promise<void> {
  for (const genome of genomes.toSorted((a, b) => Buffer.compare(Buffer.from(prefixOf(a.species)), Buffer.from(prefixOf(b.species))))) {
    await writeRows(chunksOf(await connection.stream(GENES_BY_NAME(genome))), table);
  }
}

/** What the keys of a genome's names begin with. */
function prefixOf(species: string): string {
  return nameKey(species, '');
}
