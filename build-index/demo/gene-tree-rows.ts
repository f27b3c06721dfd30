/** Rows of the comparative database about gene families: members with their sequences, trees, homologies, gains and losses. */
import { checksum } from './checksum.ts';
import type { ComparaDatabase } from './compara-methods.ts';
import { geneFamilies, genesBelow, type FamilyGene, type FamilyNode, type GeneFamily } from './gene-families.ts';
import type { DemoWorld } from './generate.ts';
import type { PlacedRegion } from './placement.ts';
import { alignedGene, cigarLine, likeness, mergedColumns, type AlignedGene } from './protein-alignment.ts';
import { SPECIES_TREE, type DemoSpecies, type TreeNode } from './species-tree.ts';

/** method_link_species_set_ids by what they hold. */
export interface HomologySets {
  trees: number;
  orthologues(one: DemoSpecies, other: DemoSpecies): number;
  paralogues(species: DemoSpecies): number;
  genomeId(species: DemoSpecies): number;
  /** dnafrag_ids. */
  fragments: ReadonlyMap<PlacedRegion, number>;
}

/** node_ids of the species tree that gene trees refer to, and of its copy that gains and losses refer to. */
const SPECIES_ROOT = 40_100_000;
const CAFE_ROOT = 40_200_000;
const GENE_TREE_NODES = 1_000_000;
/** A tree that was grown over many samples would be shaky in places; this one is known. */
const BOOTSTRAP = 100;

interface Member {
  id: number;
  species: DemoSpecies;
  aligned: AlignedGene;
}

export function writeGeneTrees(db: ComparaDatabase, world: DemoWorld, sets: HomologySets): void {
  const defaults = writeSpeciesTree(db, SPECIES_ROOT, 'default', sets);
  const cafe = writeSpeciesTree(db, CAFE_ROOT, 'cafe', sets);
  const members = writeMembers(db, world, sets);
  geneFamilies(world).forEach((family, index) => new FamilyRows(db, sets, members, defaults).write(family, index + 1, cafe));
}

function writeSpeciesTree(db: ComparaDatabase, rootId: number, label: string, sets: HomologySets): Map<TreeNode, number> {
  const ids = new Map<TreeNode, number>();
  let next = 0;
  const write = (node: TreeNode, parent_id: number | null): void => {
    const node_id = rootId + ids.size;
    ids.set(node, node_id);
    const left_index = ++next;
    for (const child of node.children) write(child, node_id);
    db.insert('species_tree_node', {
      node_id, parent_id, root_id: rootId, left_index, right_index: ++next, distance_to_parent: node.branchLength, taxon_id: node.taxonId,
      genome_db_id: node.species ? sets.genomeId(node.species) : null, node_name: node.name,
    });
  };
  write(SPECIES_TREE, null);
  db.insert('species_tree_root', { root_id: rootId, method_link_species_set_id: sets.trees, label });
  return ids;
}

/** Every coding gene outside of alternative regions, whether it has relatives or not. */
function writeMembers(db: ComparaDatabase, { species }: DemoWorld, sets: HomologySets): Map<FamilyGene['gene'], Member> {
  const members = new Map<FamilyGene['gene'], Member>();
  for (const { species: its, genes } of species) {
    const genome_db_id = sets.genomeId(its);
    for (const gene of genes) {
      const [canonical] = gene.transcripts;
      if (gene.region.kind === 'alternative' || !canonical?.translation) continue;
      const aligned = alignedGene(gene);
      const id = db.nextId('seq_member');
      const place = { dnafrag_id: sets.fragments.get(gene.region)!, dnafrag_start: gene.start, dnafrag_end: gene.end, dnafrag_strand: gene.strand };
      db.insert('gene_member', {
        gene_member_id: id, stable_id: gene.stableId, version: gene.version, source_name: 'ENSEMBLGENE', taxon_id: its.taxonId, genome_db_id, biotype_group: 'coding',
        canonical_member_id: id, description: gene.locus.description, ...place, display_label: gene.symbol,
      });
      db.insert('seq_member', {
        seq_member_id: id, stable_id: canonical.translation.stableId, version: canonical.translation.version, source_name: 'ENSEMBLPEP', taxon_id: its.taxonId, genome_db_id,
        sequence_id: id, gene_member_id: id, ...place, display_label: canonical.name,
      });
      db.insert('sequence', { sequence_id: id, length: aligned.peptide.length, md5sum: checksum('md5', aligned.peptide), sequence: aligned.peptide });
      db.insert('other_member_sequence', { seq_member_id: id, seq_type: 'cds', length: aligned.coding.length, sequence: aligned.coding });
      members.set(gene, { id, species: its, aligned });
    }
  }
  return members;
}

/** The rows of one family. */
class FamilyRows {
  readonly #db: ComparaDatabase;
  readonly #sets: HomologySets;
  readonly #members: ReadonlyMap<FamilyGene['gene'], Member>;
  readonly #species: ReadonlyMap<TreeNode, number>;
  #root = 0;
  #index = 0;

  constructor(db: ComparaDatabase, sets: HomologySets, members: ReadonlyMap<FamilyGene['gene'], Member>, species: ReadonlyMap<TreeNode, number>) {
    this.#db = db;
    this.#sets = sets;
    this.#members = members;
    this.#species = species;
  }

