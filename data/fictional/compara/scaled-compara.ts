/**
 * The compara database of a chromosome of any size, written tile by tile: gene families of its species and others, and
 * alignments of the chromosome.
 */
import { treeId } from './demo-families.ts';
import { at, get } from '../../../src/checked.ts';
import { type AnnotatedGene, stableId } from '../genes/annotation.ts';
import { NULL } from '../../../build-index/dump-writer/row-file.ts';
import { TREES_IN_TILE } from '../genome/scale.ts';
import { CHROMOSOME, type ScaledChromosome } from '../genome/tile.ts';
import { ascii } from '../sequence/genetic-code.ts';
import { REFERENCE } from '../species.ts';
import { writeRootTaxon } from '../terms/taxonomy.ts';
import { ScaledAlignments, type AlignmentSets } from './scaled-alignments.ts';
import { ComparaDatabase } from '../../../build-index/dump-writer/compara-database.ts';
import {
  ALIGNED_SPECIES,
  ANCESTRAL_GENOME_ID,
  COMPARED_SPECIES,
  COMPARED_TREE,
  type ComparedNode,
  type ComparedSpecies,
} from './scaled-species.ts';
import {
  type AlignedMember,
  codingOf,
  divergedMember,
  drawFounder,
  type FamilyTree,
  growFamily,
  productOf,
  sharedResidues,
  wholeMember,
} from './scaled-families.ts';
import {
  CAFE_ROOT,
  type FamilyMember,
  type GeneCount,
  GeneTreeRows,
  SPECIES_ROOT,
} from '../../../build-index/dump-writer/gene-tree-rows.ts';
import { basesIn, cigarLine, codingBasesOf, columnCount } from './alignment-columns.ts';

/** Length of the region of a species that has only genes, and of each of its genes. */
const LENGTH_OF_OTHERS = 2_000_000_000;
const GENE_BASES = 900;
const ROOT_TAXON = 1;
/** Arbitrary goc_scores and wga_coverages of orthologues; some have none. */
const ORDER_SCORES = ['100', '75', '100', '50', '0', '100', '25', NULL];
const COVERAGES = Array.from({ length: 101 }, (_, each) =>
  each < 30 ? NULL : each < 60 ? '100.00' : (100 - ((each * 37) % 1000) / 10).toFixed(2),
);
/** Share of similar residues among aligned residues that differ. */
const SIMILAR = 0.3;

interface Member extends FamilyMember {
  aligned: AlignedMember;
}

/**
 * Writes the tables. Yields the bytes written so far after each tile.
 *
 * @param out folder of all dumps; gets core databases of the genomes that are aligned with the chromosome
 */
export function* writeComparaDump(chromosome: ScaledChromosome, folder: string, out: string): Generator<number> {
  const { workshop, scale } = chromosome;
  const db = new ComparaDatabase(folder, 'made', [13, 16, 201, 202, 401]);
  writeGenomes(db, scale.length);
  writeTaxa(db);
  const trees = db.addSet(
    401,
    'Made protein trees',
    'collection-made',
    COMPARED_SPECIES.map(({ genomeId }) => genomeId),
  );
  writeHomologySets(db);
  const alignments = new ScaledAlignments(db, writeAlignmentSets(db), scale.tiles, out);
  const genomeOf = ({ species }: ComparedNode): number | null => species?.genomeId ?? null;
  const nodes = db.addSpeciesTree(COMPARED_TREE, genomeOf, { rootId: SPECIES_ROOT, label: 'default', trees });
  const cafe = db.addSpeciesTree(COMPARED_TREE, genomeOf, { rootId: CAFE_ROOT, label: 'cafe', trees });
  const rows = new GeneTreeRows<FamilyTree>(db, {
    trees,
    treeId,
    nodesFrom: 0,
    parentsFirst: false,
    bootstrap: (node) => 100 - (node % 60),
    distance: (branch, node, isRoot) =>
      isRoot ? 0 : Number((branch.at.branchLength * (0.5 + (node % 97) / 97)).toFixed(6)),
    speciesNode: (branch) => get(nodes, branch.at),
    orthologueScores: (homology) => [
      at(ORDER_SCORES, (homology * 7) % ORDER_SCORES.length),
      at(COVERAGES, (homology * 31) % COVERAGES.length),
    ],
  });
  for (let number = 0; number < scale.tiles; number++) {
    const random = workshop.random.fork(`families of stretch ${number}`);
    const tile = chromosome.tile(number);
    const coding = tile.genes.filter(({ transcripts }) => transcripts[0]?.translation);
    for (let each = 0; each < TREES_IN_TILE; each++) {
      const gene = coding[each];
      const family = growFamily(random, gene !== undefined);
      const founder = wholeMember(gene ? ascii(codingBasesOf(gene)) : drawFounder(random));
      const members = family.members.map((species): Member => {
        const isOwn = species.genomeId === 1;
        const aligned = isOwn ? founder : divergedMember(founder, random);
        const id = addMember(db, species, aligned, isOwn ? gene : undefined);
        return { id, genomeId: species.genomeId, aligned };
      });
      const masks = members.map(({ aligned }) => aligned.mask);
      const family_number = number * TREES_IN_TILE + each + 1;
      db.addGeneAlignment(
        family_number,
        'made',
        columnCount(masks),
        members.map(({ id, aligned }) => [id, cigarLine(aligned.mask, masks)]),
      );
      rows.write({
        number: family_number,
        root: family.root,
        memberOf: ({ member }) => at(members, member),
        compare,
        counts: gainsAndLosses(family.members, cafe),
      });
    }
    alignments.write(tile, workshop.random.fork(`alignments of stretch ${number}`));
    yield db.size + alignments.size;
  }
  alignments.close();
  db.close();
}

