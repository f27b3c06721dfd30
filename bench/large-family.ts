/**
 * Writes a compara database with one fictional gene family of any size. Families of the demo are too small to measure.
 */
import { ComparaDatabase } from '../build-index/dump-writer/compara-database.ts';
import { Random } from '../data/fictional/random.ts';

export const LARGE_FAMILY = 'DEMOGT00000999999';
const GENOMES = 200;
const SPECIES_ROOT = GENOMES + 1;
const COLUMNS = 600;
/** Minimum share of a branch's genes on either side. It makes the tree dozens of nodes deep, like real ones. */
const LEAST_SHARE = 0.1;
const RESIDUES = [...'ACDEFGHIKLMNPQRSTVWY'];

interface Species {
  name: string;
  taxonId: number;
  branchLength: number;
  genome: number | null;
  children: Species[];
}

/** @param members genes in the family, at least 2 */
export function writeLargeFamily(folder: string, members: number, seed = 1): void {
  const random = new Random(seed);
  const db = new ComparaDatabase(folder, 'demo', [401]);
  const genomes = Array.from({ length: GENOMES }, (_, each) => each + 1);
  for (const genome of genomes) {
    const productionName = `fictomys_${genome}`;
    const displayName = `Fictional mouse ${genome}`;
    db.addGenome(genome, { taxonId: 1000 + genome, productionName, assembly: 'FM1', displayName });
    db.addDnafrag(genome, '1', 1e8);
  }
  const trees = db.addSet(401, 'protein trees', 'collection-demo', genomes);
  // A star tree: the relations of the species do not matter here.
  const children = genomes.map((genome): Species => ({ ...species(`fictomys_${genome}`, 1000 + genome), genome }));
  db.addSpeciesTree<Species>({ ...species('Fictovertebrata', 1), children }, ({ genome }) => genome, {
    rootId: SPECIES_ROOT,
    label: 'default',
    trees,
  });
  db.addGeneAlignment(
    1,
    'true',
    COLUMNS,
    Array.from({ length: members }, () => addMember(db, random)),
  );
  db.insert('gene_tree_root', {
    root_id: 1,
    member_type: 'protein',
    tree_type: 'tree',
    clusterset_id: 'default',
    method_link_species_set_id: trees,
    species_tree_root_id: SPECIES_ROOT,
    gene_align_id: 1,
    stable_id: LARGE_FAMILY,
    version: 1,
  });
  writeTree(db, members, random);
  db.close();
}

function species(name: string, taxonId: number): Species {
  return { name, taxonId, branchLength: 0.1, genome: null, children: [] };
}

/** Writes a member; returns its seq_member_id and its cigar line in the alignment. */
function addMember(db: ComparaDatabase, random: Random): [id: number, cigarLine: string] {
  const id = db.nextId('seq_member');
  const number = String(id).padStart(11, '0');
  const genome = 1 + (id % GENOMES);
  const [peptide, cigarLine] = alignedSequence(random);
  db.addMember({
    id,
    genomeId: genome,
    taxonId: 1000 + genome,
    place: { dnafrag_id: genome, dnafrag_start: 1000 * id, dnafrag_end: 1000 * id + 900, dnafrag_strand: 1 },
    gene: { stableId: `DEMOLG${number}`, version: 1, label: `DEML${id}`, description: '' },
    product: { stableId: `DEMOLP${number}`, version: 1, label: `DEML${id}-201`, peptide },
  });
  return [id, cigarLine];
}

/** A sequence with about thirty runs of residues and as many gaps. */
function alignedSequence(random: Random): [sequence: string, cigarLine: string] {
  let [sequence, cigarLine] = ['', ''];
  for (let column = 0, lettered = true; column < COLUMNS; lettered = !lettered) {
    const length = Math.min(COLUMNS - column, random.integer(1, lettered ? 30 : 10));
    for (let letter = 0; lettered && letter < length; letter++) sequence += random.pick(RESIDUES);
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
        node_id,
        node_type: isSpeciation ? 'speciation' : 'duplication',
        species_tree_node_id: SPECIES_ROOT,
        bootstrap: random.integer(1, 100),
        duplication_confidence_score: isSpeciation ? null : random.next(),
      });
      write(first, node_id);
      write(size - first, node_id);
    }
    db.insert('gene_tree_node', {
      node_id,
      parent_id,
      root_id: 1,
      left_index,
      right_index: ++index,
      distance_to_parent: parent_id === null ? 0 : random.next(),
      seq_member_id: size === 1 ? ++leaves : null,
    });
  };
  write(members, null);
}
