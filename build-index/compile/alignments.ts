import { alignmentRegionKey, type AlignedStretch, type AlignmentBlock, type AlignmentRegionNumbers, type AlignmentTreeRow } from '../../src/compara/alignment-record.ts';
import { ANCESTRAL } from '../../src/compara/ancestral-genomes.ts';
import type { ComparaEntry } from '../../src/release/manifest.ts';
import { openDatabase, type NeededTables } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import type { IndexFolder } from '../output/index-folder.ts';

/** What whole-genome alignments are compiled from; see CORE_TABLES. */
const TABLES = {
  method_link: { method_link_id: 'integer', type: 'text' },
  method_link_species_set: { method_link_species_set_id: 'integer', method_link_id: 'integer' },
  genome_db: { genome_db_id: 'integer', name: 'text' },
  dnafrag: { dnafrag_id: 'integer', name: 'text', genome_db_id: 'integer', coord_system_name: 'text' },
  genomic_align: {
    genomic_align_id: 'integer', genomic_align_block_id: 'integer', method_link_species_set_id: 'integer', dnafrag_id: 'integer', dnafrag_start: 'integer', dnafrag_end: 'integer',
    dnafrag_strand: 'integer', cigar_line: 'text', node_id: 'integer',
  },
  genomic_align_tree: { node_id: 'integer', parent_id: 'integer', root_id: 'integer', left_index: 'integer', distance_to_parent: 'float' },
} as const satisfies NeededTables;

interface Row {
  id: number;
  method: string;
  set: number;
  dnafrag: number;
  genome: string;
  region: string;
  start: number;
  end: number;
  stretches: string;
  tree: string;
}

// A set's number is its place among those of its method, as in ComparaMethods.speciesSets. A tree's rows are of two blocks, one of
// them the ancestors'.
const BLOCKS = `
  WITH sets AS (
    SELECT method_link_species_set_id, m.type AS method, row_number() OVER (PARTITION BY m.type ORDER BY method_link_species_set_id) - 1 AS "set"
    FROM method_link_species_set JOIN method_link m USING (method_link_id)),
  placed AS (
    SELECT a.*, d.name AS region, g.name AS genome, d.coord_system_name, t.root_id,
      CASE WHEN t.root_id IS NULL THEN 'block ' || a.genomic_align_block_id ELSE 'tree ' || t.root_id END AS block
    FROM genomic_align a JOIN dnafrag d USING (dnafrag_id) JOIN genome_db g USING (genome_db_id) LEFT JOIN genomic_align_tree t ON t.node_id = a.node_id),
  blocks AS (
    SELECT block, to_json(list({
      id: genomic_align_id, node: CASE WHEN root_id IS NULL THEN NULL ELSE node_id END, genome: genome, region: region, coordSystem: coord_system_name, start: dnafrag_start,
      "end": dnafrag_end, strand: dnafrag_strand, cigarLine: cigar_line } ORDER BY genomic_align_id))::VARCHAR AS stretches
    FROM placed GROUP BY block),
  trees AS (
    SELECT root_id, to_json(list({
      id: node_id, parent: CASE WHEN node_id = root_id THEN NULL ELSE parent_id END, distance: distance_to_parent } ORDER BY left_index, node_id))::VARCHAR AS tree
    FROM genomic_align_tree GROUP BY root_id)
  SELECT genomic_align_id AS id, method, "set", dnafrag_id AS dnafrag, genome, region, dnafrag_start AS start, dnafrag_end AS "end", stretches, coalesce(tree, '[]') AS tree
  FROM placed JOIN sets USING (method_link_species_set_id) JOIN blocks USING (block) LEFT JOIN trees USING (root_id)
  WHERE genome NOT ILIKE '${ANCESTRAL}%'
  ORDER BY method_link_species_set_id, dnafrag_id, dnafrag_start, genomic_align_id`;

const encoder = new TextEncoder();

/** Writes the whole-genome alignments of a comparative database; nothing when it has none. */
export async function compileAlignments(dump: DumpDatabase, folder: IndexFolder): Promise<Pick<ComparaEntry, 'alignments'>> {
  const database = await openDatabase(dump, TABLES);
  try {
    const [{ count } = { count: 0 }] = await database.all<{ count: number }>('SELECT count(*) AS count FROM genomic_align');
    if (count === 0) return {};
    const blocks = await folder.intervalTable(`${dump.species}/compara/alignments`, 'last');
    const numbers = new Map<string, AlignmentRegionNumbers>();
    let [number, last] = [-1, ''];
    for await (const row of database.rows<Row>(BLOCKS)) {
      const place = `${row.method}/${row.set}/${row.dnafrag}`;
      if (place !== last) {
        number++;
        last = place;
        const key = alignmentRegionKey(row.genome, row.region);
        const its = numbers.get(key);
        if (its) its.push([row.method, row.set, number]);
        else numbers.set(key, [[row.method, row.set, number]]);
      }
      const block: AlignmentBlock = { reference: row.id, stretches: JSON.parse(row.stretches) as AlignedStretch[], tree: JSON.parse(row.tree) as AlignmentTreeRow[] };
      await blocks.writer.add(number, row.start, row.end, encoder.encode(JSON.stringify(block)));
    }
    const regions = await folder.sortedTable(`${dump.species}/compara/alignment-regions`, 'last');
    const keys = [...numbers.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const key of keys) await regions.writer.add(key, encoder.encode(JSON.stringify(numbers.get(key))));
    return { alignments: { blocks: await blocks.finish(), regions: await regions.finish() } };
  } finally {
    await database.close();
  }
}
