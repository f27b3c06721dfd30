/** The tables of a funcgen (regulation) database that the generator writes. */
export const FUNCGEN_TABLES = {
  meta: `
    meta_id int unsigned NOT NULL, species_id int unsigned, meta_key varchar(46) NOT NULL,
    meta_value varchar(950) NOT NULL`,
  analysis: `
    analysis_id int unsigned NOT NULL, created datetime, logic_name varchar(100) NOT NULL, db varchar(120),
    db_version varchar(40), db_file varchar(120), program varchar(80), program_version varchar(40),
    program_file varchar(80), parameters text, module varchar(80), module_version varchar(40), gff_source varchar(40),
    gff_feature varchar(40)`,
  array: `
    array_id int unsigned NOT NULL, name varchar(40), format varchar(20), vendor varchar(40),
    description varchar(255), type varchar(20), class varchar(20), is_probeset_array tinyint NOT NULL,
    is_linked_array tinyint NOT NULL, has_sense_interrogation tinyint NOT NULL`,
  array_chip: `
    array_chip_id int unsigned NOT NULL, design_id varchar(100), array_id int unsigned NOT NULL, name varchar(100)`,
  probe: `
    probe_id int unsigned NOT NULL, probe_set_id int unsigned, name varchar(100) NOT NULL,
    length int unsigned NOT NULL, array_chip_id int unsigned NOT NULL, class varchar(20), description varchar(255),
    probe_seq_id int`,
  probe_seq: `
    probe_seq_id int unsigned NOT NULL, sequence text NOT NULL, sequence_upper text NOT NULL,
    sequence_upper_sha1 char(40) NOT NULL`,
  probe_set: `
    probe_set_id int unsigned NOT NULL, name varchar(100) NOT NULL, size int unsigned NOT NULL, family varchar(20),
    array_chip_id int unsigned`,
  probe_transcript: `
    probe_transcript_id int unsigned NOT NULL, probe_id int unsigned NOT NULL, stable_id varchar(128) NOT NULL,
    description varchar(255)`,
  probe_set_transcript: `
    probe_set_transcript_id int unsigned NOT NULL, probe_set_id int unsigned NOT NULL,
    stable_id varchar(128) NOT NULL, description varchar(255)`,
  feature_type: `
    feature_type_id int unsigned NOT NULL, name varchar(40) NOT NULL,
    class enum('DNA','Regulatory Feature','Transcription Factor'), analysis_id smallint unsigned,
    description varchar(255), so_accession varchar(64), so_term varchar(255), production_name varchar(120)`,
  regulatory_build: `
    regulatory_build_id int unsigned NOT NULL, name text, release_version int, description text, version varchar(50),
    initial_release_date varchar(50), last_annotation_update varchar(50), feature_type_id int unsigned NOT NULL,
    analysis_id int unsigned NOT NULL, is_current tinyint NOT NULL, sample_regulatory_feature_id int unsigned`,
  regulatory_feature: `
    regulatory_feature_id int unsigned NOT NULL, feature_type_id int unsigned, seq_region_id int unsigned NOT NULL,
    seq_region_strand tinyint NOT NULL, seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL,
    stable_id varchar(18), bound_start_length int unsigned NOT NULL, bound_end_length int unsigned NOT NULL,
    epigenome_count smallint, regulatory_build_id int unsigned`,
  motif_feature: `
    motif_feature_id int unsigned NOT NULL, binding_matrix_id int unsigned NOT NULL,
    seq_region_id int unsigned NOT NULL, seq_region_start int unsigned NOT NULL, seq_region_end int unsigned NOT NULL,
    seq_region_strand tinyint NOT NULL, score double, stable_id varchar(18)`,
  motif_feature_peak: `
    motif_feature_peak_id int unsigned NOT NULL, motif_feature_id int unsigned NOT NULL, peak_id int unsigned NOT NULL`,
  peak: `
    peak_id int unsigned NOT NULL, seq_region_id int unsigned NOT NULL, seq_region_start int unsigned NOT NULL,
    seq_region_end int unsigned NOT NULL, seq_region_strand tinyint NOT NULL, score double,
    peak_calling_id int unsigned NOT NULL, summit int unsigned`,
  peak_calling: `
    peak_calling_id int unsigned NOT NULL, name varchar(300) NOT NULL, display_label varchar(300) NOT NULL,
    feature_type_id int unsigned NOT NULL, analysis_id smallint unsigned NOT NULL, signal_alignment_id int unsigned,
    epigenome_id int unsigned, experiment_id int unsigned, control_alignment_id int unsigned,
    used_for_regulatory_build tinyint DEFAULT '1'`,
  epigenome: `
    epigenome_id int unsigned NOT NULL, name varchar(120) NOT NULL, short_name varchar(120) NOT NULL,
    description mediumtext, production_name varchar(120),
    gender enum('male','female','hermaphrodite','mixed','unknown') DEFAULT 'unknown', search_terms mediumtext,
    full_name mediumtext`,
  binding_matrix: `
    binding_matrix_id int unsigned NOT NULL, name varchar(200) NOT NULL, threshold double,
    source varchar(20) NOT NULL, stable_id varchar(128) NOT NULL`,
  binding_matrix_frequencies: `
    binding_matrix_frequencies_id int unsigned NOT NULL, binding_matrix_id int unsigned NOT NULL,
    position int unsigned NOT NULL, nucleotide enum('A','C','G','T') NOT NULL, frequency int unsigned NOT NULL`,
  binding_matrix_transcription_factor_complex: `
    binding_matrix_transcription_factor_complex_id int unsigned NOT NULL, binding_matrix_id int unsigned NOT NULL,
    transcription_factor_complex_id int unsigned NOT NULL`,
  transcription_factor_complex: `
    transcription_factor_complex_id int unsigned NOT NULL, production_name varchar(120) NOT NULL,
    display_name varchar(120) NOT NULL`,
} as const;
