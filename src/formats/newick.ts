/** Newick: a tree in nested parentheses, https://phylipweb.github.io/phylip/newicktree.html */

import { last } from '../checked.ts';

interface NewickTree<Node> {
  root: Node;
  /** In order of output. */
  children(node: Node): readonly Node[];
  /** Name, and branch length after a colon. */
  label(node: Node, isRoot: boolean): string;
  /** The text in parentheses for a tree with a single node. */
  name(node: Node): string;
}

/** The text of a tree. Without recursion, since trees can be thousands of nodes deep. */
export function newick<Node>({ root, children, label, name }: NewickTree<Node>): string {
  if (children(root).length === 0) return `(${name(root)})${label(root, true)};`;
  let text = '';
  const open: { node: Node; left: Iterator<Node>; first: boolean }[] = [];
  const enter = (node: Node): void => {
    const below = children(node);
    if (below.length === 0) {
      text += label(node, false);
      return;
    }
    text += '(';
    open.push({ node, left: below[Symbol.iterator](), first: true });
  };
  enter(root);
  while (open.length > 0) {
    const current = last(open);
    const next = current.left.next();
    if (next.done) {
      open.pop();
      text += `)${label(current.node, open.length === 0)}`;
      continue;
    }
    if (!current.first) text += ',';
    current.first = false;
    enter(next.value);
  }
  return `${text};`;
}
