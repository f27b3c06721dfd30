/** A comparative database of one invented gene family, as large as is asked for: what the demo's own families are too small to show. */
import { checksum } from './checksum.ts';
import { COMPARA_TABLE_SCHEMAS } from './compara-table-schemas.ts';
import type { ComparaDatabase } from './compara-methods.ts';
import { DumpTables } from './dump-writer.ts';
import { SCHEMA_VERSION } from './meta-rows.ts';
import { Random } from './random.ts';

export const LARGE_FAMILY = 'DEMOGT00000999999';
const GENOMES = 200;
const COLUMNS = 600;
/** Branches of the tree divide their genes so unevenly that it gets some dozens of nodes deep, as real ones are. */
const LEAST_SHARE = 0.1;
const RESIDUES = 'ACDEFGHIKLMNPQRSTVWY';

/** @param members genes in the family, at least 2 */
export function makeLargeFamily(members: number, seed = 1): ComparaDatabase {
  const db = new DumpTables(COMPARA_TABLE_SCHEMAS);
  const random = new Random(seed);
  db.insert('meta', { meta_id: 1, meta_key: 'schema_version', meta_value: SCHEMA_VERSION });
  db.insert('meta', { meta_id: 2, meta_key: 'schema_type', meta_value: 'compara' });
  db.insert('method_link', { method_link_id: 401, type: 'PROTEIN_TREES', class: 'ProteinTree.protein_tree_node', display_name: 'protein-trees' });
  db.insert('method_link_species_set', { method_link_species_set_id: 1, method_link_id: 401, species_set_id: 1, name: 'protein trees', source: 'demo', url: '' });
  db.insert('species_set_header', { species_set_id: 1, name: 'collection-demo', size: GENOMES });
  writeGenomes(db);
  for (let id = 1; id <= members; id++) writeMember(db, id, random);
  db.insert('gene_align', { gene_align_id: 1, aln_method: 'true', aln_length: COLUMNS });
  db.insert('gene_tree_root', {
    root_id: 1, member_type: 'protein', tree_type: 'tree', clusterset_id: 'default', method_link_species_set_id: 1, species_tree_root_id: GENOMES + 1, gene_align_id: 1,
    stable_id: LARGE_FAMILY, version: 1,
  });
  writeTree(db, members, random);
  return db;
}

/** A star of genomes: how the species are related matters to nobody here. */
function writeGenomes(db: ComparaDatabase): void {
  const root_id = GENOMES + 1;
  db.insert('species_tree_root', { root_id, method_link_species_set_id: 1, label: 'default' });
  db.insert('species_tree_node', { node_id: root_id, root_id, left_index: 1, right_index: 2 * GENOMES + 2, distance_to_parent: 0, taxon_id: 1, node_name: 'Fictovertebrata' });
  for (let id = 1; id <= GENOMES; id++) {
    const name = `fictomys_${id}`;
    db.insert('genome_db', { genome_db_id: id, taxon_id: 1000 + id, name, assembly: 'FM1', genebuild: '2024-08-Demo', has_karyotype: 0, display_name: `Fictional mouse ${id}` });
    db.insert('species_set', { species_set_id: 1, genome_db_id: id });
    db.insert('species_tree_node', {
      node_id: id, parent_id: root_id, root_id, left_index: 2 * id, right_index: 2 * id + 1, distance_to_parent: 0.1, taxon_id: 1000 + id, genome_db_id: id, node_name: name,
    });
    db.insert('dnafrag', { dnafrag_id: id, length: 1e8, name: '1', genome_db_id: id, coord_system_name: 'chromosome', is_reference: 1 });
  }
}

function writeMember(db: ComparaDatabase, id: number, random: Random): void {
  const number = String(id).padStart(11, '0');
  const genome_db_id = 1 + (id % GENOMES);
  const [sequence, cigar_line] = alignedSequence(random);
  const its = { version: 1, taxon_id: 1000 + genome_db_id, genome_db_id, dnafrag_id: genome_db_id, dnafrag_start: 1000 * id, dnafrag_end: 1000 * id + 900, dnafrag_strand: 1 };
  db.insert('gene_member', {
    gene_member_id: id, stable_id: `DEMOLG${number}`, source_name: 'ENSEMBLGENE', biotype_group: 'coding', canonical_member_id: id, display_label: `DEML${id}`, ...its,
  });
  db.insert('seq_member', {
    seq_member_id: id, stable_id: `DEMOLP${number}`, source_name: 'ENSEMBLPEP', sequence_id: id, gene_member_id: id, display_label: `DEML${id}-201`, ...its,
  });
  db.insert('sequence', { sequence_id: id, length: sequence.length, md5sum: checksum('md5', sequence), sequence });
  db.insert('gene_align_member', { gene_align_id: 1, seq_member_id: id, cigar_line });
}

/** Some thirty stretches of letters and gaps. */
function alignedSequence(random: Random): [sequence: string, cigarLine: string] {
  let [sequence, cigarLine] = ['', ''];
  for (let column = 0, lettered = true; column < COLUMNS; lettered = !lettered) {
    const length = Math.min(COLUMNS - column, random.integer(1, lettered ? 30 : 10));
    for (let letter = 0; lettered && letter < length; letter++) sequence += random.pick([...RESIDUES]);
    cigarLine += `${length === 1 ? '' : length}${lettered ? 'M' : 'D'}`;
    column += length;
  }
  return [sequence, cigarLine];
}

function writeTree(db: ComparaDatabase, members: number, random: Random): void {
  let [index, nodes, leaves] = [0, 0, 0];
  const write = (size: number, parent_id: number | null): void => {
    const node_id = ++nodes;
    const left_index = ++index;
    if (size > 1) {
      const share = LEAST_SHARE + random.next() * (1 - 2 * LEAST_SHARE);
      const first = Math.min(size - 1, Math.max(1, Math.round(size * share)));
      const isSpeciation = random.next() < 0.7;
      db.insert('gene_tree_node_attr', {
        node_id, node_type: isSpeciation ? 'speciation' : 'duplication', species_tree_node_id: GENOMES + 1, bootstrap: random.integer(1, 100),
        duplication_confidence_score: isSpeciation ? null : random.next(),
      });
      write(first, node_id);
      write(size - first, node_id);
    }
    db.insert('gene_tree_node', {
      node_id, parent_id, root_id: 1, left_index, right_index: ++index, distance_to_parent: parent_id === null ? 0 : random.next(), seq_member_id: size === 1 ? ++leaves : null,
    });
  };
  write(members, null);
}
