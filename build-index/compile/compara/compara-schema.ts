/** The tables and columns of a comparative database that its catalogue of methods is compiled from; see CORE_TABLES. */
import type { NeededTables } from '../../dump/database.ts';

export const COMPARA_METHOD_TABLES = {
  meta: { meta_id: 'integer', meta_key: 'text', meta_value: 'text' },
  method_link: { method_link_id: 'integer', type: 'text', class: 'text' },
  method_link_species_set: { method_link_species_set_id: 'integer', method_link_id: 'integer', species_set_id: 'integer', name: 'text' },
  species_set_header: { species_set_id: 'integer', name: 'text' },
  species_set: { species_set_id: 'integer', genome_db_id: 'integer' },
  genome_db: { genome_db_id: 'integer', name: 'text' },
} as const satisfies NeededTables;

/** What its species trees, gene trees and homologies are compiled from. */
export const COMPARA_GENE_TABLES = {
  genome_db: {
    genome_db_id: 'integer', taxon_id: 'integer', name: 'text', assembly: 'text', genebuild: 'text', genome_component: 'text', strain_name: 'text', display_name: 'text',
    first_release: 'integer', last_release: 'integer',
  },
  ncbi_taxa_node: { taxon_id: 'integer', parent_id: 'integer' },
  ncbi_taxa_name: { taxon_id: 'integer', name: 'text', name_class: 'text' },
  species_tree_node: { node_id: 'integer', taxon_id: 'integer', parent_id: 'integer', root_id: 'integer', left_index: 'integer', genome_db_id: 'integer', node_name: 'text' },
  method_link: { method_link_id: 'integer', type: 'text' },
  method_link_species_set: { method_link_species_set_id: 'integer', method_link_id: 'integer' },
  method_link_species_set_attr: { method_link_species_set_id: 'integer', threshold_on_ds: 'float' },
  dnafrag: { dnafrag_id: 'integer', name: 'text' },
  gene_member: {
    gene_member_id: 'integer', stable_id: 'text', version: 'integer', genome_db_id: 'integer', canonical_member_id: 'integer', dnafrag_id: 'integer', dnafrag_start: 'integer',
    dnafrag_end: 'integer', display_label: 'text',
  },
  seq_member: { seq_member_id: 'integer', stable_id: 'text', version: 'integer', source_name: 'text', genome_db_id: 'integer', sequence_id: 'integer', gene_member_id: 'integer', display_label: 'text' },
  sequence: { sequence_id: 'integer', sequence: 'text' },
  other_member_sequence: { seq_member_id: 'integer', seq_type: 'text', sequence: 'text' },
  gene_align_member: { gene_align_id: 'integer', seq_member_id: 'integer', cigar_line: 'text' },
  gene_tree_root: { root_id: 'integer', tree_type: 'text', clusterset_id: 'text', gene_align_id: 'integer', ref_root_id: 'integer', stable_id: 'text' },
  gene_tree_node: { node_id: 'integer', parent_id: 'integer', root_id: 'integer', left_index: 'integer', distance_to_parent: 'float', seq_member_id: 'integer' },
  gene_tree_node_attr: { node_id: 'integer', node_type: 'text', species_tree_node_id: 'integer', bootstrap: 'integer', duplication_confidence_score: 'float' },
  homology: {
    homology_id: 'integer', method_link_species_set_id: 'integer', description: 'text', is_tree_compliant: 'integer', dn: 'text', ds: 'text', n: 'text', s: 'text', lnl: 'text',
    species_tree_node_id: 'integer', gene_tree_node_id: 'integer', goc_score: 'text', wga_coverage: 'text', is_high_confidence: 'integer',
  },
  homology_member: { homology_id: 'integer', gene_member_id: 'integer', seq_member_id: 'integer', cigar_line: 'text', perc_id: 'float', perc_pos: 'float' },
  CAFE_gene_family: { cafe_gene_family_id: 'integer', root_id: 'integer', gene_tree_root_id: 'integer', pvalue_avg: 'float', lambdas: 'text' },
  CAFE_species_gene: { cafe_gene_family_id: 'integer', node_id: 'integer', n_members: 'integer', pvalue: 'float' },
} as const satisfies NeededTables;
