/** Rows of gene trees: nodes, the resulting homologies, and gains and losses of families. */
import { at } from '../../src/checked.ts';
import type { ComparaDatabase } from './compara-database.ts';
import { NULL, type RowFile } from './row-file.ts';

/** root_ids of the species tree of gene trees, and of its copy for gains and losses. */
export const SPECIES_ROOT = 40_100_000;
export const CAFE_ROOT = 40_200_000;

/** A node of a gene tree: an extant gene, a speciation or a duplication. */
export interface FamilyBranch<Branch> {
  kind: 'gene' | 'speciation' | 'duplication';
  children: readonly Branch[];
}

export interface FamilyMember {
  /** gene_member_id and seq_member_id. */
  id: number;
  genomeId: number;
}

/** A member of a homology. Percentages refer to its own residues; null if the members are not aligned. */
export interface HomologyMember {
  cigarLine: string;
  coverage: number | null;
  identity: number | null;
  similarity: number | null;
}

/** The number of genes of a family at a node of the species tree. */
export interface GeneCount {
  /** node_id */
  node: number;
  genes: number;
  pvalue: number;
}

/** The properties in which sources of families differ. */
export interface FamilySource<Branch> {
  /** method_link_species_set_id of the trees. */
  trees: number;
  /** Stable id of the tree of a family. */
  treeId(family: number): string;
  /** node_ids of gene trees are above this. */
  nodesFrom: number;
  /** Whether the rows of a node precede those of its descendants. */
  parentsFirst: boolean;
  bootstrap(node: number, branch: Branch): number | null;
  /** Distance to the parent; also called for the root. */
  distance(branch: Branch, node: number, isRoot: boolean): number;
  /** node_id in the species tree. */
  speciesNode(branch: Branch): number;
  /** goc_score and wga_coverage of a pair of orthologues. */
  orthologueScores(homology: number): readonly [goc: string, wga: string];
}

export interface Family<Branch, Member extends FamilyMember> {
  /** 1, 2, 3 …; also the id of its alignment. */
  number: number;
  root: Branch;
  memberOf(leaf: Branch): Member;
  /** Both sides of a homology. */
  compare(one: Member, other: Member): readonly [HomologyMember, HomologyMember];
  /** Gains and losses; null if they are not known. */
  counts: Iterable<GeneCount> | null;
}

const ORTHOLOGUES = ['ortholog_one2one', 'ortholog_one2many', 'ortholog_many2many'] as const;
/** Orthologues have high confidence if both identities are at least this percentage. */
const CONFIDENT = 50;

export class GeneTreeRows<Branch extends FamilyBranch<Branch>> {
  readonly #db: ComparaDatabase;
  readonly #source: FamilySource<Branch>;
  readonly #homologies: RowFile;
  readonly #homologyMembers: RowFile;
  #index = 0;

  constructor(db: ComparaDatabase, source: FamilySource<Branch>) {
    this.#db = db;
    this.#source = source;
    this.#homologies = db.rows('homology');
    this.#homologyMembers = db.rows('homology_member');
  }

  write<Member extends FamilyMember>(family: Family<Branch, Member>): void {
    const db = this.#db;
    const root_id = this.#nextNode();
    this.#index = 0;
    this.#node(family, root_id, family.root, root_id, null);
    db.insert('gene_tree_root', {
      root_id,
      member_type: 'protein',
      tree_type: 'tree',
      clusterset_id: 'default',
      method_link_species_set_id: this.#source.trees,
      species_tree_root_id: SPECIES_ROOT,
      gene_align_id: family.number,
      stable_id: this.#source.treeId(family.number),
      version: 1,
    });
    if (!family.counts) return;
    db.insert('CAFE_gene_family', {
      cafe_gene_family_id: family.number,
      root_id: CAFE_ROOT,
      lca_id: CAFE_ROOT,
      gene_tree_root_id: root_id,
      pvalue_avg: 0.25,
      lambdas: '0.0015',
    });
    for (const { node: node_id, genes: n_members, pvalue } of family.counts)
      db.insert('CAFE_species_gene', { cafe_gene_family_id: family.number, node_id, n_members, pvalue });
  }

