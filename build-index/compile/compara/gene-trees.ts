import type { CafeNode, CafeTree } from '../../../src/compara/cafe-tree.ts';
import { type GeneTreeNode, encodeGeneTree } from '../../../src/compara/gene-tree.ts';
import { get } from '../../../src/checked.ts';
import { encodeRecord } from '../../../src/genome/feature-records.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import type { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import { COMPARA_TABLES } from '../../../src/release/table-registry.ts';
import type { Database } from '../../dump/database.ts';
import type { IndexFolder, OpenTable } from '../../output/index-folder.ts';
import { type RowGroup, groupsOf } from '../rows/row-groups.ts';

interface NodeRow {
  key: string;
  sequences: string;
  treeId: string | null;
  version: number | null;
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
  SELECT t.key, t.sequences, t.stable_id AS treeId, t.version,
    n.root_id AS root, n.node_id AS id, n.parent_id AS parent, coalesce(distance_to_parent, 0) AS distance,
    node_type AS type, species_tree_node_id AS speciesTreeNode, bootstrap,
      duplication_confidence_score AS duplicationConfidence,
    m.seq_member_id AS memberId, m.stable_id AS stableId, g.stable_id AS geneId, m.genome_db_id AS genome,
    coalesce(f.name, '') || ':' || coalesce(g.dnafrag_start, 0) || '-' || coalesce(g.dnafrag_end, 0) AS location,
    m.display_label AS label, g.display_label AS geneLabel, m.source_name LIKE '%PEP' AS peptide,
      a.cigar_line AS cigarLine
  FROM gene_tree_node n JOIN tree_keys t USING (root_id) LEFT JOIN gene_tree_node_attr USING (node_id)
    LEFT JOIN seq_member m ON m.seq_member_id = n.seq_member_id
      LEFT JOIN gene_member g ON g.gene_member_id = m.gene_member_id LEFT JOIN dnafrag f ON f.dnafrag_id = g.dnafrag_id
    LEFT JOIN gene_align_member a ON a.gene_align_id = t.gene_align_id AND a.seq_member_id = n.seq_member_id
  ORDER BY t.key, n.left_index, n.node_id`;

/** Entry of a table of trees, and a function that finds the tree of a root_id. */
type WrittenTrees = [entry: TableEntry, place: (rootId: number) => RecordLocation | null];

/** Writes the gene trees of a database. Needs the tables of compileMemberSequences. */
export async function compileGeneTrees(
  database: Database,
  folder: IndexFolder,
  compara: string,
): Promise<WrittenTrees> {
  const table = await folder.sortedTable(COMPARA_TABLES['gene-trees'], { compara });
  const encode = (rows: RowGroup<NodeRow>) => {
    const [{ treeId, version, sequences }] = rows;
    const root = assemble(rows);
    return root && encodeGeneTree({ id: treeId, ...(version ? { version } : {}), sequences, root, pruned: false });
  };
  return writeTrees(table, database.batches<NodeRow>(NODES), ({ root }) => root, encode);
}

/**
 * Writes one record per tree.
 *
 * @param nodes rows of the trees, grouped by tree
 * @param rootOf the root_id of the tree
 * @param encode encodes the rows of one tree; undefined for a tree without its root, which is skipped
 */
async function writeTrees<Row extends { key: string }>(
  { writer, finish }: OpenTable<SortedTableWriter>,
  nodes: AsyncIterable<Row[]>,
  rootOf: (row: Row) => number,
  encode: (rows: RowGroup<Row>) => Uint8Array | undefined,
): Promise<WrittenTrees> {
  const ordinals = new Map<number, number>();
  for await (const rows of groupsOf(nodes, ({ key }) => key)) {
    const [first] = rows;
    const record = encode(rows);
    if (record) ordinals.set(rootOf(first), await writer.add(first.key, record));
  }
  const entry = await finish();
  const place = (rootId: number) => {
    const ordinal = ordinals.get(rootId);
    return ordinal === undefined ? null : writer.locate(ordinal);
  };
  return [entry, place];
}

/** The root of a tree with all its descendants; undefined if the root is missing. */
function assemble(rows: RowGroup<NodeRow>): GeneTreeNode | undefined {
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row)]));
  for (const { id, parent, root } of rows) {
    if (id !== root && parent !== null && parent !== id) nodes.get(parent)?.children.push(get(nodes, id));
  }
  return nodes.get(rows[0].root);
}

function nodeOf(row: NodeRow): GeneTreeNode {
  const {
    id,
    distance,
    type,
    speciesTreeNode,
    bootstrap,
    duplicationConfidence,
    memberId,
    stableId,
    geneId,
    genome,
    location,
    label,
    geneLabel,
    peptide,
  } = row;
  const member =
    memberId === null || stableId === null || geneId === null || genome === null
      ? null
      : {
          id: memberId,
          stableId,
          geneId,
          genome,
          location,
          label: label || null,
          geneLabel: geneLabel || null,
          peptide: peptide === true,
        };
  return {
    id,
    distance,
    type,
    speciesTreeNode,
    bootstrap,
    duplicationConfidence,
    children: [],
    member,
    cigarLine: row.cigarLine ?? '',
  };
}

interface CafeRow {
  key: string;
  tree: number;
  pvalueAverage: number;
  lambda: number | null;
  root: number;
  id: number;
  parent: number | null;
  members: number;
  pvalue: number | null;
}

const CAFE_NODES = `
  SELECT t.key, f.gene_tree_root_id AS tree, coalesce(pvalue_avg, 0) AS pvalueAverage,
    try_cast(lambdas AS DOUBLE) AS lambda, f.root_id AS root,
    g.node_id AS id, s.parent_id AS parent, n_members AS members, g.pvalue
  FROM CAFE_gene_family f JOIN tree_keys t ON t.root_id = f.gene_tree_root_id
    JOIN CAFE_species_gene g USING (cafe_gene_family_id) JOIN species_tree_node s USING (node_id)
  ORDER BY t.key, f.cafe_gene_family_id, s.left_index, s.node_id`;

/** Writes the gains and losses of gene families, under the keys of the trees of `compileGeneTrees`. */
export async function compileCafeTrees(
  database: Database,
  folder: IndexFolder,
  compara: string,
): Promise<WrittenTrees> {
  const table = await folder.sortedTable(COMPARA_TABLES['cafe-trees'], { compara });
  const encode = (rows: RowGroup<CafeRow>) => {
    const tree = assembleCafe(rows);
    return tree && encodeRecord(tree);
  };
  return writeTrees(table, database.batches<CafeRow>(CAFE_NODES), ({ tree }) => tree, encode);
}

function assembleCafe(rows: RowGroup<CafeRow>): CafeTree | undefined {
  const nodes = new Map(
    rows.map(({ id, members, pvalue }): [number, CafeNode] => [id, { id, members, pvalue, children: [] }]),
  );
  const [{ pvalueAverage, lambda, root }] = rows;
  for (const { id, parent } of rows)
    if (id !== root && parent !== null) nodes.get(parent)?.children.push(get(nodes, id));
  const top = nodes.get(root);
  return top && { pvalueAverage, lambda: lambda ?? 0, root: top };
}
