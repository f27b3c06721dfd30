/**
 * Sequences of the ancestors in an alignment block, inferred from its rows. An ancestor has a base in a column where at least two of
 * the branches that meet in it lead to a row with one: a base that arose once was there all along. Which base takes the fewest
 * changes (Fitch 1971, Systematic Zoology 20:406).
 */
import type { DemoSpecies } from './species-tree.ts';

/** A node of a block's tree: a member, or an ancestor with those below it. */
export interface BlockNode {
  /** genomic_align_tree's. */
  id: number;
  species: DemoSpecies | null;
  children: BlockNode[];
}

/** The columns of a block that have a base, and their bases. */
export interface InferredRow {
  places: Int32Array;
  bases: string;
}

const LETTERS = 'ACGT';

/**
 * The rows of all ancestors, from the root on; of one without any base, none.
 * @param places the columns of the block, in order
 * @param baseIn A, C, G or T of a member in a column; null where it has none
 */
export function inferAncestors(root: BlockNode, places: readonly number[], baseIn: (species: DemoSpecies, place: number) => string | null): Map<BlockNode, InferredRow> {
  const found = new Map<BlockNode, { places: number[]; bases: string }>();
  for (const place of places) {
    // A bit for each base that a node may have with no more changes below it than there must be; 0 where nobody below has any.
    const possible = new Map<BlockNode, number>();
    const look = (node: BlockNode): number => {
      const base = node.species && baseIn(node.species, place);
      const bits = node.species ? (base === null ? 0 : 1 << LETTERS.indexOf(base)) : fitch(node.children.map(look));
      possible.set(node, bits);
      return bits;
    };
    const settle = (node: BlockNode, above: number, isElsewhere: boolean): void => {
      if (node.species) return;
      const own = possible.get(node)!;
      const branches = node.children.filter((child) => possible.get(child) !== 0);
      const chosen = above & own || own & -own;
      const isThere = branches.length + Number(isElsewhere) >= 2;
      if (isThere && own !== 0) {
        const row = found.get(node) ?? { places: [], bases: '' };
        row.places.push(place);
        row.bases += LETTERS[Math.log2(chosen)]!;
        found.set(node, row);
      }
      for (const child of node.children) settle(child, isThere ? chosen : 0, isElsewhere || branches.some((other) => other !== child));
    };
    look(root);
    settle(root, 0, false);
  }
  return new Map([...found].map(([node, row]) => [node, { places: Int32Array.from(row.places), bases: row.bases }]));
}

/** What all that have a base may share, else what any of them may have. */
function fitch(children: readonly number[]): number {
  const known = children.filter((bits) => bits !== 0);
  return known.length === 0 ? 0 : known.reduce((all, bits) => all & bits) || known.reduce((all, bits) => all | bits);
}
