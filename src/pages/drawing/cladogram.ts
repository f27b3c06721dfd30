/**
 * Places the nodes of a tree: leaves on rows, an inner node between its first and last child, all leaves at the right.
 * Large trees are collapsed: whole clades become single rows, so that a drawing has a bounded size.
 */

export interface Clade<T> {
  value: T;
  /** Empty for a leaf. */
  children: readonly Clade<T>[];
}

export interface PlacedClade<T> {
  value: T;
  /** From 0 at the root to 1 at the leaves. */
  x: number;
  /** From 0 at the top; inner nodes are between rows. */
  row: number;
  /** Null for the root. */
  parent: PlacedClade<T> | null;
  /** Number of leaves below. */
  leaves: number;
  isLeaf: boolean;
  /** Whether the leaves below have one row together. */
  isCollapsed: boolean;
}

export interface Cladogram<T> {
  /** Parents come before their children. */
  nodes: PlacedClade<T>[];
  rows: number;
}

/** @param isKept leaves that stay visible, if the rows suffice */
export function placeClades<T>(
  root: Clade<T>,
  { maxRows, isKept = () => false }: { maxRows: number; isKept?: (leaf: T) => boolean },
): Cladogram<T> {
  const sizes = new Map<Clade<T>, Size>();
  measure(root, isKept, sizes);
  const open = openClades(root, maxRows, sizes);
  const heights = new Map<Clade<T>, number>();
  const highest = heightOf(root, open, heights);
  const nodes: PlacedClade<T>[] = [];
  let rows = 0;
  function place(clade: Clade<T>, parent: PlacedClade<T> | null): PlacedClade<T> {
    const node: PlacedClade<T> = {
      value: clade.value,
      x: highest === 0 ? 1 : 1 - (heights.get(clade) ?? 0) / highest,
      row: 0,
      parent,
      leaves: sizes.get(clade)?.leaves ?? 1,
      isLeaf: clade.children.length === 0,
      isCollapsed: clade.children.length > 0 && !open.has(clade),
    };
    nodes.push(node);
    const placed = open.has(clade) ? clade.children.map((child) => place(child, node)) : [];
    const [first, last] = [placed[0], placed.at(-1)];
    node.row = first && last ? (first.row + last.row) / 2 : rows++;
    return node;
  }
  place(root, null);
  return { nodes, rows };
}

interface Size {
  leaves: number;
  /** Whether a leaf below must stay visible. */
  isKept: boolean;
}

function measure<T>(clade: Clade<T>, isKept: (leaf: T) => boolean, sizes: Map<Clade<T>, Size>): Size {
  const below = clade.children.map((child) => measure(child, isKept, sizes));
  const size =
    below.length === 0
      ? { leaves: 1, isKept: isKept(clade.value) }
      : { leaves: below.reduce((sum, { leaves }) => sum + leaves, 0), isKept: below.some((each) => each.isKept) };
  sizes.set(clade, size);
  return size;
}

/** The nodes whose children are drawn: from the root down, those above kept leaves first, then the largest. */
function openClades<T>(root: Clade<T>, maxRows: number, sizes: ReadonlyMap<Clade<T>, Size>): Set<Clade<T>> {
  const open = new Set<Clade<T>>();
  const closed = [root];
  let rows = 1;
  for (;;) {
    let best: Clade<T> | undefined;
    for (const clade of closed)
      if (clade.children.length > 0 && (!best || isBefore(sizes.get(clade), sizes.get(best)))) best = clade;
    if (!best || rows + best.children.length - 1 > maxRows) return open;
    rows += best.children.length - 1;
    open.add(best);
    closed.splice(closed.indexOf(best), 1, ...best.children);
  }
}

function isBefore(one: Size | undefined, other: Size | undefined): boolean {
  if (!one || !other) return false;
  return one.isKept === other.isKept ? one.leaves > other.leaves : one.isKept;
}

/** Steps from a node to the farthest row below it. */
function heightOf<T>(clade: Clade<T>, open: ReadonlySet<Clade<T>>, heights: Map<Clade<T>, number>): number {
  const height = open.has(clade) ? 1 + Math.max(...clade.children.map((child) => heightOf(child, open, heights))) : 0;
  heights.set(clade, height);
  return height;
}
