/** The taxonomy of the fictional species: the tree they evolved on, with names of several classes. */
import { DumpTables } from './dump-writer.ts';
import { SPECIES_TREE, type TreeNode } from './species-tree.ts';

const ID = 'int unsigned NOT NULL';

export const TAXONOMY_TABLE_SCHEMAS = {
  ncbi_taxa_node: {
    taxon_id: ID, parent_id: ID, rank: 'char(32) NOT NULL', genbank_hidden_flag: 'tinyint NOT NULL', left_index: 'int NOT NULL', right_index: 'int NOT NULL',
    root_id: 'int NOT NULL',
  },
  ncbi_taxa_name: { taxon_id: ID, name: 'varchar(500) NOT NULL', name_class: 'varchar(50) NOT NULL' },
} as const;

const ROOT = 1;
/** A taxon that GenBank would not list, so that classifications leave one out. */
const HIDDEN = 'Fictamniota';

type TaxonomyTables = Pick<DumpTables<typeof TAXONOMY_TABLE_SCHEMAS>, 'insert' | 'write'>;

export function makeTaxonomyDatabase(): TaxonomyTables {
  const db = new DumpTables(TAXONOMY_TABLE_SCHEMAS);
  writeTaxonomy(db);
  return db;
}

/** Comparative databases hold a taxonomy too. */
export function writeTaxonomy(db: TaxonomyTables): void {
  const right = writeNode(db, SPECIES_TREE, ROOT, 2, 'kingdom');
  db.insert('ncbi_taxa_node', { taxon_id: ROOT, parent_id: 0, rank: 'no rank', genbank_hidden_flag: 0, left_index: 1, right_index: right, root_id: ROOT });
  db.insert('ncbi_taxa_name', { taxon_id: ROOT, name: 'root', name_class: 'scientific name' });
}

/** Writes a node and all below it, and returns the next index of the nested set. */
export function writeNode(db: TaxonomyTables, { name, taxonId, species, children }: TreeNode, parent_id: number, left: number, rank: string): number {
  let next = left + 1;
  for (const child of children) next = writeNode(db, child, taxonId, next, child.species ? 'species' : 'no rank');
  db.insert('ncbi_taxa_node', {
    taxon_id: taxonId, parent_id, rank, genbank_hidden_flag: name === HIDDEN || species ? 1 : 0, left_index: left, right_index: next, root_id: ROOT,
  });
  const names: [name: string, nameClass: string][] = [[name, 'scientific name'], [`${name} Demo, 2025`, 'authority']];
  if (species) names.push([species.commonName, 'genbank common name'], [species.displayName, 'ensembl alias name'], [String(taxonId + 1000), 'merged_taxon_id']);
  else names.push([`demo ${name.replace(/^Fict(?:o(?=[^aeiou]))?/, '')}`, 'common name'], [`${name.toLowerCase()}s`, 'synonym']);
  for (const [text, name_class] of names) db.insert('ncbi_taxa_name', { taxon_id: taxonId, name: text, name_class });
  return next + 1;
}