  #nextNode(): number {
    return this.#source.nodesFrom + this.#db.nextId('gene_tree_node');
  }

  #node<Member extends FamilyMember>(
    family: Family<Branch, Member>,
    root_id: number,
    branch: Branch,
    node_id: number,
    parent_id: number | null,
  ): void {
    const left_index = ++this.#index;
    const { parentsFirst } = this.#source;
    if (branch.kind !== 'gene') {
      if (parentsFirst) this.#inner(family, root_id, branch, node_id);
      for (const child of branch.children) this.#node(family, root_id, child, this.#nextNode(), node_id);
      if (!parentsFirst) this.#inner(family, root_id, branch, node_id);
    }
    this.#db.insert('gene_tree_node', {
      node_id,
      parent_id,
      root_id,
      left_index,
      right_index: ++this.#index,
      distance_to_parent: this.#source.distance(branch, node_id, parent_id === null),
      seq_member_id: branch.kind === 'gene' ? family.memberOf(branch).id : null,
    });
  }

  /** Writes the attributes of an inner node and the homologies between genes of different children. */
  #inner<Member extends FamilyMember>(
    family: Family<Branch, Member>,
    root_id: number,
    branch: Branch,
    node_id: number,
  ): void {
    const sides = branch.children.map((child) => membersBelow(family, child));
    const shared = branch.kind === 'duplication' ? sharedGenomes(sides) : null;
    this.#db.insert('gene_tree_node_attr', {
      node_id,
      node_type: shared === null ? 'speciation' : shared > 0 ? 'duplication' : 'dubious',
      species_tree_node_id: this.#source.speciesNode(branch),
      bootstrap: this.#source.bootstrap(node_id, branch),
      duplication_confidence_score: shared,
    });
    const counts = new Map<number, number>();
    for (const { genomeId } of sides.flat()) counts.set(genomeId, (counts.get(genomeId) ?? 0) + 1);
    const hasSeveral = ({ genomeId }: Member): number => Number((counts.get(genomeId) ?? 0) > 1);
    for (const [index, side] of sides.entries()) {
      for (const one of side) {
        for (const other of sides.slice(index + 1).flat()) {
          const isSame = one.genomeId === other.genomeId;
          // The database does not list genes of different species that a duplication separated.
          if (branch.kind === 'duplication' && !isSame) continue;
          const type = isSame ? 'within_species_paralog' : at(ORTHOLOGUES, hasSeveral(one) + hasSeveral(other));
          this.#homology(type, [one, other], family.compare(one, other), [
            this.#source.speciesNode(branch),
            node_id,
            root_id,
          ]);
        }
      }
    }
  }

  #homology(
    type: string,
    [one, other]: readonly [FamilyMember, FamilyMember],
    compared: readonly [HomologyMember, HomologyMember],
    [speciesNode, node, root]: readonly [number, number, number],
  ): void {
    const id = this.#db.nextId('homology');
    const isSame = one.genomeId === other.genomeId;
    const [goc, wga] = isSame ? [NULL, NULL] : this.#source.orthologueScores(id);
    const isConfident = compared.every(({ identity }) => identity !== null && identity >= CONFIDENT);
    const set = this.#db.homologySet(one.genomeId, other.genomeId);
    const [dn, ds, n, s, lnl] = [NULL, NULL, NULL, NULL, NULL];
    const confidence = isSame ? NULL : Number(isConfident);
    this.#homologies.row(id, set, type, 1, dn, ds, n, s, lnl, speciesNode, node, root, goc, wga, confidence);
    this.#homologyMember(id, one.id, compared[0]);
    this.#homologyMember(id, other.id, compared[1]);
  }

  #homologyMember(homology: number, id: number, { cigarLine, coverage, identity, similarity }: HomologyMember): void {
    const percentages = [coverage, identity, similarity].map((percentage) => String(percentage ?? NULL));
    this.#homologyMembers.row(homology, id, id, cigarLine, ...percentages);
  }
}

function membersBelow<Branch extends FamilyBranch<Branch>, Member extends FamilyMember>(
  family: Family<Branch, Member>,
  branch: Branch,
): Member[] {
  if (branch.kind === 'gene') return [family.memberOf(branch)];
  return branch.children.flatMap((child) => membersBelow(family, child));
}

/** The number of genomes below all children of a node, divided by the number of those below any child. */
function sharedGenomes(sides: readonly FamilyMember[][]): number {
  const genomes = sides.map((side) => new Set(side.map(({ genomeId }) => genomeId)));
  const any = new Set(genomes.flatMap((side) => [...side]));
  const shared = [...any].filter((genome) => genomes.every((side) => side.has(genome))).length;
  return Number((shared / any.size).toFixed(4));
}