function writeGenomes(db: ComparaDatabase, chromosomeLength: number): void {
  for (const species of COMPARED_SPECIES) {
    const isOwn = species.genomeId === 1;
    db.addGenome(species.genomeId, species, { hasKaryotype: isOwn });
    db.addDnafrag(species.genomeId, CHROMOSOME, isOwn ? chromosomeLength : LENGTH_OF_OTHERS);
  }
  for (const { genomeId, species } of ALIGNED_SPECIES) db.addGenome(genomeId, species, { genebuild: '' });
  db.addAncestralGenome(ANCESTRAL_GENOME_ID);
}

function writeHomologySets(db: ComparaDatabase): void {
  for (const { genomeId: one, scientificName } of COMPARED_SPECIES) {
    db.addParalogues(one, scientificName);
    for (const { genomeId: other, scientificName: otherName } of COMPARED_SPECIES.slice(0, one - 1))
      db.addOrthologues(other, one, `${otherName}-${scientificName}`);
  }
}

function writeAlignmentSets(db: ComparaDatabase): AlignmentSets {
  const others = ALIGNED_SPECIES.map(({ genomeId }) => genomeId);
  const multiple = db.addSet(13, `${1 + others.length} made vertebrates EPO`, 'made', [1, ...others]);
  const { scientificName: own } = REFERENCE;
  const pairwise = ALIGNED_SPECIES.map(({ genomeId, species }) =>
    db.addSet(16, `${own}-${species.scientificName} lastz-net (on ${own})`, '', [1, genomeId]),
  );
  return { multiple, pairwise, chromosome: 1, ancestralGenome: ANCESTRAL_GENOME_ID };
}

type Taxon = Pick<ComparedNode, 'taxonId' | 'name' | 'children'> & { species: { displayName: string } | null };

function writeTaxa(db: ComparaDatabase): void {
  let index = 1;
  const write = ({ taxonId: taxon_id, name, species, children }: Taxon, parent_id: number): void => {
    const left_index = ++index;
    for (const child of children) write(child, taxon_id);
    db.insert('ncbi_taxa_node', {
      taxon_id,
      parent_id,
      rank: species ? 'species' : 'no rank',
      genbank_hidden_flag: species ? 1 : 0,
      left_index,
      right_index: ++index,
      root_id: ROOT_TAXON,
    });
    db.insert('ncbi_taxa_name', { taxon_id, name, name_class: 'scientific name' });
    if (species) db.insert('ncbi_taxa_name', { taxon_id, name: species.displayName, name_class: 'ensembl alias name' });
  };
  write(COMPARED_TREE, ROOT_TAXON);
  for (const { species } of ALIGNED_SPECIES)
    write({ taxonId: species.taxonId, name: species.scientificName, species, children: [] }, ROOT_TAXON);
  writeRootTaxon(db, index + 1);
}

/** @param gene the chromosome's gene in the family, if any. Genes of other species follow each other on one region. */
function addMember(
  db: ComparaDatabase,
  species: ComparedSpecies,
  aligned: AlignedMember,
  gene: AnnotatedGene | undefined,
): number {
  const id = db.nextId('seq_member');
  const { genomeId, taxonId } = species;
  const [peptide, coding] = [productOf(aligned), codingOf(aligned)];
  const canonical = gene?.transcripts[0];
  if (gene && canonical?.translation) {
    const { start, end, strand, symbol, locus } = gene;
    const { stableId, version } = canonical.translation;
    db.addMember({
      id,
      genomeId,
      taxonId,
      place: { dnafrag_id: genomeId, dnafrag_start: start, dnafrag_end: end, dnafrag_strand: strand },
      gene: { stableId: gene.stableId, version: gene.version, label: symbol, description: locus.description },
      product: { stableId, version, label: canonical.name, peptide },
      coding,
    });
    return id;
  }
  db.addMember({
    id,
    genomeId,
    taxonId,
    place: {
      dnafrag_id: genomeId,
      dnafrag_start: id * GENE_BASES,
      dnafrag_end: (id + 1) * GENE_BASES - 1,
      dnafrag_strand: 1,
    },
    gene: {
      stableId: stableId(species, 'G', id),
      version: 1,
      label: `MADE${id}`,
      description: `made gene ${id} (fictional)`,
    },
    product: { stableId: stableId(species, 'P', id), version: 1, label: `MADE${id}-201`, peptide },
    coding,
  });
  return id;
}

function compare({ aligned: one }: Member, { aligned: other }: Member) {
  const { identical, covered } = sharedResidues(one, other);
  const side = (own: AlignedMember, its: AlignedMember) => {
    const residues = basesIn(own.mask);
    const percent = (count: number) => Math.round((100 * count) / residues);
    return {
      cigarLine: cigarLine(own.mask, [its.mask]),
      coverage: percent(covered),
      identity: percent(identical),
      similarity: Math.min(100, percent(identical + (covered - identical) * SIMILAR)),
    };
  };
  return [side(one, other), side(other, one)] as const;
}

/** The gene counts of the family in all species; an ancestor has the rounded mean of its children. */
function gainsAndLosses(members: readonly ComparedSpecies[], cafe: ReadonlyMap<ComparedNode, number>): GeneCount[] {
  const counts: GeneCount[] = [];
  const count = (node: ComparedNode): number => {
    const below = node.children.map(count);
    const genes = node.species
      ? members.filter(({ genomeId }) => genomeId === node.species?.genomeId).length
      : Math.round(below.reduce((sum, each) => sum + each, 0) / below.length);
    counts.push({ node: get(cafe, node), genes, pvalue: 0.5 });
    return genes;
  };
  count(COMPARED_TREE);
  return counts;
}
