import { CAFE_ROOT, SPECIES_ROOT, type Comparison } from './comparison-rows.ts';
import type { ComparaTables } from './compara-dump.ts';
import { COMPARED_TREE, type ComparedNode } from './compared-species.ts';
import type { AlignedMember } from './family-sequences.ts';
import type { Family, FamilyTree } from './family-tree.ts';
import type { FamilyMembers, HomologyFiles } from './homology-files.ts';

/** Rows of gene trees, with the gains and losses of their families; homologies follow from their nodes. */
export class FamilyTreeRows {
  readonly #db: ComparaTables;
  readonly #comparison: Comparison;
  readonly #homologies: HomologyFiles;
  #nodes = 0;
  #index = 0;

  constructor(db: ComparaTables, comparison: Comparison, homologies: HomologyFiles) {
    this.#db = db;
    this.#comparison = comparison;
    this.#homologies = homologies;
  }

  /** @param number of the family, from 1 @param ids gene_member_id and seq_member_id of each member */
  write({ root, members }: Family, number: number, aligned: readonly AlignedMember[], ids: readonly number[]): void {
    const root_id = ++this.#nodes;
    this.#index = 0;
    this.#node(root, root_id, null, { root: root_id, species: members.map(({ genomeId }) => genomeId), aligned, ids });
    this.#db.insert('gene_tree_root', {
      root_id, member_type: 'protein', tree_type: 'tree', clusterset_id: 'default', method_link_species_set_id: this.#comparison.trees, species_tree_root_id: SPECIES_ROOT,
      gene_align_id: number, stable_id: `DEMOGT${String(number).padStart(11, '0')}`, version: 1,
    });
    this.#gainsAndLosses(number, root_id, members.map(({ genomeId }) => genomeId));
  }

  /** Writes a node and all below it; returns the numbers of the members there. */
  #node(tree: FamilyTree, node_id: number, parent_id: number | null, family: FamilyMembers): number[] {
    const left_index = ++this.#index;
    if (tree.kind === 'gene') {
      this.#insert(node_id, parent_id, family.root, left_index, tree.at, family.ids[tree.member]!);
      return [tree.member];
    }
    const sides = tree.children.map((child) => this.#node(child, ++this.#nodes, node_id, family)) as [number[], number[]];
    const shared = tree.kind === 'duplication' ? sharedSpecies(sides.map((side) => new Set(side.map((member) => family.species[member]!))) as [Set<number>, Set<number>]) : null;
    this.#db.insert('gene_tree_node_attr', {
      node_id, node_type: shared === null ? 'speciation' : shared > 0 ? 'duplication' : 'dubious', species_tree_node_id: this.#comparison.speciesNodes.get(tree.at)!,
      bootstrap: 100 - (node_id % 60), duplication_confidence_score: shared,
    });
    this.#homologies.write(sides, tree.kind === 'duplication', node_id, this.#comparison.speciesNodes.get(tree.at)!, family);
    this.#insert(node_id, parent_id, family.root, left_index, tree.at, null);
    return sides.flat();
  }

  #insert(node_id: number, parent_id: number | null, root_id: number, left_index: number, { branchLength }: ComparedNode, seq_member_id: number | null): void {
    const distance_to_parent = parent_id === null ? 0 : Number((branchLength * (0.5 + (node_id % 97) / 97)).toFixed(6));
    this.#db.insert('gene_tree_node', { node_id, parent_id, root_id, left_index, right_index: ++this.#index, distance_to_parent, seq_member_id });
  }

  /** Counts of genes at the tips are those of the family; above them each clade had what most of it has. */
  #gainsAndLosses(cafe_gene_family_id: number, gene_tree_root_id: number, species: readonly number[]): void {
    this.#db.insert('CAFE_gene_family', { cafe_gene_family_id, root_id: CAFE_ROOT, lca_id: CAFE_ROOT, gene_tree_root_id, pvalue_avg: 0.25, lambdas: '0.0015' });
    const write = (node: ComparedNode): number => {
      const below = node.children.map(write);
      const n_members = node.species ? species.filter((genome) => genome === node.species!.genomeId).length : Math.round(below.reduce((sum, each) => sum + each, 0) / below.length);
      this.#db.insert('CAFE_species_gene', { cafe_gene_family_id, node_id: this.#comparison.cafeNodes.get(node)!, n_members, pvalue: 0.5 });
      return n_members;
    };
    write(COMPARED_TREE);
  }
}

/** Share of the species on both sides of a node among those on either. */
function sharedSpecies([one, two]: [Set<number>, Set<number>]): number {
  const shared = [...one].filter((species) => two.has(species)).length;
  return Number((shared / (one.size + two.size - shared)).toFixed(4));
}