  write(family: GeneFamily, number: number, cafe: ReadonlyMap<TreeNode, number>): void {
    const members = this.#below(family.root);
    const columns = mergedColumns(members.map(({ aligned }) => aligned));
    this.#db.insert('gene_align', { gene_align_id: number, aln_method: 'true', aln_length: columns.length });
    for (const { id, aligned } of members) this.#db.insert('gene_align_member', { gene_align_id: number, seq_member_id: id, cigar_line: cigarLine(aligned, columns) });
    this.#root = GENE_TREE_NODES + this.#db.nextId('gene_tree_node');
    this.#node(family.root, this.#root, null);
    this.#db.insert('gene_tree_root', {
      root_id: this.#root, member_type: 'protein', tree_type: 'tree', clusterset_id: 'default', method_link_species_set_id: this.#sets.trees, species_tree_root_id: SPECIES_ROOT,
      gene_align_id: number, stable_id: `DEMOGT${String(number).padStart(11, '0')}`, version: 1,
    });
    this.#gainsAndLosses(family, number, cafe);
  }

  #below(node: FamilyNode): Member[] {
    return genesBelow(node).map(({ gene }) => this.#members.get(gene)!);
  }

  #node(node: FamilyNode, node_id: number, parent_id: number | null): void {
    const left_index = ++this.#index;
    if (node.kind !== 'gene') {
      const sides = node.children.map((child) => this.#below(child));
      const shared = node.kind === 'duplication' ? sharedSpecies(sides) : null;
      const node_type = shared === null ? 'speciation' : shared > 0 ? 'duplication' : 'dubious';
      this.#db.insert('gene_tree_node_attr', {
        node_id, node_type, species_tree_node_id: this.#species.get(node.at)!, bootstrap: BOOTSTRAP, duplication_confidence_score: shared,
      });
      sides.forEach((side, each) => sides.slice(each + 1).forEach((other) => this.#homologies(node, node_id, side, other)));
      for (const child of node.children) this.#node(child, GENE_TREE_NODES + this.#db.nextId('gene_tree_node'), node_id);
    }
    this.#db.insert('gene_tree_node', {
      node_id, parent_id, root_id: this.#root, left_index, right_index: ++this.#index, distance_to_parent: node.distance,
      seq_member_id: node.gene ? this.#members.get(node.gene.gene)!.id : null,
    });
  }

  /** Pairs that parted at a node. Genes of two species that parted by duplication are no homologues that the database lists. */
  #homologies(node: FamilyNode, gene_tree_node_id: number, side: readonly Member[], other: readonly Member[]): void {
    const below = this.#below(node);
    const inSpecies = (species: DemoSpecies) => below.filter((member) => member.species === species).length;
    for (const one of side) {
      for (const two of other) {
        const isSame = one.species === two.species;
        if (node.kind === 'duplication' && !isSame) continue;
        const many = [inSpecies(one.species), inSpecies(two.species)].filter((count) => count > 1).length;
        const homology_id = this.#db.nextId('homology');
        const [its, theirs] = [likeness(one.aligned, two.aligned), likeness(two.aligned, one.aligned)];
        this.#db.insert('homology', {
          homology_id, method_link_species_set_id: isSame ? this.#sets.paralogues(one.species) : this.#sets.orthologues(one.species, two.species),
          description: isSame ? 'within_species_paralog' : (['ortholog_one2one', 'ortholog_one2many', 'ortholog_many2many'] as const)[many]!,
          is_tree_compliant: 1, species_tree_node_id: this.#species.get(node.at)!, gene_tree_node_id, gene_tree_root_id: this.#root,
          is_high_confidence: isSame ? null : Math.min(its.identity, theirs.identity) >= 50 ? 1 : 0,
        });
        const columns = mergedColumns([one.aligned, two.aligned]);
        for (const [{ id, aligned }, { identity, similarity, coverage }] of [[one, its], [two, theirs]] as const) {
          this.#db.insert('homology_member', {
            homology_id, gene_member_id: id, seq_member_id: id, cigar_line: cigarLine(aligned, columns), perc_cov: coverage, perc_id: identity, perc_pos: similarity,
          });
        }
      }
    }
  }

  /** The more genes came or went at once, the less likely by chance. */
  #gainsAndLosses({ counts }: GeneFamily, number: number, cafe: ReadonlyMap<TreeNode, number>): void {
    this.#db.insert('CAFE_gene_family', {
      cafe_gene_family_id: number, root_id: CAFE_ROOT, lca_id: CAFE_ROOT, gene_tree_root_id: this.#root, pvalue_avg: 0.25, lambdas: '0.0015',
    });
    const write = (node: TreeNode, parent: number | null): void => {
      const n_members = counts.get(node)!;
      const change = parent === null ? 0 : Math.abs(n_members - parent);
      this.#db.insert('CAFE_species_gene', { cafe_gene_family_id: number, node_id: cafe.get(node)!, n_members, pvalue: [0.5, 0.05, 0.005][Math.min(change, 2)]! });
      for (const child of node.children) write(child, n_members);
    };
    write(SPECIES_TREE, null);
  }
}

/** Share of the species below both sides of a node among those below either. */
function sharedSpecies([one, two]: readonly Member[][]): number {
  const [first, second] = [new Set(one!.map(({ species }) => species)), new Set(two!.map(({ species }) => species))];
  const shared = [...first].filter((species) => second.has(species)).length;
  return Number((shared / (first.size + second.size - shared)).toFixed(4));
}
