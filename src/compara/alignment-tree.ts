/**
 * The rows of an alignment block in their tree: restricted to a stretch of the reference, seen from one strand,
 * pruned.
 */
import { at, get } from '../checked.ts';
import { columnsBetween, placeOf, restrictRow, rowOf, turnRow, type AlignmentRow } from './alignment-columns.ts';
import type { SeenBlock } from './alignment-record.ts';

export interface AlignmentNode {
  /** genomic_align_tree's id; 0 for nodes that are not of one. */
  id: number;
  /** Usually one; several make a composite row; none at the root of a block without a tree. */
  rows: AlignmentRow[];
  distance: number;
  children: AlignmentNode[];
  isReference: boolean;
  /** Both of its branches have rows of one genome. */
  isDuplication: boolean;
}

/**
 * The block between two positions of its reference, on a strand of it; null when less than two rows have bases there.
 *
 * @param hasTree whether the method makes trees, where Ensembl shows no alignment of a single column and marks
 * duplications
 */
export function restrictedTree(
  block: SeenBlock,
  from: number,
  to: number,
  strand: 1 | -1,
  hasTree: boolean,
): AlignmentNode | null {
  const reference = block.stretches.find(({ id }) => id === block.reference);
  if (!reference) return null;
  const isComposite = hasTree && block.stretches.some(({ id, node }) => id !== reference.id && node === reference.node);
  const columns = columnsBetween(rowOf(reference), from, to, isComposite);
  if (hasTree && columns[1] - columns[0] < 2) return null;
  const rows = block.stretches
    .flatMap((stretch) => restrictRow(rowOf(stretch), columns) ?? [])
    .map((row) => (reference.strand === strand ? row : turnRow(row)));
  const tree = block.tree.length > 0 ? treeOf(block, rows) : starOf(block, rows);
  if (!tree || tree.children.length < 2) return null;
  return hasTree ? withDuplications(tree) : tree;
}

const NEW = { distance: 0, children: [], isReference: false, isDuplication: false };

function starOf({ reference }: SeenBlock, rows: readonly AlignmentRow[]): AlignmentNode {
  return {
    ...NEW,
    id: 0,
    rows: [],
    children: rows.map((row) => ({ ...NEW, id: 0, rows: [row], isReference: row.id === reference })),
  };
}

function treeOf({ tree, reference }: SeenBlock, rows: readonly AlignmentRow[]): AlignmentNode | null {
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
  return root ? takeOff(root, bare) : null;
}

/** The tree with the leaves of some genomes only; null when none is left. */
export function pruneTree(tree: AlignmentNode, isKept: (genome: string) => boolean): AlignmentNode | null {
  const whole = copyOf(tree);
  // From the last to the first, as Ensembl's answers show; it tells in the branch of a root that was none before.
  return takeOff(
    whole,
    leavesOf(whole)
      .reverse()
      .filter(({ rows: [row] }) => !isKept(row!.genome)),
  );
}

const copyOf = (node: AlignmentNode): AlignmentNode => ({ ...node, children: node.children.map(copyOf) });

/** In the order in which the tree has them. */
export const leavesOf = (node: AlignmentNode): AlignmentNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);

function takeOff(tree: AlignmentNode, leaves: readonly AlignmentNode[]): AlignmentNode | null {
  const left = new ShrinkingTree(tree);
  for (const leaf of leaves) left.take(leaf);
  return left.root;
}

/** Duplications are looked for below the first two children. */
function withDuplications(node: AlignmentNode): AlignmentNode {
  const [one, other] = node.children.map((child) => new Set(leavesOf(child).map(({ rows }) => at(rows, 0).genome)));
  return {
    ...node,
    children: node.children.map(withDuplications),
    isDuplication: Boolean(other && [...one!].some((genome) => other.has(genome))),
  };
}

/**
 * The tree with the children of every node in the order shown: the one with the reference first, the others by name
 * of genome and place.
 */
export function inShownOrder(node: AlignmentNode): AlignmentNode {
  return node.children.length === 0 ? node : { ...node, children: sortedChildren(node).map(inShownOrder) };
}

function sortedChildren({ children }: AlignmentNode): AlignmentNode[] {
  if (children.length < 2) return children;
  const keyed = children.map((child) => ({
    child,
    holds: leavesOf(child).some(({ isReference }) => isReference),
    name: sortingName(child),
  }));
  return keyed
    .sort((a, b) => Number(b.holds) - Number(a.holds) || (a.name < b.name ? -1 : Number(a.name > b.name)))
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

/** Nodes of a tree in shown order that have rows: an ancestor between its first child and the others. */
export function nodesInOrder(node: AlignmentNode): AlignmentNode[] {
  const [first, ...others] = node.children;
  const own = node.rows.length > 0 ? [node] : [];
  return first ? [...nodesInOrder(first), ...own, ...others.flatMap(nodesInOrder)] : own;
}

/** What the nodes of alignment trees are called. */

/** A leaf by genome and place; an ancestor by those below it, each in four letters: Ggal-Mgal-Tgut[3]. */
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

/** A tree that loses leaves. */

interface ShrinkingNode<Node> {
  distance: number;
  children: Node[];
}

/**
 * Whenever an inner node has one child left, it gives way to it: the child's branch grows by the node's, but the
 * child of a root becomes the root and keeps its own branch. So the order in which leaves go decides what branch the
 * last root has. Changes the nodes that it is made of.
 */
class ShrinkingTree<Node extends ShrinkingNode<Node>> {
  /** Null when nothing is left. */
  root: Node | null;
  readonly #parents = new Map<Node, Node>();

  constructor(root: Node) {
    this.root = root;
    const inner: Node[] = [];
    for (const open = [root]; open.length > 0; ) {
      const node = open.pop()!;
      if (node.children.length > 0) inner.push(node);
      for (const child of node.children) {
        this.#parents.set(child, node);
        open.push(child);
      }
    }
    for (const node of inner.reverse()) this.#giveWay(node);
  }

  /** Takes a leaf off, and inner nodes that have nothing else below them. */
  take(leaf: Node): void {
    const parent = this.#parents.get(leaf);
    if (!parent) {
      if (leaf === this.root) this.root = null;
      return;
    }
    this.#parents.delete(leaf);
    parent.children = parent.children.filter((child) => child !== leaf);
    if (parent.children.length === 0) this.take(parent);
    else this.#giveWay(parent);
  }

  #giveWay(node: Node): void {
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
