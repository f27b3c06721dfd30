/** The tables of a taxonomy database and of a compara database that we write; see CORE_TABLES. */
import { TAXONOMY_TABLES } from './terms-tables.ts';

export const COMPARA_TABLES = {
  meta: `
    meta_id int unsigned NOT NULL, species_id int unsigned, meta_key varchar(40) NOT NULL, meta_value text NOT NULL`,
  method_link: `
    method_link_id int unsigned NOT NULL, type varchar(50) NOT NULL, class varchar(50) NOT NULL,
    display_name varchar(255) NOT NULL`,
  method_link_species_set: `
    method_link_species_set_id int unsigned NOT NULL, method_link_id int unsigned NOT NULL,
    species_set_id int unsigned NOT NULL, name varchar(255) NOT NULL, source varchar(255) NOT NULL,
    url varchar(255) NOT NULL, first_release smallint, last_release smallint`,
  species_set_header: `
    species_set_id int unsigned NOT NULL, name varchar(255) NOT NULL, size int unsigned NOT NULL,
    first_release smallint, last_release smallint`,
  species_set: `species_set_id int unsigned NOT NULL, genome_db_id int unsigned NOT NULL`,
  genome_db: `
    genome_db_id int unsigned NOT NULL, taxon_id int unsigned, name varchar(128) NOT NULL,
    assembly varchar(100) NOT NULL, genebuild varchar(255) NOT NULL, has_karyotype tinyint NOT NULL,
    is_good_for_alignment tinyint NOT NULL DEFAULT '1', genome_component varchar(5), strain_name varchar(100),
    display_name varchar(255), locator varchar(400), first_release smallint, last_release smallint`,
  ...TAXONOMY_TABLES,
  dnafrag: `
    dnafrag_id int unsigned NOT NULL, length int unsigned NOT NULL, name varchar(255) NOT NULL,
    genome_db_id int unsigned NOT NULL, coord_system_name varchar(40) NOT NULL,
    cellular_component enum('NUC','MT','PT','OTHER') NOT NULL DEFAULT 'NUC', is_reference tinyint NOT NULL,
    codon_table_id tinyint unsigned NOT NULL DEFAULT '1'`,
  genomic_align_block: `
    genomic_align_block_id int unsigned NOT NULL, method_link_species_set_id int unsigned NOT NULL, score double,
    perc_id tinyint unsigned, length int unsigned, group_id bigint unsigned, level_id tinyint unsigned NOT NULL,
    direction tinyint unsigned NOT NULL`,
  genomic_align: `
    genomic_align_id int unsigned NOT NULL, genomic_align_block_id int unsigned NOT NULL,
    method_link_species_set_id int unsigned NOT NULL, dnafrag_id bigint unsigned, dnafrag_start int unsigned,
    dnafrag_end int unsigned, dnafrag_strand tinyint, cigar_line mediumtext NOT NULL,
    visible tinyint unsigned NOT NULL, node_id bigint unsigned`,
  genomic_align_tree: `
    node_id int unsigned NOT NULL, parent_id bigint unsigned, root_id int unsigned NOT NULL,
    left_index int unsigned NOT NULL, right_index int unsigned NOT NULL, left_node_id bigint, right_node_id bigint,
    distance_to_parent double NOT NULL`,
  constrained_element: `
    constrained_element_id bigint unsigned NOT NULL, dnafrag_id bigint unsigned, dnafrag_start int unsigned,
    dnafrag_end int unsigned, dnafrag_strand tinyint, method_link_species_set_id int unsigned NOT NULL,
    p_value double NOT NULL, score double NOT NULL`,
  species_tree_root: `
    root_id int unsigned NOT NULL, method_link_species_set_id int unsigned NOT NULL, label varchar(256) NOT NULL`,
  species_tree_node: `
    node_id int unsigned NOT NULL, parent_id bigint unsigned, root_id int unsigned NOT NULL,
    left_index int unsigned NOT NULL, right_index int unsigned NOT NULL, distance_to_parent double,
    taxon_id int unsigned, genome_db_id int unsigned, node_name varchar(255)`,
  gene_member: `
    gene_member_id int unsigned NOT NULL, stable_id varchar(128) NOT NULL, version int unsigned,
    source_name varchar(20) NOT NULL, taxon_id int unsigned NOT NULL, genome_db_id int unsigned,
    biotype_group varchar(20) NOT NULL, canonical_member_id int unsigned, description text,
    dnafrag_id bigint unsigned, dnafrag_start int unsigned, dnafrag_end int unsigned, dnafrag_strand tinyint,
    display_label varchar(128)`,
  seq_member: `
    seq_member_id int unsigned NOT NULL, stable_id varchar(128) NOT NULL, version int unsigned,
    source_name varchar(20) NOT NULL, taxon_id int unsigned NOT NULL, genome_db_id int unsigned,
    sequence_id int unsigned, gene_member_id int unsigned, has_transcript_edits tinyint NOT NULL DEFAULT '0',
    has_translation_edits tinyint NOT NULL DEFAULT '0', description text, dnafrag_id bigint unsigned,
    dnafrag_start int unsigned, dnafrag_end int unsigned, dnafrag_strand tinyint, display_label varchar(128)`,
  sequence: `
    sequence_id int unsigned NOT NULL, length int unsigned NOT NULL, md5sum char(32) NOT NULL,
    sequence longtext NOT NULL`,
  other_member_sequence: `
    seq_member_id int unsigned NOT NULL, seq_type varchar(40) NOT NULL, length int unsigned NOT NULL,
    sequence mediumtext NOT NULL`,
  gene_align: `
    gene_align_id int unsigned NOT NULL, seq_type varchar(40), aln_method varchar(40) NOT NULL,
    aln_length int unsigned NOT NULL`,
  gene_align_member: `
    gene_align_id int unsigned NOT NULL, seq_member_id int unsigned NOT NULL, cigar_line mediumtext`,
  gene_tree_root: `
    root_id int unsigned NOT NULL, member_type varchar(10) NOT NULL, tree_type varchar(10) NOT NULL,
    clusterset_id varchar(20) NOT NULL, method_link_species_set_id int unsigned NOT NULL,
    species_tree_root_id bigint unsigned, gene_align_id int unsigned, ref_root_id int unsigned, stable_id varchar(40),
    version int unsigned`,
  gene_tree_node: `
    node_id int unsigned NOT NULL, parent_id int unsigned, root_id int unsigned, left_index int unsigned NOT NULL,
    right_index int unsigned NOT NULL, distance_to_parent double NOT NULL, seq_member_id int unsigned`,
  gene_tree_node_attr: `
    node_id int unsigned NOT NULL, node_type varchar(20), species_tree_node_id bigint unsigned,
    bootstrap tinyint unsigned, duplication_confidence_score double`,
  homology: `
    homology_id int unsigned NOT NULL, method_link_species_set_id int unsigned NOT NULL,
    description varchar(40) NOT NULL, is_tree_compliant tinyint NOT NULL, dn float, ds float, n float, s float,
    lnl float, species_tree_node_id bigint unsigned, gene_tree_node_id int unsigned, gene_tree_root_id int unsigned,
    goc_score tinyint unsigned, wga_coverage decimal(5,2), is_high_confidence tinyint`,
  homology_member: `
    homology_id int unsigned NOT NULL, gene_member_id int unsigned NOT NULL, seq_member_id int unsigned,
    cigar_line mediumtext, perc_cov float unsigned, perc_id float unsigned, perc_pos float unsigned`,
  CAFE_gene_family: `
    cafe_gene_family_id int unsigned NOT NULL, root_id int unsigned NOT NULL, lca_id int unsigned NOT NULL,
    gene_tree_root_id int unsigned NOT NULL, pvalue_avg double, lambdas varchar(100)`,
  CAFE_species_gene: `
    cafe_gene_family_id int unsigned NOT NULL, node_id int unsigned NOT NULL, n_members int unsigned NOT NULL,
    pvalue double`,
} as const;
