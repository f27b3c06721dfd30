/** Parts of gene trees: what stands below a node, and what is left when only some genomes count. */
import { preorder, type GeneTree, type GeneTreeNode } from './gene-tree.ts';

/** The part of a tree below one of its nodes, that node included; null when the tree has no such node. */
export function subtree(tree: GeneTree, nodeId: number): GeneTree | null {
  if (tree.root.id === nodeId) return tree;
  for (const node of preorder(tree.root)) if (node.id === nodeId) return { ...tree, root: node, pruned: true };
  return null;
}

/**
 * The tree with the genes of some genomes only; null when none is left. An inner node with one child left gives way to that
 * child, whose branch grows by the node's own. The node at which all that is left parts becomes the root, and keeps its branch.
 */
export function pruneToGenomes(tree: GeneTree, isKept: (genome: number) => boolean): GeneTree | null {
  const left = new Map<GeneTreeNode, GeneTreeNode>();
  const origins = new Map<GeneTreeNode, GeneTreeNode>();
  const keep = (node: GeneTreeNode, copy: GeneTreeNode): void => {
    left.set(node, copy);
    origins.set(copy, node);
  };
  let isWhole = true;
  // Children before their parents: trees can be deeper than a stack.
  for (const node of preorder(tree.root).reverse()) {
    if (node.children.length === 0) {
      if (node.member && isKept(node.member.genome)) keep(node, { ...node });
      else isWhole = false;
      continue;
    }
    const children = node.children.flatMap((child) => left.get(child) ?? []);
    if (children.length === 1) {
      children[0]!.distance += node.distance;
      left.set(node, children[0]!);
    } else if (children.length > 1) {
      keep(node, { ...node, children });
    }
  }
  const root = left.get(tree.root);
  if (!root || isWhole) return root ? tree : null;
  root.distance = origins.get(root)!.distance;
  return { ...tree, root, pruned: true };
}
