/** The tables of a funcgen (regulation) database that the demo fills; see CORE_TABLE_SCHEMAS. */
const ID = 'int unsigned NOT NULL';
const PLACE = { seq_region_id: ID, seq_region_start: ID, seq_region_end: ID, seq_region_strand: 'tinyint NOT NULL' } as const;

export const FUNCGEN_TABLE_SCHEMAS = {
  meta: { meta_id: ID, species_id: 'int unsigned', meta_key: 'varchar(46) NOT NULL', meta_value: 'varchar(950) NOT NULL' },
  analysis: {
    analysis_id: ID, created: 'datetime', logic_name: 'varchar(100) NOT NULL', db: 'varchar(120)', db_version: 'varchar(40)', db_file: 'varchar(120)', program: 'varchar(80)',
    program_version: 'varchar(40)', program_file: 'varchar(80)', parameters: 'text', module: 'varchar(80)', module_version: 'varchar(40)', gff_source: 'varchar(40)', gff_feature: 'varchar(40)',
  },
  array: {
    array_id: ID, name: 'varchar(40)', format: 'varchar(20)', vendor: 'varchar(40)', description: 'varchar(255)', type: 'varchar(20)', class: 'varchar(20)',
    is_probeset_array: 'tinyint NOT NULL', is_linked_array: 'tinyint NOT NULL', has_sense_interrogation: 'tinyint NOT NULL',
  },
  array_chip: { array_chip_id: ID, design_id: 'varchar(100)', array_id: ID, name: 'varchar(100)' },
  probe: {
    probe_id: ID, probe_set_id: 'int unsigned', name: 'varchar(100) NOT NULL', length: ID, array_chip_id: ID, class: 'varchar(20)', description: 'varchar(255)', probe_seq_id: 'int',
  },
  probe_seq: { probe_seq_id: ID, sequence: 'text NOT NULL', sequence_upper: 'text NOT NULL', sequence_upper_sha1: 'char(40) NOT NULL' },
  probe_set: { probe_set_id: ID, name: 'varchar(100) NOT NULL', size: ID, family: 'varchar(20)', array_chip_id: 'int unsigned' },
  probe_transcript: { probe_transcript_id: ID, probe_id: ID, stable_id: 'varchar(128) NOT NULL', description: 'varchar(255)' },
  probe_set_transcript: { probe_set_transcript_id: ID, probe_set_id: ID, stable_id: 'varchar(128) NOT NULL', description: 'varchar(255)' },
  feature_type: {
    feature_type_id: ID, name: 'varchar(40) NOT NULL', class: "enum('DNA','Regulatory Feature','Transcription Factor')", analysis_id: 'smallint unsigned', description: 'varchar(255)',
    so_accession: 'varchar(64)', so_term: 'varchar(255)', production_name: 'varchar(120)',
  },
  regulatory_build: {
    regulatory_build_id: ID, name: 'text', release_version: 'int', description: 'text', version: 'varchar(50)', initial_release_date: 'varchar(50)', last_annotation_update: 'varchar(50)',
    feature_type_id: ID, analysis_id: ID, is_current: 'tinyint NOT NULL', sample_regulatory_feature_id: 'int unsigned',
  },
  regulatory_feature: {
    regulatory_feature_id: ID, feature_type_id: 'int unsigned', seq_region_id: ID, seq_region_strand: 'tinyint NOT NULL', seq_region_start: ID, seq_region_end: ID, stable_id: 'varchar(18)',
    bound_start_length: ID, bound_end_length: ID, epigenome_count: 'smallint', regulatory_build_id: 'int unsigned',
  },
  motif_feature: { motif_feature_id: ID, binding_matrix_id: ID, ...PLACE, score: 'double', stable_id: 'varchar(18)' },
  motif_feature_peak: { motif_feature_peak_id: ID, motif_feature_id: ID, peak_id: ID },
  peak: { peak_id: ID, ...PLACE, score: 'double', peak_calling_id: ID, summit: 'int unsigned' },
  peak_calling: {
    peak_calling_id: ID, name: 'varchar(300) NOT NULL', display_label: 'varchar(300) NOT NULL', feature_type_id: ID, analysis_id: 'smallint unsigned NOT NULL',
    signal_alignment_id: 'int unsigned', epigenome_id: 'int unsigned', experiment_id: 'int unsigned', control_alignment_id: 'int unsigned', used_for_regulatory_build: "tinyint DEFAULT '1'",
  },
  epigenome: {
    epigenome_id: ID, name: 'varchar(120) NOT NULL', short_name: 'varchar(120) NOT NULL', description: 'mediumtext', production_name: 'varchar(120)',
    gender: "enum('male','female','hermaphrodite','mixed','unknown') DEFAULT 'unknown'", search_terms: 'mediumtext', full_name: 'mediumtext',
  },
  binding_matrix: { binding_matrix_id: ID, name: 'varchar(200) NOT NULL', threshold: 'double', source: 'varchar(20) NOT NULL', stable_id: 'varchar(128) NOT NULL' },
  binding_matrix_frequencies: {
    binding_matrix_frequencies_id: ID, binding_matrix_id: ID, position: ID, nucleotide: "enum('A','C','G','T') NOT NULL", frequency: ID,
  },
  binding_matrix_transcription_factor_complex: {
    binding_matrix_transcription_factor_complex_id: ID, binding_matrix_id: ID, transcription_factor_complex_id: ID,
  },
  transcription_factor_complex: { transcription_factor_complex_id: ID, production_name: 'varchar(120) NOT NULL', display_name: 'varchar(120) NOT NULL' },
} as const;
