/**
 * A gene tree: its nodes, and the genes at its leaves with their rows in the alignment.
 *
 * Record of the `gene-trees` table: varint length | JSON of the tree without cigar lines | the cigar line of each leaf,
 * each followed by a newline. Nodes are in preorder, children in the order of the database, each with the number of its
 * children. The key of a tree is its stable id, that of a variant by another method `<stable id>#<clusterset>`, further
 * ones with `#<root id>`; all in lower case.
 */
import { at, get, last, present } from '../checked.ts';
import { joinHead, splitHead } from '../index/blocks/fields.ts';
import { storedJson } from '../index/blocks/damaged-record.ts';
import { utf8 } from '../index/blocks/bytes.ts';

/** A gene at a leaf. */
interface TreeMember {
  /** seq_member_id of the product that the tree compares. */
  id: number;
  /** Stable id of that product. */
  stableId: string;
  geneId: string;
  /** genome_db_id. */
  genome: number;
  /** `name:start-end` of the gene, 1-based inclusive. */
  location: string;
  /** Display labels of the product and of the gene. */
  label: string | null;
  geneLabel: string | null;
  /** True for a peptide, false for an RNA. */
  peptide: boolean;
}

export interface GeneTreeNode {
  id: number;
  /** Length of the branch above, in substitutions per site. */
  distance: number;
  /** speciation, duplication, dubious or gene_split; null for a leaf. */
  type: string | null;
  speciesTreeNode: number | null;
  bootstrap: number | null;
  duplicationConfidence: number | null;
  children: GeneTreeNode[];
  member: TreeMember | null;
  /** Cigar line of a leaf, empty for inner nodes. */
  cigarLine: string;
}

export interface GeneTree {
  /** Stable id; null for trees without one. */
  id: string | null;
  version?: number;
  /** Key of the members' sequences. */
  sequences: string;
  root: GeneTreeNode;
  /** True for a part of a tree, whose alignment may have columns without a letter. */
  pruned: boolean;
}

type NodeRow = [
  id: number,
  children: number,
  distance: number,
  type: string | null,
  speciesTreeNode: number | null,
  bootstrap: number | null,
  duplicationConfidence: number | null,
  member?: [
    id: number,
    stableId: string,
    geneId: string,
    genome: number,
    location: string,
    label: string | null,
    geneLabel: string | null,
    peptide: 0 | 1,
  ],
];
type TreeRow = [id: string | null, sequences: string, nodes: NodeRow[], version?: number];

/** Separates stable id and clusterset in the key of a variant; stable ids never contain it. */
export const VARIANT = '#';

const encoder = new TextEncoder();

export function encodeGeneTree({ id, version, sequences, root }: GeneTree): Uint8Array {
  const nodes: NodeRow[] = [];
  let cigarLines = '';
  for (const node of preorder(root)) {
    const { member } = node;
    const row: NodeRow = [
      node.id,
      node.children.length,
      node.distance,
      node.type,
      node.speciesTreeNode,
      node.bootstrap,
      node.duplicationConfidence,
    ];
    if (member)
      row.push([
        member.id,
        member.stableId,
        member.geneId,
        member.genome,
        member.location,
        member.label,
        member.geneLabel,
        member.peptide ? 1 : 0,
      ]);
    if (member) cigarLines += `${node.cigarLine}\n`;
    nodes.push(row);
  }
  const row: TreeRow = version === undefined ? [id, sequences, nodes] : [id, sequences, nodes, version];
  const head = encoder.encode(JSON.stringify(row));
  return joinHead(head, encoder.encode(cigarLines));
}

export function decodeGeneTree(record: Uint8Array): GeneTree {
  const [head, tail] = splitHead(record);
  const [id, sequences, rows, version] = storedJson<TreeRow>(head);
  const cigarLines = utf8.decode(tail).split('\n').values();
  const root = nodeOf(at(rows, 0), cigarLines);
  const open: [node: GeneTreeNode, missing: number][] = [[root, at(rows, 0)[1]]];
  for (const row of rows.slice(1)) {
    const node = nodeOf(row, cigarLines);
    while (last(open)[1] === 0) open.pop();
    const parent = last(open);
    parent[0].children.push(node);
    parent[1]--;
    open.push([node, row[1]]);
  }
  return { id, ...(version === undefined ? {} : { version }), sequences, root, pruned: false };
}

