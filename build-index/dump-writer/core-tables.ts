/**
 * The tables of a core database that we write. Names of tables and columns are Ensembl's, types are
 * simplified. Columns are in the order of the fields of a dump row. A column without NOT NULL may be NULL.
 */
export const CORE_TABLES = {
  meta: `
    meta_id int unsigned NOT NULL, species_id int unsigned, meta_key varchar(64) NOT NULL,
    meta_value varchar(255) NOT NULL`,
  coord_system: `
    coord_system_id int unsigned NOT NULL, species_id int unsigned NOT NULL, name varchar(40) NOT NULL,
    version varchar(255), rank int NOT NULL, attrib set('default_version','sequence_level')`,
  seq_region: `
    seq_region_id int unsigned NOT NULL, name varchar(255) NOT NULL, coord_system_id int unsigned NOT NULL,
    length int unsigned NOT NULL`,
  seq_region_attrib: `
    seq_region_id int unsigned NOT NULL, attrib_type_id smallint unsigned NOT NULL, value text NOT NULL`,
  seq_region_synonym: `
    seq_region_synonym_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL, synonym varchar(250) NOT NULL,
    external_db_id int unsigned`,
  attrib_type: `
    attrib_type_id smallint unsigned NOT NULL, code varchar(20) NOT NULL, name varchar(255) NOT NULL, description text`,
  assembly: `
    asm_seq_region_id int unsigned NOT NULL, cmp_seq_region_id int unsigned NOT NULL, asm_start int NOT NULL,
    asm_end int NOT NULL, cmp_start int NOT NULL, cmp_end int NOT NULL, ori tinyint NOT NULL`,
  assembly_exception: `
    assembly_exception_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL,
    seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL,
    exc_type enum('HAP','PAR','PATCH_FIX','PATCH_NOVEL') NOT NULL, exc_seq_region_id int unsigned NOT NULL,
    exc_seq_region_start int unsigned NOT NULL, exc_seq_region_end int unsigned NOT NULL, ori int NOT NULL`,
  dna: `seq_region_id int unsigned NOT NULL, sequence longtext NOT NULL`,
  analysis: `
    analysis_id smallint unsigned NOT NULL, created datetime, logic_name varchar(128) NOT NULL, db varchar(120),
    db_version varchar(40), db_file varchar(120), program varchar(80), program_version varchar(40),
    program_file varchar(80), parameters text, module varchar(80), module_version varchar(40), gff_source varchar(40),
    gff_feature varchar(40)`,
  analysis_description: `
    analysis_id smallint unsigned NOT NULL, description text, display_label varchar(255) NOT NULL,
    displayable tinyint NOT NULL, web_data text`,
  karyotype: `
    karyotype_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL, seq_region_start int unsigned NOT NULL,
    seq_region_end int unsigned NOT NULL, band varchar(40), stain varchar(40)`,
  gene: `
    gene_id int unsigned NOT NULL, biotype varchar(40) NOT NULL, analysis_id smallint unsigned NOT NULL,
    seq_region_id int unsigned NOT NULL, seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL,
    seq_region_strand tinyint NOT NULL, display_xref_id int unsigned, source varchar(40) NOT NULL, description text,
    is_current tinyint NOT NULL, canonical_transcript_id int unsigned NOT NULL, stable_id varchar(128),
    version smallint unsigned, created_date datetime, modified_date datetime`,
  gene_attrib: `gene_id int unsigned NOT NULL, attrib_type_id smallint unsigned NOT NULL, value text NOT NULL`,
  transcript: `
    transcript_id int unsigned NOT NULL, gene_id int unsigned, analysis_id smallint unsigned NOT NULL,
    seq_region_id int unsigned NOT NULL, seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL,
    seq_region_strand tinyint NOT NULL, display_xref_id int unsigned, source varchar(40) NOT NULL,
    biotype varchar(40) NOT NULL, description text, is_current tinyint NOT NULL,
    canonical_translation_id int unsigned, stable_id varchar(128), version smallint unsigned, created_date datetime,
    modified_date datetime`,
  transcript_attrib: `
    transcript_id int unsigned NOT NULL, attrib_type_id smallint unsigned NOT NULL, value text NOT NULL`,
  exon: `
    exon_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL, seq_region_start int unsigned NOT NULL,
    seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL, phase tinyint NOT NULL,
    end_phase tinyint NOT NULL, is_current tinyint NOT NULL, is_constitutive tinyint NOT NULL, stable_id varchar(128),
    version smallint unsigned, created_date datetime, modified_date datetime`,
  exon_transcript: `exon_id int unsigned NOT NULL, transcript_id int unsigned NOT NULL, rank int NOT NULL`,
  translation: `
    translation_id int unsigned NOT NULL, transcript_id int unsigned NOT NULL, seq_start int NOT NULL,
    start_exon_id int unsigned NOT NULL, seq_end int NOT NULL, end_exon_id int unsigned NOT NULL,
    stable_id varchar(128), version smallint unsigned, created_date datetime, modified_date datetime`,
  translation_attrib: `
    translation_id int unsigned NOT NULL, attrib_type_id smallint unsigned NOT NULL, value text NOT NULL`,
  xref: `
    xref_id int unsigned NOT NULL, external_db_id int unsigned NOT NULL, dbprimary_acc varchar(512) NOT NULL,
    display_label varchar(512) NOT NULL, version varchar(10), description text,
    info_type varchar(20) NOT NULL,
    info_text varchar(255) NOT NULL`,
  external_db: `
    external_db_id int unsigned NOT NULL, db_name varchar(100) NOT NULL, db_release varchar(255),
    status enum('KNOWNXREF','KNOWN','XREF') NOT NULL, priority int NOT NULL, db_display_name varchar(255),
    type enum('MISC','PRIMARY_DB_SYNONYM','ENSEMBL') NOT NULL, secondary_db_name varchar(255),
    secondary_db_table varchar(255), description text`,
  external_synonym: `xref_id int unsigned NOT NULL, synonym varchar(100) NOT NULL`,
  object_xref: `
    object_xref_id int unsigned NOT NULL, ensembl_id int unsigned NOT NULL,
    ensembl_object_type enum('Gene','Transcript','Translation') NOT NULL, xref_id int unsigned NOT NULL,
    linkage_annotation varchar(255), analysis_id smallint unsigned`,
  identity_xref: `
    object_xref_id int unsigned NOT NULL, xref_identity int, ensembl_identity int, xref_start int, xref_end int,
    ensembl_start int, ensembl_end int, cigar_line text, score double, evalue double`,
  ontology_xref: `object_xref_id int unsigned NOT NULL, source_xref_id int unsigned, linkage_type varchar(3)`,
  interpro: `interpro_ac varchar(40) NOT NULL, id varchar(40) NOT NULL`,
  protein_feature: `
    protein_feature_id int unsigned NOT NULL, translation_id int unsigned NOT NULL, seq_start int NOT NULL,
    seq_end int NOT NULL, hit_start int NOT NULL, hit_end int NOT NULL, hit_name varchar(40) NOT NULL,
    analysis_id smallint unsigned NOT NULL, score double, evalue double, perc_ident float, external_data text,
    hit_description text, cigar_line text, align_type varchar(12)`,
  repeat_consensus: `
    repeat_consensus_id int unsigned NOT NULL, repeat_name varchar(255) NOT NULL, repeat_class varchar(100) NOT NULL,
    repeat_type varchar(40) NOT NULL, repeat_consensus text`,
  repeat_feature: `
    repeat_feature_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL,
    seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL,
    repeat_start int NOT NULL, repeat_end int NOT NULL, repeat_consensus_id int unsigned NOT NULL,
    analysis_id smallint unsigned NOT NULL, score double`,
  simple_feature: `
    simple_feature_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL,
    seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL,
    display_label varchar(255) NOT NULL, analysis_id smallint unsigned NOT NULL, score double`,
  prediction_transcript: `
    prediction_transcript_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL,
    seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL,
    analysis_id smallint unsigned NOT NULL, display_label varchar(255)`,
  prediction_exon: `
    prediction_exon_id int unsigned NOT NULL, prediction_transcript_id int unsigned NOT NULL,
    exon_rank smallint unsigned NOT NULL, seq_region_id int unsigned NOT NULL, seq_region_start int unsigned NOT NULL,
    seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL, start_phase tinyint NOT NULL,
    score double, p_value double`,
  operon: `
    operon_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL, seq_region_start int unsigned NOT NULL,
    seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL, display_label varchar(255),
    analysis_id smallint unsigned NOT NULL, stable_id varchar(128), version smallint unsigned, created_date datetime,
    modified_date datetime`,
  operon_transcript: `
    operon_transcript_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL,
    seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL,
    operon_id int unsigned NOT NULL, display_label varchar(255), analysis_id smallint unsigned NOT NULL,
    stable_id varchar(128), version smallint unsigned, created_date datetime, modified_date datetime`,
  misc_feature: `
    misc_feature_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL,
    seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL`,
  misc_attrib: `
    misc_feature_id int unsigned NOT NULL, attrib_type_id smallint unsigned NOT NULL, value text NOT NULL`,
  misc_set: `
    misc_set_id smallint unsigned NOT NULL, code varchar(25) NOT NULL, name varchar(255) NOT NULL,
    description text NOT NULL, max_length int unsigned NOT NULL`,
  misc_feature_misc_set: `misc_feature_id int unsigned NOT NULL, misc_set_id smallint unsigned NOT NULL`,
  genome_statistics: `
    genome_statistics_id int unsigned NOT NULL, statistic varchar(128) NOT NULL, value bigint unsigned NOT NULL,
    species_id int unsigned, attrib_type_id int unsigned, timestamp datetime`,
  mapping_session: `
    mapping_session_id int unsigned NOT NULL, old_db_name varchar(80) NOT NULL, new_db_name varchar(80) NOT NULL,
    old_release varchar(5) NOT NULL, new_release varchar(5) NOT NULL, old_assembly varchar(80) NOT NULL,
    new_assembly varchar(80) NOT NULL, created datetime NOT NULL`,
  stable_id_event: `
    old_stable_id varchar(128), old_version smallint, new_stable_id varchar(128), new_version smallint,
    mapping_session_id int unsigned NOT NULL, type enum('gene','transcript','translation') NOT NULL,
    score float NOT NULL`,
  gene_archive: `
    gene_stable_id varchar(128) NOT NULL, gene_version smallint NOT NULL, transcript_stable_id varchar(128) NOT NULL,
    transcript_version smallint NOT NULL, translation_stable_id varchar(128), translation_version smallint NOT NULL,
    peptide_archive_id int unsigned, mapping_session_id int unsigned NOT NULL`,
  peptide_archive: `
    peptide_archive_id int unsigned NOT NULL, md5_checksum varchar(32), peptide_seq mediumtext NOT NULL`,
  biotype: `
    biotype_id int unsigned NOT NULL, name varchar(64) NOT NULL, object_type enum('gene','transcript') NOT NULL,
    db_type varchar(255) NOT NULL, attrib_type_id int, description text,
    biotype_group enum('coding','pseudogene','snoncoding','lnoncoding'), so_acc varchar(64), so_term varchar(1023)`,
} as const;
