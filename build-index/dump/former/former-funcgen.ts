import type { FormerLayout } from './former-layout.ts';

/** Rows of a funcgen `seq_region` by which the ids of regions in the funcgen database become those of core. */
const REGIONS = { seq_region_id: 'integer', core_seq_region_id: 'integer', schema_build: 'text' } as const;
const PART = (part: number) => `try_cast(split_part(schema_build, '_', ${part}) AS BIGINT)`;

/**
 * Until release 90, features had region ids of their own, and each release added the ids that the core database had
 * then. The newest ones are those of the core database of the same release.
 */
function ofCoreRegions(table: string): FormerLayout {
  return {
    table,
    lacks: false,
    from: { seq_region: REGIONS },
    fill: `UPDATE ${table} f SET seq_region_id = core_seq_region_id FROM (
        SELECT seq_region_id, arg_max(core_seq_region_id, (coalesce(${PART(1)}, 0), coalesce(${PART(2)}, 0)))
          AS core_seq_region_id
        FROM seq_region GROUP BY seq_region_id) r
      WHERE r.seq_region_id = f.seq_region_id`,
  };
}

/** Until release 88, matches of probes with transcripts were cross-references. */
function ofCrossReferences(table: string, owner: string, type: string): FormerLayout {
  return {
    table,
    lacks: true,
    from: {
      object_xref: {
        object_xref_id: 'integer',
        ensembl_id: 'integer',
        ensembl_object_type: 'text',
        xref_id: 'integer',
        linkage_annotation: 'text',
      },
      xref: { xref_id: 'integer', external_db_id: 'integer', dbprimary_acc: 'text' },
      external_db: { external_db_id: 'integer', db_name: 'text' },
    },
    fill: `INSERT INTO ${table} (${table}_id, ${owner}, stable_id, description)
      SELECT object_xref_id, ensembl_id, dbprimary_acc, linkage_annotation
      FROM object_xref JOIN xref USING (xref_id) JOIN external_db USING (external_db_id)
      WHERE ensembl_object_type = '${type}' AND db_name LIKE '%core_Transcript' ORDER BY object_xref_id`,
  };
}

/**
 * Until release 90, sets of annotated features had the place of peak callings, and annotated features that of peaks.
 *
 * @param cell `epigenome_id`, before release 85 `cell_type_id`
 */
function ofFeatureSets(cell: string): FormerLayout {
  return {
    table: 'peak',
    lacks: true,
    from: {
      annotated_feature: { annotated_feature_id: 'integer', feature_set_id: 'integer' },
      feature_set: { feature_set_id: 'integer', [cell]: 'integer' },
    },
    fill: `INSERT INTO peak (peak_id, peak_calling_id) SELECT annotated_feature_id, feature_set_id
      FROM annotated_feature;
      INSERT INTO peak_calling (peak_calling_id, epigenome_id) SELECT feature_set_id, ${cell} FROM feature_set`,
  };
}

const FREQUENCIES = { binding_matrix_id: 'integer', frequencies: 'text' } as const;

export const FUNCGEN_LAYOUTS: readonly FormerLayout[] = [
  ofCoreRegions('regulatory_feature'),
  ofCoreRegions('motif_feature'),
  {
    // Until release 84, the regulatory build was a set of features.
    table: 'regulatory_build',
    lacks: true,
    from: {
      feature_set: { feature_set_id: 'integer', analysis_id: 'integer', name: 'text' },
      regulatory_feature: { regulatory_feature_id: 'integer', feature_set_id: 'integer' },
    },
    fill: `INSERT INTO regulatory_build (regulatory_build_id, analysis_id, is_current) VALUES
        (1, (SELECT any_value(analysis_id) FROM feature_set WHERE name = 'RegulatoryFeatures:MultiCell'), 1);
      UPDATE regulatory_feature SET regulatory_build_id = 1 WHERE feature_set_id IN
        (SELECT feature_set_id FROM feature_set WHERE name = 'RegulatoryFeatures:MultiCell')`,
  },
  {
    // Until release 93, this table linked motifs to peaks, which were annotated features before release 91.
    table: 'motif_feature_peak',
    lacks: true,
    from: { associated_motif_feature: { annotated_feature_id: 'integer', motif_feature_id: 'integer' } },
    fill: `INSERT INTO motif_feature_peak (motif_feature_id, peak_id)
      SELECT motif_feature_id, annotated_feature_id FROM associated_motif_feature`,
  },
  ofFeatureSets('epigenome_id'),
  ofFeatureSets('cell_type_id'),
  {
    // Until release 84, epigenomes were types of cells.
    table: 'epigenome',
    lacks: true,
    from: { cell_type: { cell_type_id: 'integer', name: 'text', display_label: 'text' } },
    fill: `INSERT INTO epigenome (epigenome_id, short_name)
      SELECT cell_type_id, coalesce(display_label, name) FROM cell_type`,
  },
  ofCrossReferences('probe_transcript', 'probe_id', 'Probe'),
  ofCrossReferences('probe_set_transcript', 'probe_set_id', 'ProbeSet'),
  {
    // Until release 93, the frequencies were a text: a line for each of A, C, G and T, a number for each position.
    table: 'binding_matrix_frequencies',
    lacks: true,
    from: { binding_matrix: FREQUENCIES },
    fill: `INSERT INTO binding_matrix_frequencies (binding_matrix_id, position, nucleotide, frequency)
      WITH lines AS (
        SELECT binding_matrix_id, unnest(string_split(trim(frequencies, chr(10)), chr(10))) AS line,
          generate_subscripts(string_split(trim(frequencies, chr(10)), chr(10)), 1) AS letter
        FROM binding_matrix),
      counts AS (
        SELECT binding_matrix_id, letter, regexp_extract_all(line, '[0-9.]+') AS numbers FROM lines WHERE letter <= 4)
      SELECT binding_matrix_id, generate_subscripts(numbers, 1), ('ACGT')[letter],
        coalesce(round(try_cast(unnest(numbers) AS DOUBLE)), 0) FROM counts`,
  },
  {
    // Until release 93, the source of a matrix was an analysis.
    table: 'binding_matrix',
    lacks: 'source',
    from: {
      binding_matrix: { binding_matrix_id: 'integer', analysis_id: 'integer' },
      analysis: { analysis_id: 'integer', logic_name: 'text' },
    },
    fill: `UPDATE binding_matrix SET source = logic_name FROM analysis
      WHERE analysis.analysis_id = binding_matrix.analysis_id`,
  },
];
