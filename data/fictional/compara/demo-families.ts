/**
 * The true history of every coding gene family: the genes that descend from one ancestral gene, and the speciations and
 * duplications that separated them. The model contains the ancestors, so nothing is inferred.
 */
import { get } from '../../../src/checked.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';
import type { AnnotatedGenome, EvolvedGenomes } from '../genome/annotated-genome.ts';
import { lociOf } from '../genome/placement.ts';
import type { Locus } from '../genes/locus.ts';
import { SPECIES_TREE, type DemoSpecies, type TreeNode } from '../species.ts';

/** Stable id of the gene tree of a family. */
export function treeId(family: number): string {
  return `DEMOGT${String(family).padStart(11, '0')}`;
}

export interface FamilyGene {
  species: DemoSpecies;
  gene: AnnotatedGene;
}

/** A node of a gene tree: an extant gene, a speciation or a duplication. */
export interface FamilyNode {
  /** Its node of the species tree. */
  at: TreeNode;
  kind: 'gene' | 'speciation' | 'duplication';
  /** Expected substitutions per neutral site on the branch above. */
  distance: number;
  gene: FamilyGene | null;
  children: FamilyNode[];
}

export interface GeneFamily {
  id: number;
  root: FamilyNode;
  /** Coding genes of the family at each node of the species tree, ancestors included. */
  counts: ReadonlyMap<TreeNode, number>;
}

/** Families with at least two extant genes, in order of their ids. */
export function geneFamilies({ genomes, species }: EvolvedGenomes): GeneFamily[] {
  const history = new History(genomes, species);
  const roots = history.codingAt(SPECIES_TREE);
  const byFamily = Map.groupBy(roots, ({ family }) => family);
  return [...byFamily]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, loci]) => {
      // Several loci of a family in the first ancestor are duplicates from before it.
      const lines = loci.map((locus) => history.below(locus.id, SPECIES_TREE, 0));
      const root = lines.reduce((one, other) => joined('duplication', SPECIES_TREE, 0, [one, other]));
      return root && root.children.length > 0 ? [{ id, root, counts: history.counts(id) }] : [];
    });
}

/** The genes below a node, in the order of the tree. */
export function genesBelow(node: FamilyNode): FamilyGene[] {
  return node.gene ? [node.gene] : node.children.flatMap(genesBelow);
}

class History {
  readonly #loci = new Map<string, Map<number, Locus>>();
  readonly #genes = new Map<string, Map<number, AnnotatedGene>>();

  constructor(genomes: EvolvedGenomes['genomes'], species: readonly AnnotatedGenome[]) {
    for (const [name, { chromosomes }] of genomes) {
      this.#loci.set(name, new Map(chromosomes.flatMap(lociOf).map((locus) => [locus.id, locus])));
    }
    for (const { species: its, genes } of species) {
      const coding = genes.filter(
        ({ region, transcripts }) => region.kind !== 'alternative' && transcripts[0]?.translation,
      );
      this.#genes.set(its.scientificName, new Map(coding.map((gene) => [gene.locus.id, gene])));
    }
  }

  codingAt({ name }: TreeNode): Locus[] {
    return [...get(this.#loci, name).values()].filter(({ cds }) => cds !== null);
  }

  counts(family: number): Map<TreeNode, number> {
    const counts = new Map<TreeNode, number>();
    const visit = (node: TreeNode): void => {
      counts.set(node, this.codingAt(node).filter((locus) => locus.family === family).length);
      node.children.forEach(visit);
    };
    visit(SPECIES_TREE);
    return counts;
  }

  /** The gene tree below a locus of a species tree node; null if it has no extant descendants. */
  below(locus: number, at: TreeNode, distance: number): FamilyNode | null {
    if (at.species) {
      const gene = get(this.#genes, at.name).get(locus);
      return gene ? { at, kind: 'gene', distance, gene: { species: at.species, gene }, children: [] } : null;
    }
    return joined(
      'speciation',
      at,
      distance,
      at.children.map((child) => this.#branch(locus, child)),
    );
  }

  /** The gene tree of a locus on the branch to a node. Copies are made at the end of the branch. */
  #branch(locus: number, to: TreeNode): FamilyNode | null {
    const copies = [...get(this.#loci, to.name).values()].filter(
      ({ copiedFrom, bornOn, cds }) => copiedFrom === locus && bornOn === to.name && cds !== null,
    );
    let node = this.below(locus, to, copies.length > 0 ? 0 : to.branchLength);
    copies.forEach((copy, index) => {
      const distance = index === copies.length - 1 ? to.branchLength : 0;
      node = joined('duplication', to, distance, [node, this.below(copy.id, to, 0)]);
    });
    return node;
  }
}

/** A node with the lines that have extant genes as children. A single line is returned itself, its branch prolonged. */
function joined(
  kind: 'speciation' | 'duplication',
  at: TreeNode,
  distance: number,
  lines: readonly (FamilyNode | null)[],
): FamilyNode | null {
  const children = lines.filter((line) => line !== null);
  if (children.length > 1) return { at, kind, distance, gene: null, children };
  const [only] = children;
  return only ? { ...only, distance: only.distance + distance } : null;
}
