import { ANCESTRAL, isAncestral } from '../../src/compara/ancestral-genomes.ts';
import type { AlignedStretch, AlignmentBlock, AlignmentRecord, AlignmentTreeRow, BasesOfBlock } from '../../src/compara/alignment-record.ts';
import type { SortedTableWriter } from '../../src/index/sorted-table.ts';
import type { ComparaEntry, GenomeEntry } from '../../src/release/manifest.ts';
import { openDatabase, type Database, type NeededTables } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import { AlignedBases, basesOfBlock } from './aligned-bases.ts';
import { NUMBER_TABLE, numberRegions, speciesTrees, treeOfBlock } from './alignment-sets.ts';
import { stageRows } from './stage-rows.ts';

/** What whole-genome alignments are compiled from; see CORE_TABLES. */
export const ALIGNMENT_TABLES = {
  method_link: { method_link_id: 'integer', type: 'text' },
  method_link_species_set: { method_link_species_set_id: 'integer', method_link_id: 'integer', species_set_id: 'integer' },
  species_set_header: { species_set_id: 'integer', name: 'text' },
  species_set: { species_set_id: 'integer', genome_db_id: 'integer' },
  species_tree_root: { root_id: 'integer', method_link_species_set_id: 'integer' },
  species_tree_node: { node_id: 'integer', parent_id: 'integer', root_id: 'integer', left_index: 'integer', genome_db_id: 'integer' },
  genome_db: { genome_db_id: 'integer', name: 'text' },
  dnafrag: { dnafrag_id: 'integer', name: 'text', genome_db_id: 'integer', coord_system_name: 'text' },
  genomic_align: {
    genomic_align_id: 'integer', genomic_align_block_id: 'integer', method_link_species_set_id: 'integer', dnafrag_id: 'integer', dnafrag_start: 'integer', dnafrag_end: 'integer',
    dnafrag_strand: 'integer', cigar_line: 'text', visible: 'integer', node_id: 'integer',
  },
  genomic_align_tree: { node_id: 'integer', parent_id: 'integer', root_id: 'integer', distance_to_parent: 'float' },
} as const satisfies NeededTables;

// A tree's rows are of two blocks, one of them the ancestors'. `ordinal` counts the blocks that stand once, along the genome that
// the database knows longest, so that neighbours there are read together; pairwise ones have none.
const BLOCKS = `
  CREATE TABLE placed AS
    SELECT genomic_align_id, method_link_species_set_id AS mlss, dnafrag_id, dnafrag_start, dnafrag_end, dnafrag_strand, cigar_line, visible, node_id, root_id,
      d.name AS region, d.coord_system_name, genome_db_id, g.name AS genome, g.name ILIKE '${ANCESTRAL}%' AS ancestral,
      CASE WHEN root_id IS NULL THEN 'block ' || genomic_align_block_id ELSE 'tree ' || root_id END AS block
    FROM genomic_align JOIN dnafrag d USING (dnafrag_id) JOIN genome_db g USING (genome_db_id) LEFT JOIN genomic_align_tree USING (node_id);
  CREATE TABLE numbered AS
    SELECT block, root_id, mlss, pairwise, CASE WHEN NOT pairwise THEN row_number() OVER (PARTITION BY pairwise ORDER BY mlss, first, block) - 1 END AS ordinal
    FROM (
      SELECT block, root_id, min(mlss) AS mlss, count(*) = 2 AND root_id IS NULL AS pairwise, min((ancestral, genome_db_id, dnafrag_id, dnafrag_start)) AS first
      FROM placed GROUP BY block, root_id);
  CREATE TABLE blocks AS
    WITH stretches AS (
      SELECT block, to_json(list({
        id: genomic_align_id, node: CASE WHEN root_id IS NULL THEN NULL ELSE node_id END, genome: genome, region: region, coordSystem: coord_system_name, start: dnafrag_start,
        "end": dnafrag_end, strand: dnafrag_strand, cigarLine: cigar_line } ORDER BY genomic_align_id))::VARCHAR AS stretches
      FROM placed GROUP BY block),
    trees AS (
      SELECT root_id, to_json(list({
        id: node_id, parent: CASE WHEN node_id = root_id THEN NULL ELSE parent_id END, distance: distance_to_parent } ORDER BY node_id))::VARCHAR AS tree
      FROM genomic_align_tree GROUP BY root_id)
    SELECT numbered.*, stretches, coalesce(tree, '[]') AS tree FROM numbered JOIN stretches USING (block) LEFT JOIN trees USING (root_id)`;

interface BlockRow {
  mlss: number;
  stretches: string;
  tree: string;
}

/** Staged beside the dump's tables: where the bases of each block that stands once are stored (BasesOfBlock). */
const BASES_TABLE = 'block_bases';

