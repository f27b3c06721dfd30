/** A tree that loses leaves. */

export interface ShrinkingNode<Node> {
  distance: number;
  children: Node[];
}

/**
 * Whenever an inner node has one child left, it gives way to it: the child's branch grows by the node's, but the child of a root
 * becomes the root and keeps its own branch. So the order in which leaves go decides what branch the last root has. Changes the
 * nodes that it is made of.
 */
export class ShrinkingTree<Node extends ShrinkingNode<Node>> {
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
