/** The tree of an alignment block: restricted to an interval and strand of the reference, pruned, sorted, named. */
import { at, get } from '../checked.ts';
import { columnsBetween, placeOf, restrictRow, reverseRow, rowOf, type AlignmentRow } from './alignment-columns.ts';
import type { ReferencedBlock } from './alignment-record.ts';

export interface AlignmentNode {
  /** Id in genomic_align_tree; 0 for nodes that are not from that table. */
  id: number;
  /** Usually one; several make a composite row; none at the root of a block without a tree. */
  rows: AlignmentRow[];
  distance: number;
  children: AlignmentNode[];
  isReference: boolean;
  /** Both of its branches have rows of the same genome. */
  isDuplication: boolean;
}

/**
 * The block between two positions of its reference, on a strand; null if fewer than two rows have bases there.
 *
 * @param hasTree true if the method makes trees; then Ensembl leaves out alignments of a single column and marks
 *   duplications
 */
export function restrictedTree(
  block: ReferencedBlock,
  from: number,
  to: number,
  strand: 1 | -1,
  hasTree: boolean,
): AlignmentNode | null {
  const reference = block.intervals.find(({ id }) => id === block.reference);
  if (!reference) return null;
  const isComposite = hasTree && block.intervals.some(({ id, node }) => id !== reference.id && node === reference.node);
  const columns = columnsBetween(rowOf(reference), from, to, isComposite);
  if (hasTree && columns[1] - columns[0] < 2) return null;
  const rows = block.intervals
    .flatMap((interval) => restrictRow(rowOf(interval), columns) ?? [])
    .map((row) => (reference.strand === strand ? row : reverseRow(row)));
  const tree = block.tree.length > 0 ? treeOf(block, rows) : starOf(block, rows);
  if (!tree || tree.children.length < 2) return null;
  return hasTree ? withDuplications(tree) : tree;
}

const NEW = { distance: 0, children: [], isReference: false, isDuplication: false };

function starOf({ reference }: ReferencedBlock, rows: readonly AlignmentRow[]): AlignmentNode {
  return {
    ...NEW,
    id: 0,
    rows: [],
    children: rows.map((row) => ({ ...NEW, id: 0, rows: [row], isReference: row.id === reference })),
  };
}

function treeOf({ tree, reference }: ReferencedBlock, rows: readonly AlignmentRow[]): AlignmentNode | null {
  const byNode = Map.groupBy(rows, ({ node }) => node);
  const nodes = new Map(
    tree.map(({ id, distance }): [number, AlignmentNode] => {
      const own = byNode.get(id) ?? [];
      return [
        id,
        {
          ...NEW,
          id: Math.max(0, id),
          rows: own,
          distance,
          children: [],
          isReference: own.some((row) => row.id === reference),
        },
      ];
    }),
  );
  let root: AlignmentNode | undefined;
  for (const { id, parent } of tree) {
    const above = parent === null ? undefined : nodes.get(parent);
    if (above) above.children.push(get(nodes, id));
    else root ??= nodes.get(id);
  }
  const bare = [...nodes.values()].filter(({ rows: own, children }) => own.length === 0 && children.length === 0);
  return root ? removeLeaves(root, bare) : null;
}

/** The tree with the leaves of some genomes only; null if none are left. */
export function pruneTree(tree: AlignmentNode, isKept: (genome: string) => boolean): AlignmentNode | null {
  const whole = copyOf(tree);
  // From the last to the first leaf, like Ensembl: the order determines the branch length of a new root.
  return removeLeaves(
    whole,
    leavesOf(whole)
      .reverse()
      .filter(({ rows }) => !isKept(at(rows, 0).genome)),
  );
}

const copyOf = (node: AlignmentNode): AlignmentNode => ({ ...node, children: node.children.map(copyOf) });

/** The leaves below a node, in the order of the tree. */
export const leavesOf = (node: AlignmentNode): AlignmentNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);

function removeLeaves(tree: AlignmentNode, leaves: readonly AlignmentNode[]): AlignmentNode | null {
  const left = new ShrinkingTree(tree);
  for (const leaf of leaves) left.remove(leaf);
  return left.root;
}

/** Marks duplications, which only the first two children of a node determine. */
function withDuplications(node: AlignmentNode): AlignmentNode {
  const [one, other] = node.children.map((child) => new Set(leavesOf(child).map(({ rows }) => at(rows, 0).genome)));
  return {
    ...node,
    children: node.children.map(withDuplications),
    isDuplication: Boolean(one && other && [...one].some((genome) => other.has(genome))),
  };
}