function nodeOf(
  [id, , distance, type, speciesTreeNode, bootstrap, duplicationConfidence, member]: NodeRow,
  cigarLines: Iterator<string>,
): GeneTreeNode {
  return {
    id,
    distance,
    type,
    speciesTreeNode,
    bootstrap,
    duplicationConfidence,
    children: [],
    cigarLine: member ? present<string>(cigarLines.next().value, 'the cigar line of a leaf') : '',
    member: member
      ? {
          id: member[0],
          stableId: member[1],
          geneId: member[2],
          genome: member[3],
          location: member[4],
          label: member[5],
          geneLabel: member[6],
          peptide: member[7] === 1,
        }
      : null,
  };
}

/** All nodes, each before its descendants. */
export function preorder(root: GeneTreeNode): GeneTreeNode[] {
  const nodes: GeneTreeNode[] = [];
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    nodes.push(node);
    for (let each = node.children.length - 1; each >= 0; each--) left.push(at(node.children, each));
  }
  return nodes;
}

/** The leaves, in the order of the tree. */
export function leavesOf(root: GeneTreeNode): GeneTreeNode[] {
  return preorder(root).filter(({ children }) => children.length === 0);
}

/**
 * Children in the order of answers: inner nodes first, then those with fewer children, then those with shorter
 * branches. Do not change the list: it may be that of the node.
 */
export function sortedChildren({ children }: GeneTreeNode): readonly GeneTreeNode[] {
  // Nearly all nodes have two children, most of them in order.
  if (children.length === 0 || (children.length === 2 && compareInAnswer(at(children, 0), at(children, 1)) <= 0))
    return children;
  return children.toSorted(compareInAnswer);
}

function compareInAnswer(a: GeneTreeNode, b: GeneTreeNode): number {
  const isLeaf = ({ children }: GeneTreeNode) => Number(children.length === 0);
  return isLeaf(a) - isLeaf(b) || a.children.length - b.children.length || a.distance - b.distance;
}

/** The part of a tree from one of its nodes down; null if the tree has no such node. */
export function subtree(tree: GeneTree, nodeId: number): GeneTree | null {
  if (tree.root.id === nodeId) return tree;
  for (const node of preorder(tree.root)) if (node.id === nodeId) return { ...tree, root: node, pruned: true };
  return null;
}

/**
 * The tree with the genes of some genomes only; null if none are left. An inner node with one child left is replaced by
 * that child, whose branch grows by the node's. The last common ancestor of the remaining leaves becomes the root, and
 * keeps its own branch.
 */
export function pruneToGenomes(tree: GeneTree, isKept: (genome: number) => boolean): GeneTree | null {
  const left = new Map<GeneTreeNode, GeneTreeNode>();
  const origins = new Map<GeneTreeNode, GeneTreeNode>();
  const keep = (node: GeneTreeNode, copy: GeneTreeNode): void => {
    left.set(node, copy);
    origins.set(copy, node);
  };
  let isWhole = true;
  // Iterative, children before parents: trees can be deeper than the call stack.
  for (const node of preorder(tree.root).reverse()) {
    if (node.children.length === 0) {
      if (node.member && isKept(node.member.genome)) keep(node, { ...node });
      else isWhole = false;
      continue;
    }
    const children = node.children.flatMap((child) => left.get(child) ?? []);
    if (children.length === 1) {
      at(children, 0).distance += node.distance;
      left.set(node, at(children, 0));
    } else if (children.length > 1) {
      keep(node, { ...node, children });
    }
  }
  const root = left.get(tree.root);
  if (!root || isWhole) return root ? tree : null;
  root.distance = get(origins, root).distance;
  return { ...tree, root, pruned: true };
}
