/** Rows of a comparative database that do not grow with it: species, their tree, methods and what they were used on. */
import { ANCESTRAL_GENOME } from '../../src/compara/ancestral-genomes.ts';
import { SCHEMA_VERSION } from '../demo/meta-rows.ts';
import { REFERENCE, type DemoSpecies } from '../demo/species-tree.ts';
import type { ComparaTables } from './compara-dump.ts';
import { ALIGNED_SPECIES, ANCESTRAL_GENOME_ID, COMPARED_SPECIES, COMPARED_TREE, type ComparedNode } from './compared-species.ts';
import { CHROMOSOME } from './stretch.ts';

/** method_link_species_set_ids, and node_ids of the species tree that gene trees refer to and of the one that gains and losses do. */
export interface Comparison {
  trees: number;
  /** By the genome_db_ids of both species, `1-2`; of paralogues `1-1`. */
  homologies: ReadonlyMap<string, number>;
  speciesNodes: ReadonlyMap<ComparedNode, number>;
  cafeNodes: ReadonlyMap<ComparedNode, number>;
  /** Of all aligned genomes, of the chromosome's with each other; dnafrag_id of the chromosome; genome_db_id of the ancestors. */
  alignments: { multiple: number; pairwise: readonly number[]; chromosome: number; ancestralGenome: number };
}

export const SPECIES_ROOT = 40_100_000;
export const CAFE_ROOT = 40_200_000;
const METHODS = [
  [13, 'EPO', 'GenomicAlignTree.ancestral_alignment', 'EPO'],
  [16, 'LASTZ_NET', 'GenomicAlignBlock.pairwise_alignment', 'LastZ'],
  [201, 'ENSEMBL_ORTHOLOGUES', 'Homology.homology', 'orthologues'],
  [202, 'ENSEMBL_PARALOGUES', 'Homology.homology', 'paralogues'],
  [401, 'PROTEIN_TREES', 'ProteinTree.protein_tree_node', 'protein-trees'],
] as const;
/** Room for all genes of a species that is known from its members only. */
const LENGTH_OF_OTHERS = 2_000_000_000;
const ROOT_TAXON = 1;

export function writeComparison(db: ComparaTables, chromosomeLength: number): Comparison {
  db.insert('meta', { meta_id: 1, meta_key: 'schema_version', meta_value: SCHEMA_VERSION });
  db.insert('meta', { meta_id: 2, meta_key: 'schema_type', meta_value: 'compara' });
  for (const [method_link_id, type, its, display_name] of METHODS) db.insert('method_link', { method_link_id, type, class: its, display_name });
  for (const { genomeId, taxonId, productionName, assembly, displayName } of COMPARED_SPECIES) {
    db.insert('genome_db', {
      genome_db_id: genomeId, taxon_id: taxonId, name: productionName, assembly, genebuild: '2024-08-Demo', has_karyotype: genomeId === 1 ? 1 : 0, display_name: displayName,
      first_release: SCHEMA_VERSION,
    });
    db.insert('dnafrag', {
      dnafrag_id: db.nextId('dnafrag'), length: genomeId === 1 ? chromosomeLength : LENGTH_OF_OTHERS, name: CHROMOSOME, genome_db_id: genomeId, coord_system_name: 'chromosome', is_reference: 1,
    });
  }
  for (const { genomeId, species } of ALIGNED_SPECIES) writeAlignedGenome(db, genomeId, species);
  writeAlignedGenome(db, ANCESTRAL_GENOME_ID, { taxonId: 0, productionName: ANCESTRAL_GENOME, assembly: '', displayName: 'Ancestral sequences (fictional)' });
  writeTaxa(db);
  const sets = new SpeciesSets(db);
  const trees = sets.use(401, 'Made protein trees', 'collection-made', COMPARED_SPECIES.map(({ genomeId }) => genomeId));
  const homologies = new Map<string, number>();
  for (const { genomeId: one, scientificName } of COMPARED_SPECIES) {
    homologies.set(`${one}-${one}`, sets.use(202, `${scientificName} paralogues`, '', [one]));
    for (const { genomeId: other, scientificName: otherName } of COMPARED_SPECIES.slice(0, one - 1)) {
      homologies.set(`${other}-${one}`, sets.use(201, `${otherName}-${scientificName} orthologues`, '', [other, one]));
    }
  }
  const alignments = {
    multiple: sets.use(13, `${1 + ALIGNED_SPECIES.length} made vertebrates EPO`, 'made', [1, ...ALIGNED_SPECIES.map(({ genomeId }) => genomeId)]),
    pairwise: ALIGNED_SPECIES.map(({ genomeId, species }) => sets.use(16, `${REFERENCE.scientificName}-${species.scientificName} lastz-net (on ${REFERENCE.scientificName})`, '', [1, genomeId])),
    chromosome: 1, ancestralGenome: ANCESTRAL_GENOME_ID,
  };
  return {
    trees, homologies, alignments, speciesNodes: writeSpeciesTree(db, SPECIES_ROOT, 'default', trees), cafeNodes: writeSpeciesTree(db, CAFE_ROOT, 'cafe', trees),
  };
}

