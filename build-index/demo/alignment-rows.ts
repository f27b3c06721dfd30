/** Rows of whole-genome alignments: blocks, their trees, the ancestors that are inferred in them. */
import { ANCESTRAL_SYSTEM, type AncestralDatabase } from './ancestral-database.ts';
import type { ComparaDatabase } from './compara-methods.ts';
import type { BlockNode } from './inferred-ancestors.ts';
import type { DemoSpecies, TreeNode } from './species-tree.ts';

/** A stretch of a genome in a block; its cigar line runs along its strand. */
export interface AlignmentRow {
  dnafragId: number;
  start: number;
  end: number;
  strand: 1 | -1;
  cigarLine: string;
  /** genomic_align_tree's; null in blocks without a tree. */
  node: number | null;
}

/** Of columns where both bases are the same, most of them. */
const SCORE_OF_COLUMN = 80;

/** A block of a set of species. @param length columns */
export function writeBlock(db: ComparaDatabase, method_link_species_set_id: number, length: number, rows: readonly AlignmentRow[]): void {
  const genomic_align_block_id = db.nextId('genomic_align_block');
  // Blocks of two genomes have a score.
  const score = rows.some(({ node }) => node !== null) ? null : SCORE_OF_COLUMN * length;
  db.insert('genomic_align_block', { genomic_align_block_id, method_link_species_set_id, score, length, group_id: genomic_align_block_id, level_id: 1, direction: 1 });
  for (const { dnafragId, start, end, strand, cigarLine, node } of rows) {
    db.insert('genomic_align', {
      genomic_align_id: db.nextId('genomic_align'), genomic_align_block_id, method_link_species_set_id, dnafrag_id: dnafragId, dnafrag_start: start, dnafrag_end: end,
      dnafrag_strand: strand, cigar_line: cigarLine, visible: 1, node_id: node,
    });
  }
}

/** The row of an ancestor in a block, which is a region of its own in the database of ancestors. */
export function ancestralRow(
  db: ComparaDatabase, ancestors: AncestralDatabase, { alignmentSet, genomeId }: { alignmentSet: number; genomeId: number }, { node, bases, cigarLine }: { node: number; bases: string; cigarLine: string },
): AlignmentRow {
  const dnafrag_id = db.nextId('dnafrag');
  db.insert('dnafrag', { dnafrag_id, length: bases.length, name: ancestors.add(alignmentSet, bases), genome_db_id: genomeId, coord_system_name: ANCESTRAL_SYSTEM, is_reference: 1 });
  return { dnafragId: dnafrag_id, start: 1, end: bases.length, strand: 1, cigarLine, node };
}

/** The tree of the members of a block: that of the species without the others, and without nodes of one branch. */
export function writeBlockTree(db: ComparaDatabase, tree: TreeNode, members: ReadonlySet<DemoSpecies>): BlockNode {
  let [root_id, index] = [0, 0];
  const write = (node: TreeNode, parent_id: number | null, branch: number): BlockNode => {
    const below = node.children.filter((child) => holds(child, members));
    if (below.length === 1) return write(below[0]!, parent_id, branch + below[0]!.branchLength);
    const node_id = db.nextId('genomic_align_tree');
    root_id ||= node_id;
    const left_index = ++index;
    const children = below.map((child) => write(child, node_id, child.branchLength));
    db.insert('genomic_align_tree', {
      node_id, parent_id, root_id, left_index, right_index: ++index, distance_to_parent: parent_id === null ? 0 : Number(branch.toFixed(6)),
    });
    return { id: node_id, species: node.species ?? null, children };
  };
  return write(tree, null, 0);
}

/** genomic_align_tree's node of each member. */
export function memberNodes(tree: BlockNode): Map<DemoSpecies, number> {
  return new Map(nodesOf(tree).flatMap(({ species, id }) => (species ? [[species, id]] : [])));
}

/** Nodes of a block's tree, each before those below it. */
export function nodesOf(tree: BlockNode): BlockNode[] {
  return [tree, ...tree.children.flatMap(nodesOf)];
}

function holds({ species, children }: TreeNode, members: ReadonlySet<DemoSpecies>): boolean {
  return species ? members.has(species) : children.some((child) => holds(child, members));
}
