/** The compara database of the demo: alignments and gene trees of all species, derived from the evolved genomes. */
import { get, only } from '../../../src/checked.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';
import type { EvolvedGenomes } from '../genome/annotated-genome.ts';
import type { PlacedRegion } from '../genome/placement.ts';
import { allSpecies, type DemoSpecies, REFERENCE, SPECIES_TREE, type TreeNode } from '../species.ts';
import { NULL } from '../../../build-index/dump-writer/row-file.ts';
import { writeTaxonomy } from '../terms/taxonomy.ts';
import type { AncestralDatabase } from './alignment-rows.ts';
import { ComparaDatabase } from '../../../build-index/dump-writer/compara-database.ts';
import { type FamilyNode, geneFamilies, type GeneFamily, genesBelow, treeId } from './demo-families.ts';
import {
  CAFE_ROOT,
  type FamilyMember,
  type GeneCount,
  GeneTreeRows,
  SPECIES_ROOT,
} from '../../../build-index/dump-writer/gene-tree-rows.ts';
import { writeGenomeAlignments } from './demo-alignments.ts';
import { type AlignedGene, alignedGene, cigarLine, likeness, maskOf, mergedColumns } from './alignment-columns.ts';

const GENE_TREE_NODES = 1_000_000;
/** Support of every node: the trees are the true history. */
const BOOTSTRAP = 100;
/** P-values of a change of the gene count by 0, by 1, and by more. */
const CHANGE_PVALUES = [0.5, 0.05, 0.005] as const;

interface Member extends FamilyMember {
  aligned: AlignedGene;
}

/** @param ancestors the database that gets the sequences of inferred ancestors */
export function writeComparaDatabase(folder: string, model: EvolvedGenomes, ancestors: AncestralDatabase): void {
  const db = new ComparaDatabase(folder, 'demo', [11, 13, 16, 201, 202, 401]);
  const species = allSpecies();
  const genomeId = (its: DemoSpecies): number => species.indexOf(its) + 1;
  for (const its of species) db.addGenome(genomeId(its), its, { hasKaryotype: its.hasBands });
  const ancestralGenome = species.length + 1;
  db.addAncestralGenome(ancestralGenome);
  const all = species.map(genomeId);
  const multiple = db.addSet(13, `${all.length} demo vertebrates EPO`, 'demo', all);
  const trees = db.addSet(401, 'Demo protein trees', 'collection-demo', all);
  const pairwise = new Map<DemoSpecies, number>();
  for (const [index, one] of species.entries()) {
    db.addParalogues(genomeId(one), one.scientificName);
    if (one !== REFERENCE) {
      const name = `${REFERENCE.scientificName}-${one.scientificName} lastz-net (on ${REFERENCE.scientificName})`;
      pairwise.set(one, db.addSet(16, name, '', [genomeId(REFERENCE), genomeId(one)]));
    }
    for (const other of species.slice(0, index))
      db.addOrthologues(genomeId(other), genomeId(one), `${other.scientificName}-${one.scientificName}`);
  }
  const constrained = db.addSet(11, `Gerp Constrained Elements (${all.length} demo vertebrates)`, 'demo', all);
  writeTaxonomy(db);
  const fragments = writeDnafrags(db, model, genomeId);
  writeGenomeAlignments(
    db,
    model.species,
    { fragments, multiple, constrained, pairwise: (its) => get(pairwise, its), ancestralGenome },
    ancestors,
  );
  writeGeneTrees(db, model, trees, genomeId, fragments);
  db.close();
}

/** Returns the dnafrag_ids of all regions. */
function writeDnafrags(
  db: ComparaDatabase,
  { species }: EvolvedGenomes,
  genomeId: (species: DemoSpecies) => number,
): Map<PlacedRegion, number> {
  const ids = new Map<PlacedRegion, number>();
  for (const { species: its, regions } of species) {
    for (const region of regions) {
      const system = region.kind === 'unplaced' ? 'scaffold' : 'chromosome';
      const isReference = region.kind !== 'alternative';
      ids.set(region, db.addDnafrag(genomeId(its), region.name, region.length, { system, isReference }));
    }
  }
  return ids;
}

