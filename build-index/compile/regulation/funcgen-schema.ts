/** The tables and columns of a funcgen (regulation) database that the compiler reads; see CORE_TABLES. */
import type { NeededTables } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';

export const FUNCGEN_TABLES = {
  analysis: { analysis_id: 'integer', logic_name: 'text' },
  array: {
    array_id: 'integer',
    name: 'text',
    format: 'text',
    vendor: 'text',
    description: 'text',
    type: 'text',
    class: 'text',
  },
  array_chip: { array_chip_id: 'integer', array_id: 'integer' },
  probe: {
    probe_id: 'integer',
    probe_set_id: 'integer',
    name: 'text',
    length: 'integer',
    array_chip_id: 'integer',
    probe_seq_id: 'integer',
  },
  probe_seq: { probe_seq_id: 'integer', sequence: 'text' },
  probe_set: { probe_set_id: 'integer', name: 'text', size: 'integer' },
  probe_transcript: { probe_transcript_id: 'integer', probe_id: 'integer', stable_id: 'text', description: 'text' },
  probe_set_transcript: {
    probe_set_transcript_id: 'integer',
    probe_set_id: 'integer',
    stable_id: 'text',
    description: 'text',
  },
  feature_type: { feature_type_id: 'integer', name: 'text', description: 'text', so_term: 'text' },
  regulatory_build: { regulatory_build_id: 'integer', analysis_id: 'integer', is_current: 'integer' },
  regulatory_feature: {
    regulatory_feature_id: 'integer',
    feature_type_id: 'integer',
    seq_region_id: 'integer',
    seq_region_strand: 'integer',
    seq_region_start: 'integer',
    seq_region_end: 'integer',
    stable_id: 'text',
    bound_start_length: 'integer',
    bound_end_length: 'integer',
    regulatory_build_id: 'integer',
  },
  motif_feature: {
    motif_feature_id: 'integer',
    binding_matrix_id: 'integer',
    seq_region_id: 'integer',
    seq_region_start: 'integer',
    seq_region_end: 'integer',
    seq_region_strand: 'integer',
    score: 'float',
    stable_id: 'text',
  },
  binding_matrix: { binding_matrix_id: 'integer', name: 'text', threshold: 'float', source: 'text', stable_id: 'text' },
  binding_matrix_frequencies: {
    binding_matrix_id: 'integer',
    position: 'integer',
    nucleotide: 'text',
    frequency: 'integer',
  },
  binding_matrix_transcription_factor_complex: {
    binding_matrix_transcription_factor_complex_id: 'integer',
    binding_matrix_id: 'integer',
    transcription_factor_complex_id: 'integer',
  },
  transcription_factor_complex: { transcription_factor_complex_id: 'integer', display_name: 'text' },
} as const satisfies NeededTables;

/** Experimental evidence for binding at motifs. Read only if hasMotifEvidence. */
export const MOTIF_EVIDENCE_TABLES = {
  motif_feature_peak: { motif_feature_id: 'integer', peak_id: 'integer' },
  peak: { peak_id: 'integer', peak_calling_id: 'integer' },
  peak_calling: { peak_calling_id: 'integer', epigenome_id: 'integer' },
  epigenome: { epigenome_id: 'integer', short_name: 'text' },
} as const satisfies NeededTables;

/** Has a dump the table that links motifs to peaks? Until release 93, it had another name (former-funcgen.ts). */
export function hasMotifEvidence({ schema, tables }: DumpDatabase): boolean {
  return tables.has(schema.has('motif_feature_peak') ? 'motif_feature_peak' : 'associated_motif_feature');
}

/** The tables to read from one funcgen dump. */
export function funcgenTables(dump: DumpDatabase): NeededTables {
  return hasMotifEvidence(dump) ? { ...FUNCGEN_TABLES, ...MOTIF_EVIDENCE_TABLES } : FUNCGEN_TABLES;
}

/** Tables of the species' core database that lead from a transcript to its gene. */
export const TRANSCRIPT_GENE_TABLES = {
  transcript: { gene_id: 'integer', stable_id: 'text', is_current: 'integer' },
  gene: { gene_id: 'integer', stable_id: 'text', display_xref_id: 'integer' },
  xref: { xref_id: 'integer', display_label: 'text' },
} as const satisfies NeededTables;
