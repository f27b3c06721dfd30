/** A comparative database over all species: what was compared and how, and what came of it. */
import { ANCESTRAL_GENOME } from '../../src/compara/ancestral-genomes.ts';
import type { AncestralDatabase } from './ancestral-database.ts';
import { COMPARA_TABLE_SCHEMAS } from './compara-table-schemas.ts';
import { writeDnafrags } from './dnafrag-rows.ts';
import { DumpTables } from './dump-writer.ts';
import type { DemoWorld } from './generate.ts';
import { writeGeneTrees } from './gene-tree-rows.ts';
import { writeGenomeAlignments } from './genome-alignments.ts';
import { SCHEMA_VERSION } from './meta-rows.ts';
import { allSpecies, REFERENCE, type DemoSpecies } from './species-tree.ts';
import { writeTaxonomy } from './taxonomy-database.ts';

export type ComparaDatabase = DumpTables<typeof COMPARA_TABLE_SCHEMAS>;

/** method_link_id, type, class and display name as Ensembl numbers and calls them. */
const METHODS = [
  [11, 'GERP_CONSTRAINED_ELEMENT', 'ConstrainedElement.constrained_element', 'GERP Constrained Elements'],
  [13, 'EPO', 'GenomicAlignTree.ancestral_alignment', 'EPO'],
  [16, 'LASTZ_NET', 'GenomicAlignBlock.pairwise_alignment', 'LastZ'],
  [201, 'ENSEMBL_ORTHOLOGUES', 'Homology.homology', 'orthologues'],
  [202, 'ENSEMBL_PARALOGUES', 'Homology.homology', 'paralogues'],
  [401, 'PROTEIN_TREES', 'ProteinTree.protein_tree_node', 'protein-trees'],
] as const;

/** @param ancestors takes the sequences of inferred ancestors, which stand in a database of their own */
export function makeComparaDatabase(world: DemoWorld, ancestors: AncestralDatabase): ComparaDatabase {
  const db = new DumpTables(COMPARA_TABLE_SCHEMAS);
  const species = allSpecies();
  db.insert('meta', { meta_id: 1, meta_key: 'schema_version', meta_value: SCHEMA_VERSION });
  db.insert('meta', { meta_id: 2, meta_key: 'schema_type', meta_value: 'compara' });
  for (const [method_link_id, type, its, display_name] of METHODS) db.insert('method_link', { method_link_id, type, class: its, display_name });
  const idOf = (letter: string) => species.findIndex((each) => each.letter === letter) + 1;
  for (const { letter, taxonId, productionName, assembly, displayName, hasBands } of species) {
    db.insert('genome_db', {
      genome_db_id: idOf(letter), taxon_id: taxonId, name: productionName, assembly, genebuild: '2024-08-Demo', has_karyotype: hasBands ? 1 : 0, display_name: displayName,
      first_release: SCHEMA_VERSION,
    });
  }
  const ancestralGenome = species.length + 1;
  db.insert('genome_db', { genome_db_id: ancestralGenome, taxon_id: 0, name: ANCESTRAL_GENOME, assembly: '', genebuild: '', has_karyotype: 0, display_name: 'Ancestral sequences (fictional)', first_release: SCHEMA_VERSION });
  let sets = 0;
  const used = (method_link_id: number, name: string, group: string, letters: readonly string[]) => {
    const id = ++sets;
    db.insert('species_set_header', { species_set_id: id, name: group, size: letters.length, first_release: SCHEMA_VERSION });
    for (const letter of letters) db.insert('species_set', { species_set_id: id, genome_db_id: idOf(letter) });
    db.insert('method_link_species_set', {
      method_link_species_set_id: id, method_link_id, species_set_id: id, name, source: 'demo', url: '', first_release: SCHEMA_VERSION,
    });
    return id;
  };
  const all = species.map(({ letter }) => letter);
  const multiple = used(13, `${all.length} demo vertebrates EPO`, 'demo', all);
  const trees = used(401, 'Demo protein trees', 'collection-demo', all);
  const paralogues = new Map<DemoSpecies, number>();
  const pairwise = new Map<DemoSpecies, number>();
  const orthologues = new Map<string, number>();
  for (const one of species) {
    paralogues.set(one, used(202, `${one.scientificName} paralogues`, '', [one.letter]));
    if (one !== REFERENCE) {
      const name = `${REFERENCE.scientificName}-${one.scientificName} lastz-net (on ${REFERENCE.scientificName})`;
      pairwise.set(one, used(16, name, '', [REFERENCE.letter, one.letter]));
    }
    for (const other of species.slice(0, species.indexOf(one))) {
      orthologues.set(pairOf(one, other), used(201, `${other.scientificName}-${one.scientificName} orthologues`, '', [other.letter, one.letter]));
    }
  }
  const constrained = used(11, `Gerp Constrained Elements (${all.length} demo vertebrates)`, 'demo', all);
  writeTaxonomy(db);
  const genomeId = ({ letter }: DemoSpecies) => idOf(letter);
  const fragments = writeDnafrags(db, world, genomeId);
  writeGenomeAlignments(db, world, { fragments, multiple, constrained, pairwise: (its) => pairwise.get(its)!, ancestralGenome }, ancestors);
  writeGeneTrees(db, world, {
    trees, genomeId, fragments, paralogues: (its) => paralogues.get(its)!, orthologues: (one, other) => orthologues.get(pairOf(one, other))!,
  });
  return db;
}

function pairOf(one: DemoSpecies, other: DemoSpecies): string {
  return [one.letter, other.letter].sort().join('');
}