function writeGeneTrees(
  db: ComparaDatabase,
  model: EvolvedGenomes,
  trees: number,
  genomeId: (species: DemoSpecies) => number,
  fragments: ReadonlyMap<PlacedRegion, number>,
): void {
  const genomeOf = ({ species }: TreeNode): number | null => (species ? genomeId(species) : null);
  const nodes = db.addSpeciesTree(SPECIES_TREE, genomeOf, { rootId: SPECIES_ROOT, label: 'default', trees });
  const cafe = db.addSpeciesTree(SPECIES_TREE, genomeOf, { rootId: CAFE_ROOT, label: 'cafe', trees });
  const members = writeMembers(db, model, genomeId, fragments);
  const rows = new GeneTreeRows<FamilyNode>(db, {
    trees,
    treeId,
    nodesFrom: GENE_TREE_NODES,
    parentsFirst: true,
    bootstrap: () => BOOTSTRAP,
    distance: ({ distance }) => distance,
    speciesNode: ({ at }) => get(nodes, at),
    orthologueScores: () => [NULL, NULL],
  });
  const memberOf = (leaf: FamilyNode): Member => get(members, only(genesBelow(leaf)).gene);
  geneFamilies(model).forEach((family, index) => {
    const number = index + 1;
    const below = genesBelow(family.root).map(({ gene }) => get(members, gene));
    const columns = mergedColumns(below.map(({ aligned }) => aligned));
    db.addGeneAlignment(
      number,
      'true',
      columns.length,
      below.map(({ id, aligned }) => [id, cigarLine(maskOf(aligned.codons, columns))]),
    );
    rows.write({ number, root: family.root, memberOf, compare, counts: gainsAndLosses(family, cafe) });
  });
}

/** Writes all coding genes outside alternative regions, including those without relatives. */
function writeMembers(
  db: ComparaDatabase,
  { species }: EvolvedGenomes,
  genomeId: (species: DemoSpecies) => number,
  fragments: ReadonlyMap<PlacedRegion, number>,
): Map<AnnotatedGene, Member> {
  const members = new Map<AnnotatedGene, Member>();
  for (const { species: its, genes } of species) {
    for (const gene of genes) {
      const [canonical] = gene.transcripts;
      if (gene.region.kind === 'alternative' || !canonical?.translation) continue;
      const aligned = alignedGene(gene);
      const id = db.nextId('seq_member');
      db.addMember({
        id,
        genomeId: genomeId(its),
        taxonId: its.taxonId,
        place: {
          dnafrag_id: get(fragments, gene.region),
          dnafrag_start: gene.start,
          dnafrag_end: gene.end,
          dnafrag_strand: gene.strand,
        },
        gene: {
          stableId: gene.stableId,
          version: gene.version,
          label: gene.symbol,
          description: gene.locus.description,
        },
        product: {
          stableId: canonical.translation.stableId,
          version: canonical.translation.version,
          label: canonical.name,
          peptide: aligned.peptide,
        },
        coding: aligned.coding,
      });
      members.set(gene, { id, genomeId: genomeId(its), aligned });
    }
  }
  return members;
}

function compare({ aligned: one }: Member, { aligned: other }: Member) {
  const columns = mergedColumns([one, other]);
  const side = (own: AlignedGene, its: AlignedGene) => ({
    cigarLine: cigarLine(maskOf(own.codons, columns)),
    ...likeness(own, its),
  });
  return [side(one, other), side(other, one)] as const;
}

function gainsAndLosses({ counts }: GeneFamily, cafe: ReadonlyMap<TreeNode, number>): GeneCount[] {
  const countsBelow = (at: TreeNode, parent: number | null): GeneCount[] => {
    const genes = get(counts, at);
    const change = parent === null ? 0 : Math.min(2, Math.abs(genes - parent));
    const pvalue = CHANGE_PVALUES[change] ?? CHANGE_PVALUES[2];
    return [{ node: get(cafe, at), genes, pvalue }, ...at.children.flatMap((child) => countsBelow(child, genes))];
  };
  return countsBelow(SPECIES_TREE, null);
}