/**
 * The tree with the children of every node in the order of answers: the one with the reference first, the others by
 * genome and place.
 */
export function inAnswerOrder(node: AlignmentNode): AlignmentNode {
  return node.children.length === 0 ? node : { ...node, children: sortedChildren(node).map(inAnswerOrder) };
}

function sortedChildren({ children }: AlignmentNode): AlignmentNode[] {
  if (children.length < 2) return children;
  const keyed = children.map((child) => ({
    child,
    hasReference: leavesOf(child).some(({ isReference }) => isReference),
    name: sortingName(child),
  }));
  return keyed
    .sort((a, b) => Number(b.hasReference) - Number(a.hasReference) || (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ child }) => child);
}

function sortingName(node: AlignmentNode): string {
  const placed = (leaf: AlignmentNode, between: string): string => {
    const { region, start } = placeOf(leaf.rows);
    return `${at(leaf.rows, 0).genome}.${region}.${between}${String(start).padStart(20, '0')}`;
  };
  if (node.children.length === 0) return node.rows.length === 0 ? '' : placed(node, `${node.id}.`);
  return leavesOf(node)
    .map((leaf) => placed(leaf, ''))
    .sort()
    .join(' - ');
}

/** The nodes with rows of a tree from inAnswerOrder: an ancestor comes between its first child and the others. */
export function nodesInOrder(node: AlignmentNode): AlignmentNode[] {
  const [first, ...others] = node.children;
  const own = node.rows.length > 0 ? [node] : [];
  return first ? [...nodesInOrder(first), ...own, ...others.flatMap(nodesInOrder)] : own;
}

/**
 * Name of a node: genome and place of a leaf; for an ancestor the leaves below it, each in four letters:
 * Ggal-Mgal-Tgut[3].
 */
export function nodeName(node: AlignmentNode): string {
  if (node.children.length > 0) {
    const leaves = leavesOf(node)
      .map(({ rows }) => shortened(at(rows, 0).genome))
      .sort();
    return `${leaves.join('-')}[${leaves.length}]`;
  }
  const [row] = node.rows;
  if (!row) return '';
  const { region, start, end, strand } = placeOf(node.rows);
  return `${row.genome}_${region}_${start}_${end}[${strand === -1 ? '-' : '+'}]`;
}

function shortened(genome: string): string {
  const [, genus, epithet] = /^(.)[^ ]+_(.{3})/.exec(genome) ?? [];
  const name = genus && epithet ? genus + epithet : genome;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

interface ShrinkingNode<Node> {
  distance: number;
  children: Node[];
}

/**
 * A tree from which leaves can be removed. An inner node with one child left is replaced by that child, whose branch
 * grows by the node's. The child of a root becomes the root but keeps its own branch, so the order of removals
 * determines the branch of the last root. Changes the nodes that it is created from.
 */
class ShrinkingTree<Node extends ShrinkingNode<Node>> {
  /** Null if all leaves were removed. */
  root: Node | null;
  readonly #parents = new Map<Node, Node>();

  constructor(root: Node) {
    this.root = root;
    const inner: Node[] = [];
    const open = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.children.length > 0) inner.push(node);
      for (const child of node.children) {
        this.#parents.set(child, node);
        open.push(child);
      }
    }
    for (const node of inner.reverse()) this.#replaceByOnlyChild(node);
  }

  /** Removes a leaf, and inner nodes that have no other leaf below them. */
  remove(leaf: Node): void {
    const parent = this.#parents.get(leaf);
    if (!parent) {
      if (leaf === this.root) this.root = null;
      return;
    }
    this.#parents.delete(leaf);
    parent.children = parent.children.filter((child) => child !== leaf);
    if (parent.children.length === 0) this.remove(parent);
    else this.#replaceByOnlyChild(parent);
  }

  #replaceByOnlyChild(node: Node): void {
    const [child, ...others] = node.children;
    if (!child || others.length > 0) return;
    const parent = this.#parents.get(node);
    this.#parents.delete(node);
    if (!parent) {
      this.#parents.delete(child);
      this.root = child;
      return;
    }
    child.distance += node.distance;
    this.#parents.set(child, parent);
    parent.children = parent.children.map((each) => (each === node ? child : each));
  }
}
