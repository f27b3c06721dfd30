/** Rows of whole-genome alignments: blocks, their trees, and the inferred ancestors. */
import { at, get } from '../../../src/checked.ts';
import { ANCESTRAL_GENOME } from '../../../src/compara/species.ts';
import { SCHEMA_VERSION } from '../core/core-database.ts';
import { CORE_TABLES } from '../../../build-index/dump-writer/core-tables.ts';
import { DumpWriter } from '../../../build-index/dump-writer/dump-writer.ts';
import type { DemoSpecies, TreeNode } from '../species.ts';
import type { AlignmentRow } from '../../../build-index/dump-writer/alignment-block.ts';
import type { ComparaDatabase } from '../../../build-index/dump-writer/compara-database.ts';

/** The row of an ancestor in a block. Each has its own region in the database of ancestors. */
export function ancestralRow(
  db: ComparaDatabase,
  ancestors: AncestralDatabase,
  { alignmentSet, genomeId }: { alignmentSet: number; genomeId: number },
  { node, bases, cigarLine }: { node: number; bases: string; cigarLine: string },
): AlignmentRow {
  const dnafragId = db.addDnafrag(genomeId, ancestors.addSequence(alignmentSet, bases), bases.length, {
    system: ANCESTRAL_SYSTEM,
  });
  return { dnafragId, start: 1, end: bases.length, strand: 1, cigarLine, node };
}

/** Writes the tree of a block: the species tree reduced to the members, without nodes that have a single child. */
export function writeBlockTree(db: ComparaDatabase, tree: TreeNode, members: ReadonlySet<DemoSpecies>): BlockNode {
  let [root_id, index] = [0, 0];
  const write = (node: TreeNode, parent_id: number | null, branch: number): BlockNode => {
    const below = node.children.filter((child) => hasMember(child, members));
    if (below.length === 1) return write(at(below, 0), parent_id, branch + at(below, 0).branchLength);
    const node_id = db.nextId('genomic_align_tree');
    root_id ||= node_id;
    const left_index = ++index;
    const children = below.map((child) => write(child, node_id, child.branchLength));
    db.insert('genomic_align_tree', {
      node_id,
      parent_id,
      root_id,
      left_index,
      right_index: ++index,
      distance_to_parent: parent_id === null ? 0 : Number(branch.toFixed(6)),
    });
    return { id: node_id, species: node.species ?? null, children };
  };
  return write(tree, null, 0);
}

/** node_id of each member in genomic_align_tree. */
export function memberNodes(tree: BlockNode): Map<DemoSpecies, number> {
  return new Map(nodesOf(tree).flatMap(({ species, id }) => (species ? [[species, id]] : [])));
}

/** Nodes of a block's tree, parents first. */
export function nodesOf(tree: BlockNode): BlockNode[] {
  return [tree, ...tree.children.flatMap(nodesOf)];
}

function hasMember({ species, children }: TreeNode, members: ReadonlySet<DemoSpecies>): boolean {
  return species ? members.has(species) : children.some((child) => hasMember(child, members));
}

/** A node of a block's tree: a member or an ancestor. */
export interface BlockNode {
  /** node_id of genomic_align_tree. */
  id: number;
  /** Null for an ancestor. */
  species: DemoSpecies | null;
  children: BlockNode[];
}

/** The columns of a block in which an ancestor has a base, and these bases. */
export interface InferredRow {
  places: Int32Array;
  bases: string;
}

const LETTERS = 'ACGT';

/**
 * The inferred rows of all ancestors that have a base in any column. An ancestor has a base in a column if at least two
 * of the branches that meet in it lead to a member with a base there. The base is one that needs the fewest changes
 * (Fitch 1971, Systematic Zoology 20:406).
 *
 * @param places the columns of the block, in order
 * @param baseIn A, C, G or T of a member in a column; null for a gap
 */
export function inferAncestors(
  root: BlockNode,
  places: readonly number[],
  baseIn: (species: DemoSpecies, place: number) => string | null,
): Map<BlockNode, InferredRow> {
  const found = new Map<BlockNode, { places: number[]; bases: string }>();
  for (const place of places) {
    // A bit for each base of a node that gives the fewest changes below it; 0 if no descendant has a base.
    const possible = new Map<BlockNode, number>();
    const collect = (node: BlockNode): number => {
      const base = node.species && baseIn(node.species, place);
      const bits = node.species ? (base === null ? 0 : 1 << LETTERS.indexOf(base)) : fitch(node.children.map(collect));
      possible.set(node, bits);
      return bits;
    };
    // `above` is the bit of the parent's base, `isElsewhere` whether a member outside this subtree has a base.
    const choose = (node: BlockNode, above: number, isElsewhere: boolean): void => {
      if (node.species) return;
      const own = get(possible, node);
      const branches = node.children.filter((child) => possible.get(child) !== 0);
      const chosen = above & own || own & -own;
      const isThere = branches.length + Number(isElsewhere) >= 2;
      if (isThere && own !== 0) {
        const row = found.get(node) ?? { places: [], bases: '' };
        row.places.push(place);
        row.bases += at(LETTERS, Math.log2(chosen));
        found.set(node, row);
      }
      for (const child of node.children)
        choose(child, isThere ? chosen : 0, isElsewhere || branches.some((other) => other !== child));
    };
    collect(root);
    choose(root, 0, false);
  }
  return new Map([...found].map(([node, row]) => [node, { places: Int32Array.from(row.places), bases: row.bases }]));
}

/** The intersection of the children's possible bases, or their union if the intersection is empty. */
function fitch(children: readonly number[]): number {
  const known = children.filter((bits) => bits !== 0);
  return known.length === 0 ? 0 : known.reduce((all, bits) => all & bits) || known.reduce((all, bits) => all | bits);
}

/** Ensembl's name of the only coordinate system of ancestors. */
const ANCESTRAL_SYSTEM = 'ancestralsegment';

/** The core database of inferred ancestors. It contains only a region for each ancestor of each block. */
export class AncestralDatabase extends DumpWriter<typeof CORE_TABLES> {
  constructor(folder: string) {
    super(folder, CORE_TABLES);
    const meta = (meta_key: string, meta_value: string | number, species_id: number | null = 1): void =>
      void this.add('meta', { species_id, meta_key, meta_value });
    meta('schema_version', SCHEMA_VERSION, null);
    meta('schema_type', 'core', null);
    meta('species.production_name', ANCESTRAL_GENOME);
    meta('species.display_name', 'Ancestral sequences (fictional)');
    meta('species.division', 'EnsemblVertebrates');
    this.insert('coord_system', {
      coord_system_id: 1,
      species_id: 1,
      name: ANCESTRAL_SYSTEM,
      version: null,
      rank: 1,
      attrib: 'default_version,sequence_level',
    });
    this.insert('attrib_type', { attrib_type_id: 1, code: 'toplevel', name: 'Top level' });
  }

  /** Adds the sequence of an ancestor in a block; returns the name of its region. */
  addSequence(alignmentSet: number, sequence: string): string {
    const seq_region_id = this.nextId('seq_region');
    const name = `Ancestor_${alignmentSet}_${seq_region_id}`;
    this.insert('seq_region', { seq_region_id, name, coord_system_id: 1, length: sequence.length });
    this.insert('seq_region_attrib', { seq_region_id, attrib_type_id: 1, value: 1 });
    this.insert('dna', { seq_region_id, sequence });
    return name;
  }
}