function writeAlignedGenome(db: ComparaTables, genome_db_id: number, { taxonId, productionName, assembly, displayName }: Pick<DemoSpecies, 'taxonId' | 'productionName' | 'assembly' | 'displayName'>): void {
  db.insert('genome_db', { genome_db_id, taxon_id: taxonId, name: productionName, assembly, genebuild: '', has_karyotype: 0, display_name: displayName, first_release: SCHEMA_VERSION });
}

class SpeciesSets {
  readonly #db: ComparaTables;
  #count = 0;

  constructor(db: ComparaTables) {
    this.#db = db;
  }

  /** A method used on some genomes; returns its method_link_species_set_id. */
  use(method_link_id: number, name: string, group: string, genomes: readonly number[]): number {
    const id = ++this.#count;
    this.#db.insert('species_set_header', { species_set_id: id, name: group, size: genomes.length, first_release: SCHEMA_VERSION });
    for (const genome_db_id of genomes) this.#db.insert('species_set', { species_set_id: id, genome_db_id });
    this.#db.insert('method_link_species_set', {
      method_link_species_set_id: id, method_link_id, species_set_id: id, name, source: 'made', url: '', first_release: SCHEMA_VERSION,
    });
    return id;
  }
}

function writeSpeciesTree(db: ComparaTables, root_id: number, label: string, trees: number): Map<ComparedNode, number> {
  const ids = new Map<ComparedNode, number>();
  let index = 0;
  const write = (node: ComparedNode, parent_id: number | null): void => {
    const node_id = root_id + ids.size;
    ids.set(node, node_id);
    const left_index = ++index;
    for (const child of node.children) write(child, node_id);
    db.insert('species_tree_node', {
      node_id, parent_id, root_id, left_index, right_index: ++index, distance_to_parent: node.branchLength, taxon_id: node.taxonId, genome_db_id: node.species?.genomeId ?? null,
      node_name: node.name,
    });
  };
  write(COMPARED_TREE, null);
  db.insert('species_tree_root', { root_id, method_link_species_set_id: trees, label });
  return ids;
}

function writeTaxa(db: ComparaTables): void {
  let index = 1;
  const write = ({ taxonId, name, species, children }: Pick<ComparedNode, 'taxonId' | 'name' | 'children'> & { species: { displayName: string } | null }, parent_id: number): void => {
    const left_index = ++index;
    for (const child of children) write(child, taxonId);
    db.insert('ncbi_taxa_node', {
      taxon_id: taxonId, parent_id, rank: species ? 'species' : 'no rank', genbank_hidden_flag: species ? 1 : 0, left_index, right_index: ++index, root_id: ROOT_TAXON,
    });
    db.insert('ncbi_taxa_name', { taxon_id: taxonId, name, name_class: 'scientific name' });
    if (species) db.insert('ncbi_taxa_name', { taxon_id: taxonId, name: species.displayName, name_class: 'ensembl alias name' });
  };
  write(COMPARED_TREE, ROOT_TAXON);
  for (const { species } of ALIGNED_SPECIES) write({ taxonId: species.taxonId, name: species.scientificName, species, children: [] }, ROOT_TAXON);
  db.insert('ncbi_taxa_node', { taxon_id: ROOT_TAXON, parent_id: 0, rank: 'no rank', genbank_hidden_flag: 0, left_index: 1, right_index: index + 1, root_id: ROOT_TAXON });
  db.insert('ncbi_taxa_name', { taxon_id: ROOT_TAXON, name: 'root', name_class: 'scientific name' });
}
