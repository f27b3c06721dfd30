/**
 * The tables and columns of a core (or otherfeatures, cdna, rnaseq) database that the compiler reads. A dump may lack
 * any of them: a missing table counts as empty, a missing column as NULL.
 */
import type { NeededTables } from '../../dump/database.ts';

export const CORE_TABLES = {
  meta: { species_id: 'integer', meta_id: 'integer', meta_key: 'text', meta_value: 'text' },
  coord_system: { coord_system_id: 'integer', species_id: 'integer', name: 'text', version: 'text', rank: 'integer', attrib: 'text' },
  meta_coord: { table_name: 'text', coord_system_id: 'integer', max_length: 'integer' },
  seq_region: { seq_region_id: 'integer', name: 'text', coord_system_id: 'integer', length: 'integer' },
  seq_region_attrib: { seq_region_id: 'integer', attrib_type_id: 'integer', value: 'text' },
  seq_region_synonym: { seq_region_synonym_id: 'integer', seq_region_id: 'integer', synonym: 'text', external_db_id: 'integer' },
  attrib_type: { attrib_type_id: 'integer', code: 'text', name: 'text' },
  assembly: {
    asm_seq_region_id: 'integer', cmp_seq_region_id: 'integer', asm_start: 'integer', asm_end: 'integer',
    cmp_start: 'integer', cmp_end: 'integer', ori: 'integer',
  },
  assembly_exception: {
    assembly_exception_id: 'integer', seq_region_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer', exc_type: 'text',
    exc_seq_region_id: 'integer', exc_seq_region_start: 'integer', exc_seq_region_end: 'integer', ori: 'integer',
  },
  analysis: { analysis_id: 'integer', logic_name: 'text', db: 'text', gff_source: 'text' },
  analysis_description: { analysis_id: 'integer', display_label: 'text' },
  karyotype: { karyotype_id: 'integer', seq_region_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer', band: 'text', stain: 'text' },
  gene: {
    gene_id: 'integer', biotype: 'text', analysis_id: 'integer', seq_region_id: 'integer', seq_region_start: 'integer',
    seq_region_end: 'integer', seq_region_strand: 'integer', display_xref_id: 'integer', source: 'text', description: 'text',
    is_current: 'integer', canonical_transcript_id: 'integer', stable_id: 'text', version: 'integer',
  },
  biotype: { biotype_id: 'integer', name: 'text', object_type: 'text', biotype_group: 'text', so_acc: 'text', so_term: 'text' },
  gene_attrib: { gene_id: 'integer', attrib_type_id: 'integer', value: 'text' },
  transcript: {
    transcript_id: 'integer', gene_id: 'integer', analysis_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer',
    seq_region_strand: 'integer', display_xref_id: 'integer', source: 'text', biotype: 'text', description: 'text',
    is_current: 'integer', canonical_translation_id: 'integer', stable_id: 'text', version: 'integer',
  },
  transcript_attrib: { transcript_id: 'integer', attrib_type_id: 'integer', value: 'text' },
  exon: {
    exon_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer', seq_region_strand: 'integer', phase: 'integer',
    end_phase: 'integer', is_current: 'integer', is_constitutive: 'integer', stable_id: 'text', version: 'integer',
  },
  exon_transcript: { exon_id: 'integer', transcript_id: 'integer', rank: 'integer' },
  translation: {
    translation_id: 'integer', transcript_id: 'integer', seq_start: 'integer', start_exon_id: 'integer', seq_end: 'integer',
    end_exon_id: 'integer', stable_id: 'text', version: 'integer',
  },
  translation_attrib: { translation_id: 'integer', attrib_type_id: 'integer', value: 'text' },
  xref: {
    xref_id: 'integer', external_db_id: 'integer', dbprimary_acc: 'text', display_label: 'text', version: 'text',
    description: 'text', info_type: 'text', info_text: 'text',
  },
  external_db: {
    external_db_id: 'integer', db_name: 'text', db_release: 'text', db_display_name: 'text', priority: 'integer', type: 'text', description: 'text',
  },
  external_synonym: { xref_id: 'integer', synonym: 'text' },
  object_xref: { object_xref_id: 'integer', ensembl_id: 'integer', ensembl_object_type: 'text', xref_id: 'integer', linkage_annotation: 'text', analysis_id: 'integer' },
  identity_xref: {
    object_xref_id: 'integer', xref_identity: 'integer', ensembl_identity: 'integer', xref_start: 'integer', xref_end: 'integer',
    ensembl_start: 'integer', ensembl_end: 'integer', cigar_line: 'text', score: 'float', evalue: 'float',
  },
  ontology_xref: { object_xref_id: 'integer', source_xref_id: 'integer', linkage_type: 'text' },
  interpro: { interpro_ac: 'text', id: 'text' },
  protein_feature: {
    protein_feature_id: 'integer', translation_id: 'integer', seq_start: 'integer', seq_end: 'integer', hit_start: 'integer',
    hit_end: 'integer', hit_name: 'text', analysis_id: 'integer', score: 'float', evalue: 'float', perc_ident: 'float',
    hit_description: 'text', cigar_line: 'text', align_type: 'text',
  },
  repeat_feature: {
    repeat_feature_id: 'integer', seq_region_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer',
    seq_region_strand: 'integer', repeat_consensus_id: 'integer', analysis_id: 'integer',
  },
  repeat_consensus: { repeat_consensus_id: 'integer', repeat_name: 'text', repeat_class: 'text', repeat_type: 'text' },
  simple_feature: {
    simple_feature_id: 'integer', seq_region_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer',
    seq_region_strand: 'integer', display_label: 'text', analysis_id: 'integer', score: 'float',
  },
  misc_feature: {
    misc_feature_id: 'integer', seq_region_id: 'integer', seq_region_start: 'integer', seq_region_end: 'integer', seq_region_strand: 'integer',
  },
  misc_attrib: { misc_feature_id: 'integer', attrib_type_id: 'integer', value: 'text' },
  misc_set: { misc_set_id: 'integer', code: 'text', name: 'text' },
  misc_feature_misc_set: { misc_feature_id: 'integer', misc_set_id: 'integer' },
  genome_statistics: { genome_statistics_id: 'integer', statistic: 'text', value: 'text', species_id: 'integer' },
  mapping_session: { mapping_session_id: 'integer', old_db_name: 'text', new_db_name: 'text', old_release: 'text', new_release: 'text', old_assembly: 'text', new_assembly: 'text', created: 'text' },
  stable_id_event: {
    old_stable_id: 'text', old_version: 'integer', new_stable_id: 'text', new_version: 'integer', mapping_session_id: 'integer',
    type: 'text', score: 'float',
  },
  gene_archive: {
    gene_stable_id: 'text', gene_version: 'integer', transcript_stable_id: 'text', transcript_version: 'integer',
    translation_stable_id: 'text', translation_version: 'integer', peptide_archive_id: 'integer', mapping_session_id: 'integer',
  },
  peptide_archive: { peptide_archive_id: 'integer', peptide_seq: 'text' },
  // Only for which external databases they refer to.
  dna_align_feature: { external_db_id: 'integer' },
  protein_align_feature: { external_db_id: 'integer' },
  unmapped_object: { external_db_id: 'integer' },
} as const satisfies NeededTables;

const { mapping_session: _session, stable_id_event: _event, gene_archive: _gene, peptide_archive: _peptide, ...genome } = CORE_TABLES;

/** What genomes are compiled from: all but the history of stable ids. */
export const GENOME_TABLES = genome satisfies NeededTables;
