/**
 * How a gene family grew and shrank along the species tree, as CAFE (Computational Analysis of gene Family Evolution)
 * infers it. Record of the `cafe-trees` table, by the key of the gene tree: JSON of this.
 */

export interface CafeNode {
  /** Node of the species tree (ComparaSpecies.node). */
  id: number;
  /** Genes of the family: counted in a species, inferred in an ancestor. */
  members: number;
  /** That the change on the branch above came about by chance; null where there was nothing to test. */
  pvalue: number | null;
  children: CafeNode[];
}

export interface CafeTree {
  pvalueAverage: number;
  /** Rate of gains and losses per gene and million years. */
  lambda: number;
  root: CafeNode;
}

/** Below this p-value a change counts as significant. */
export const PVALUE_LIMIT = 0.01;

export type Change = 'expansion' | 'contraction' | null;

export function isSignificant({ pvalue }: CafeNode): boolean {
  return pvalue !== null && pvalue < PVALUE_LIMIT;
}

/**
 * What happened on the branch to a node. A node with as many genes as its parent and a significant p-value shares its
 * parent's lot.
 */
export function changeAt(node: CafeNode, parent: CafeNode | null, parentChange: Change): Change {
  if (!parent) return null;
  if (isSignificant(node) && node.members === parent.members) return parentChange;
  return node.members > parent.members ? 'expansion' : node.members < parent.members ? 'contraction' : null;
}
