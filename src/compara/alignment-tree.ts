/** The rows of an alignment block in their tree: restricted to a stretch of the reference, seen from one strand, pruned. */
import { columnsBetween, restrictRow, rowOf, turnRow, type AlignmentRow } from './alignment-columns.ts';
import type { AlignmentBlock } from './alignment-record.ts';

export interface AlignmentNode {
  /** Usually one; several make a composite row; none at the root of a block without a tree. */
  rows: AlignmentRow[];
  distance: number;
  children: AlignmentNode[];
  isReference: boolean;
}

/**
 * The block between two positions of its reference, on a strand of it; null when less than two rows have bases there. A single
 * column is too little for a tree: Ensembl shows no alignment then.
 */
export function restrictedTree(block: AlignmentBlock, from: number, to: number, strand: 1 | -1): AlignmentNode | null {
  const reference = block.stretches.find(({ id }) => id === block.reference);
  if (!reference) return null;
  const columns = columnsBetween(rowOf(reference), from, to);
  if (block.tree.length > 0 && columns[1] - columns[0] < 2) return null;
  const rows = block.stretches.flatMap((stretch) => restrictRow(rowOf(stretch), columns) ?? [])
    .map((row) => (reference.strand === strand ? row : turnRow(row)));
  const tree = minimize(block.tree.length > 0 ? treeOf(block, rows) : starOf(block, rows));
  return leavesOf(tree).length > 1 ? tree : null;
}

function starOf({ reference }: AlignmentBlock, rows: readonly AlignmentRow[]): AlignmentNode {
  const children = rows.map((row) => ({ rows: [row], distance: 0, children: [], isReference: row.id === reference }));
  return { rows: [], distance: 0, children, isReference: false };
}

function treeOf({ tree, reference }: AlignmentBlock, rows: readonly AlignmentRow[]): AlignmentNode {
  const nodes = new Map(tree.map(({ id, distance }): [number, AlignmentNode] => {
    const own = rows.filter(({ node }) => node === id);
    return [id, { rows: own, distance, children: [], isReference: own.some((row) => row.id === reference) }];
  }));
  let root: AlignmentNode | undefined;
  for (const { id, parent } of tree) {
    const above = parent === null ? undefined : nodes.get(parent);
    if (above) above.children.push(nodes.get(id)!);
    else root ??= nodes.get(id);
  }
  const parents = new Set(tree.map(({ parent }) => parent));
  const genuine = new Set(tree.filter(({ id }) => !parents.has(id)).map(({ id }) => nodes.get(id)!));
  return { ...root!, children: root!.children.flatMap((child) => withRows(child, genuine)) };
}

/** Without the leaves that have no row, and without inner nodes that have no leaf left. */
function withRows(node: AlignmentNode, leaves: ReadonlySet<AlignmentNode>): AlignmentNode[] {
  if (leaves.has(node)) return node.rows.length > 0 ? [node] : [];
  const children = node.children.flatMap((child) => withRows(child, leaves));
  return children.length > 0 ? [{ ...node, children }] : [];
}

/**
 * Inner nodes with one child give way to it, and its branch grows by theirs. The node at which all that is left parts becomes the
 * root, and keeps its own branch only.
 */
function minimize(tree: AlignmentNode): AlignmentNode {
  let root = tree;
  while (root.children.length === 1) root = root.children[0]!;
  const below = (node: AlignmentNode): AlignmentNode => {
    const children = node.children.map(below);
    return children.length === 1 ? { ...children[0]!, distance: children[0]!.distance + node.distance } : { ...node, children };
  };
  return { ...root, children: root.children.map(below) };
}

/** The tree with the leaves of some genomes only; null when none is left. */
export function pruneTree(tree: AlignmentNode, isKept: (genome: string) => boolean): AlignmentNode | null {
  const kept = (node: AlignmentNode): AlignmentNode[] => {
    if (node.children.length === 0) return isKept(node.rows[0]!.genome) ? [node] : [];
    const children = node.children.flatMap(kept);
    return children.length > 0 ? [{ ...node, children }] : [];
  };
  const [left] = kept(tree);
  return left ? minimize(left) : null;
}

export function leavesOf(node: AlignmentNode): AlignmentNode[] {
  const children = sortedNodes(node);
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
}

/** Children in the order shown: the one with the reference first, the others by name of genome and place. */
export function sortedNodes({ children }: AlignmentNode): AlignmentNode[] {
  const holds = new Map(children.map((child) => [child, hasReference(child)]));
  const names = new Map(children.map((child) => [child, sortingName(child)]));
  return [...children].sort((a, b) => Number(holds.get(b)) - Number(holds.get(a)) || (names.get(a)! < names.get(b)! ? -1 : 1));
}

function hasReference({ isReference, children }: AlignmentNode): boolean {
  return isReference || children.some(hasReference);
}

function sortingName(node: AlignmentNode): string {
  if (node.children.length > 0) return node.children.map(sortingName).sort().join(' - ');
  const [row] = node.rows;
  return row ? `${row.genome}.${row.region}.${String(row.start).padStart(20, '0')}` : '';
}

/** Nodes that have rows in the order shown: an ancestor between its first child and the others. */
export function nodesInOrder(node: AlignmentNode): AlignmentNode[] {
  const [first, ...others] = sortedNodes(node);
  const own = node.rows.length > 0 ? [node] : [];
  return first ? [...nodesInOrder(first), ...own, ...others.flatMap(nodesInOrder)] : own;
}

/** A leaf by genome and place; an ancestor by those below it, each in four letters: Ggal-Mgal-Tgut[3]. */
export function nodeName(node: AlignmentNode): string {
  if (node.children.length > 0) {
    const leaves = leavesOf(node).map(({ rows }) => shortened(rows[0]!.genome)).sort();
    return `${leaves.join('-')}[${leaves.length}]`;
  }
  const [row] = node.rows;
  return row ? `${row.genome}_${row.region}_${row.start}_${row.end}[${row.strand === 1 ? '+' : '-'}]` : '';
}

function shortened(genome: string): string {
  const [, genus, epithet] = /^(.)[^ ]+_(.{3})/.exec(genome) ?? [];
  const name = genus && epithet ? genus + epithet : genome;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
