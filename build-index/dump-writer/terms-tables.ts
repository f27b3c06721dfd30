/** The tables of an ontology database and of a taxonomy database that we write; see CORE_TABLES. */
export const ONTOLOGY_TABLES = {
  meta: `
    meta_id int unsigned NOT NULL, meta_key varchar(64) NOT NULL, meta_value varchar(255) NOT NULL,
    species_id int unsigned`,
  ontology: `
    ontology_id int unsigned NOT NULL, name varchar(64) NOT NULL, namespace varchar(64) NOT NULL,
    data_version varchar(64)`,
  subset: `subset_id int unsigned NOT NULL, name varchar(64) NOT NULL, definition varchar(1023) NOT NULL`,
  term: `
    term_id int unsigned NOT NULL, ontology_id int unsigned NOT NULL, subsets text, accession varchar(64) NOT NULL,
    name varchar(255) NOT NULL, definition text, is_root int NOT NULL, is_obsolete int NOT NULL`,
  synonym: `
    synonym_id int unsigned NOT NULL, term_id int unsigned NOT NULL, name mediumtext NOT NULL,
    type enum('EXACT','BROAD','NARROW','RELATED'), dbxref varchar(500) NOT NULL`,
  alt_id: `alt_id int unsigned NOT NULL, term_id int unsigned NOT NULL, accession varchar(64) NOT NULL`,
  relation_type: `relation_type_id int unsigned NOT NULL, name varchar(64) NOT NULL`,
  relation: `
    relation_id int unsigned NOT NULL, child_term_id int unsigned NOT NULL, parent_term_id int unsigned NOT NULL,
    relation_type_id int unsigned NOT NULL, intersection_of tinyint NOT NULL, ontology_id int unsigned NOT NULL`,
  closure: `
    closure_id int unsigned NOT NULL, child_term_id int unsigned NOT NULL, parent_term_id int unsigned NOT NULL,
    subparent_term_id int unsigned, distance tinyint unsigned NOT NULL, ontology_id int unsigned NOT NULL,
    confident_relationship tinyint NOT NULL`,
} as const;

export const TAXONOMY_TABLES = {
  ncbi_taxa_node: `
    taxon_id int unsigned NOT NULL, parent_id int unsigned NOT NULL, rank char(32) NOT NULL,
    genbank_hidden_flag tinyint NOT NULL, left_index int NOT NULL, right_index int NOT NULL, root_id int NOT NULL`,
  ncbi_taxa_name: `taxon_id int unsigned NOT NULL, name varchar(500) NOT NULL, name_class varchar(50) NOT NULL`,
} as const;
