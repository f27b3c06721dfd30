/**
 * Gains and losses of a gene family along the species tree, as CAFE (Computational Analysis of gene Family Evolution)
 * infers them. Record of the `cafe-trees` table, by the key of the gene tree: CafeTree as JSON.
 */

export interface CafeNode {
  /** Node of the species tree (ComparaSpecies.node). */
  id: number;
  /** Genes of the family: counted in a species, inferred in an ancestor. */
  members: number;
  /** Probability of the change on the branch above by chance; null if it was not tested. */
  pvalue: number | null;
  children: CafeNode[];
}

export interface CafeTree {
  pvalueAverage: number;
  /** Rate of gains and losses per gene and million years. */
  lambda: number;
  root: CafeNode;
}

/** A change with a lower p-value is significant. */
export const PVALUE_LIMIT = 0.01;

export type Change = 'expansion' | 'contraction' | null;

export function isSignificant({ pvalue }: CafeNode): boolean {
  return pvalue !== null && pvalue < PVALUE_LIMIT;
}

/**
 * The change on the branch to a node; null for none. A node with the same number of genes as its parent and a
 * significant p-value has its parent's change.
 */
export function changeAt(node: CafeNode, parent: CafeNode | null, parentChange: Change): Change {
  if (!parent) return null;
  if (isSignificant(node) && node.members === parent.members) return parentChange;
  return node.members > parent.members ? 'expansion' : node.members < parent.members ? 'contraction' : null;
}