const STANDING_ONCE = 'SELECT mlss, stretches, tree FROM blocks WHERE NOT pairwise ORDER BY ordinal';

/** Ensembl looks for visible stretches only where there is no tree. */
const REFERENCES = `
  SELECT number, key, genomic_align_id AS reference, dnafrag_start AS start, dnafrag_end AS "end", ordinal, b.mlss, stretches, tree, bases
  FROM placed p JOIN ${NUMBER_TABLE} n ON n.method_link_species_set_id = p.mlss AND n.dnafrag_id = p.dnafrag_id
    JOIN (SELECT block, ordinal, mlss, CASE WHEN pairwise THEN stretches END AS stretches, CASE WHEN pairwise THEN tree END AS tree FROM blocks) b USING (block)
    LEFT JOIN ${BASES_TABLE} USING (ordinal)
  WHERE NOT ancestral AND (p.root_id IS NOT NULL OR coalesce(visible, 1) = 1)
  ORDER BY number, dnafrag_start, genomic_align_id`;

type ReferenceRow = BlockRow & { number: number; key: string; reference: number; start: number; end: number; ordinal: number | null; bases: string | null };

const encoder = new TextEncoder();
const encode = (record: AlignmentBlock | AlignmentRecord): Uint8Array => encoder.encode(JSON.stringify(record));

/** Writes the whole-genome alignments of a comparative database; nothing when it has none. `genomes` have been written to the folder. */
export async function compileAlignments(dump: DumpDatabase, folder: IndexFolder, genomes: readonly GenomeEntry[]): Promise<Pick<ComparaEntry, 'alignments'>> {
  const database = await openDatabase(dump, ALIGNMENT_TABLES);
  const written = folder.written();
  try {
    const [{ count } = { count: 0 }] = await database.all<{ count: number }>('SELECT count(*) AS count FROM genomic_align');
    if (count === 0) return {};
    await numberRegions(database);
    await database.all(BLOCKS);
    const blockOf = await blockMaker(database, new AlignedBases(genomes, written));
    const blocks = await folder.sortedTable(`${dump.species}/compara/alignment-blocks`, 'last');
    await stageRows(database, BASES_TABLE, 'ordinal BIGINT, bases VARCHAR', writtenBlocks(database, blocks.writer, blockOf, genomes));
    const entry = await blocks.finish();
    const references = await folder.intervalTable(`${dump.species}/compara/alignments`, 'last');
    for await (const row of database.rows<ReferenceRow>(REFERENCES)) {
      const block = row.ordinal === null ? await blockOf(row) : blocks.writer.locate(row.ordinal);
      await references.writer.add(row.number, row.start, row.end, encode({ key: row.key, reference: row.reference, block, ...(row.bases === null ? {} : { bases: JSON.parse(row.bases) as BasesOfBlock }) }));
    }
    return { alignments: { references: await references.finish(), blocks: entry } };
  } finally {
    await written.close();
    await database.close();
  }
}

/** Writes the blocks that stand once; of each, where its bases are stored. */
async function* writtenBlocks(
  database: Database, writer: SortedTableWriter, blockOf: (row: BlockRow) => Promise<AlignmentBlock>, genomes: readonly GenomeEntry[],
): AsyncGenerator<[ordinal: number, bases: string]> {
  let ordinal = 0;
  for await (const row of database.rows<BlockRow>(STANDING_ONCE)) {
    const block = await blockOf(row);
    await writer.add(String(ordinal).padStart(12, '0'), encode(block));
    yield [ordinal++, JSON.stringify(basesOfBlock(block, genomes))];
  }
}

/** From a row to its record: each stretch with where its bases are stored, and the species' tree where there is no other. */
async function blockMaker(database: Database, places: AlignedBases): Promise<(row: BlockRow) => Promise<AlignmentBlock>> {
  const species = await speciesTrees(database);
  return async ({ mlss, stretches, tree }) => {
    const rows = JSON.parse(stretches) as Omit<AlignedStretch, 'version' | 'bases'>[];
    const its = JSON.parse(tree) as AlignmentTreeRow[];
    const found: AlignedStretch[] = [];
    for (const row of rows) {
      const place = await places.of(row);
      // Without a database of ancestors, trees are shown without their rows.
      if (place || !isAncestral(row.genome)) found.push({ ...row, version: null, bases: null, ...place });
    }
    const shared = its.length === 0 && rows.length > 2 ? species.get(mlss) : undefined;
    if (!shared) return { stretches: found, tree: its };
    return { stretches: found.map((stretch, each) => ({ ...stretch, node: -1 - each })), tree: treeOfBlock(shared, rows.map(({ genome }) => genome)) };
  };
}
