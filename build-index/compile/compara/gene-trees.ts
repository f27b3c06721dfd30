import { encodeGeneTree, type GeneTreeNode } from '../../../src/compara/gene-tree.ts';
import type { RecordLocation } from '../../../src/index/object-sink.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { groupsOf } from '../rows/row-groups.ts';

interface NodeRow {
  key: string;
  sequences: string;
  treeId: string | null;
  root: number;
  id: number;
  parent: number | null;
  distance: number;
  type: string | null;
  speciesTreeNode: number | null;
  bootstrap: number | null;
  duplicationConfidence: number | null;
  memberId: number | null;
  stableId: string | null;
  geneId: string | null;
  genome: number | null;
  location: string;
  label: string | null;
  geneLabel: string | null;
  peptide: boolean | null;
  cigarLine: string | null;
}

const NODES = `
  SELECT t.key, t.sequences, t.stable_id AS treeId, n.root_id AS root, n.node_id AS id, n.parent_id AS parent, coalesce(distance_to_parent, 0) AS distance,
    node_type AS type, species_tree_node_id AS speciesTreeNode, bootstrap, duplication_confidence_score AS duplicationConfidence,
    m.seq_member_id AS memberId, m.stable_id AS stableId, g.stable_id AS geneId, m.genome_db_id AS genome,
    coalesce(f.name, '') || ':' || coalesce(g.dnafrag_start, 0) || '-' || coalesce(g.dnafrag_end, 0) AS location,
    m.display_label AS label, g.display_label AS geneLabel, m.source_name LIKE '%PEP' AS peptide, a.cigar_line AS cigarLine
  FROM gene_tree_node n JOIN tree_keys t USING (root_id) LEFT JOIN gene_tree_node_attr USING (node_id)
    LEFT JOIN seq_member m ON m.seq_member_id = n.seq_member_id LEFT JOIN gene_member g ON g.gene_member_id = m.gene_member_id LEFT JOIN dnafrag f ON f.dnafrag_id = g.dnafrag_id
    LEFT JOIN gene_align_member a ON a.gene_align_id = t.gene_align_id AND a.seq_member_id = n.seq_member_id
  ORDER BY t.key, n.left_index, n.node_id`;

/** Writes the gene trees of a database that `PREPARE_SEQUENCES` has prepared; where the tree of a root_id stands. */
export async function compileGeneTrees(database: Database, folder: IndexFolder, name: string): Promise<[entry: TableEntry, place: (rootId: number) => RecordLocation | null]> {
  const { writer, finish } = await folder.sortedTable(name, true);
  const ordinals = new Map<number, number>();
  for await (const rows of groupsOf(database.batches<NodeRow>(NODES), ({ key }) => key)) {
    const [first] = rows as [NodeRow];
    const root = assemble(rows);
    if (root) ordinals.set(first.root, await writer.add(first.key, encodeGeneTree({ id: first.treeId, sequences: first.sequences, root, pruned: false })));
  }
  const entry = await finish();
  return [entry, (rootId) => (ordinals.has(rootId) ? writer.locate(ordinals.get(rootId)!) : null)];
}

/** The root of a tree with everything below it; undefined for rows without the root. */
function assemble(rows: readonly NodeRow[]): GeneTreeNode | undefined {
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row)]));
  for (const { id, parent, root } of rows) {
    if (id !== root && parent !== null && parent !== id) nodes.get(parent)?.children.push(nodes.get(id)!);
  }
  return nodes.get(rows[0]!.root);
}

function nodeOf(row: NodeRow): GeneTreeNode {
  const { id, distance, type, speciesTreeNode, bootstrap, duplicationConfidence, memberId, stableId, geneId, genome, location, label, geneLabel, peptide } = row;
  const member = memberId === null || stableId === null || geneId === null || genome === null ? null : {
    id: memberId, stableId, geneId, genome, location, label: label || null, geneLabel: geneLabel || null, peptide: peptide === true,
  };
  return { id, distance, type, speciesTreeNode, bootstrap, duplicationConfidence, children: [], member, cigarLine: row.cigarLine ?? '' };
}
