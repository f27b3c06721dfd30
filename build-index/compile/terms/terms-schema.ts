/** The tables and columns of an ontology database that the compiler reads; see CORE_TABLES. */
import type { NeededTables } from '../../dump/database.ts';

export const ONTOLOGY_TABLES = {
  ontology: { ontology_id: 'integer', name: 'text', namespace: 'text' },
  term: {
    term_id: 'integer',
    ontology_id: 'integer',
    subsets: 'text',
    accession: 'text',
    name: 'text',
    definition: 'text',
    is_obsolete: 'integer',
  },
  synonym: { synonym_id: 'integer', term_id: 'integer', name: 'text' },
  alt_id: { alt_id: 'integer', term_id: 'integer', accession: 'text' },
  relation: {
    relation_id: 'integer',
    child_term_id: 'integer',
    parent_term_id: 'integer',
    relation_type_id: 'integer',
    ontology_id: 'integer',
  },
  relation_type: { relation_type_id: 'integer', name: 'text' },
  closure: {
    closure_id: 'integer',
    child_term_id: 'integer',
    parent_term_id: 'integer',
    subparent_term_id: 'integer',
    distance: 'integer',
    ontology_id: 'integer',
  },
} as const satisfies NeededTables;

export const TAXONOMY_TABLES = {
  ncbi_taxa_node: { taxon_id: 'integer', parent_id: 'integer', rank: 'text', genbank_hidden_flag: 'integer' },
  ncbi_taxa_name: { taxon_id: 'integer', name: 'text', name_class: 'text' },
} as const satisfies NeededTables;
