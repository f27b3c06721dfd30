import {
  type BindingMatrixRecord,
  type MotifFeatureRecord,
  type RegulatoryFeatureRecord,
  encodeRecord,
} from '../../../src/genome/feature-records.ts';
import type { Strand } from '../../../src/genome/seq-region.ts';
import { GENOME_DOCUMENTS } from '../../../src/release/genome-documents.ts';
import type { GenomeEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { GenomeTables, type IntervalSink, type SortedSink } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { checkFurtherFeatures } from '../genome/check-features.ts';
import {
  CORE_REGION_TABLE,
  FEATURE_INTERVAL,
  IS_BACKWARDS,
  type RegionSet,
  stageCoreRegions,
} from '../genome/regions.ts';
import { hasMotifEvidence } from './funcgen-schema.ts';
import { FUNCGEN_REFERENCES, MOTIF_EVIDENCE_REFERENCES } from '../reference-lists.ts';
import { countMissingReferences } from '../references.ts';
import { groupsOf } from '../rows/row-groups.ts';
import { compileProbeSets, compileProbes, microarrays, transcriptGenes } from './microarrays.ts';

interface PlaceRow {
  ordinal: number;
  feature_start: number;
  feature_end: number;
  is_backwards: boolean;
  feature_strand: Strand;
  id: number;
}

/** Writes `regulatory-features`: those of the current regulatory build. Needs stageCoreRegions. */
async function compileRegulatoryFeatures(database: Database, table: IntervalSink): Promise<void> {
  type Row = PlaceRow & {
    stable_id: string;
    so_term: string | null;
    type: string | null;
    description: string | null;
    source: string | null;
    before: number;
    after: number;
  };
  const rows = database.rows<Row>(`
    SELECT ordinal, ${FEATURE_INTERVAL[0]} AS feature_start, ${FEATURE_INTERVAL[1]} AS feature_end,
      ${IS_BACKWARDS} AS is_backwards, seq_region_strand AS feature_strand, regulatory_feature_id AS id,
      f.stable_id, so_term, t.name AS type, t.description, logic_name AS source,
      coalesce(bound_start_length, 0) AS before, coalesce(bound_end_length, 0) AS after
    FROM regulatory_feature f JOIN ${CORE_REGION_TABLE} r USING (seq_region_id)
      JOIN regulatory_build b ON b.regulatory_build_id = f.regulatory_build_id AND is_current = 1
      LEFT JOIN feature_type t USING (feature_type_id)
      LEFT JOIN analysis a ON a.analysis_id = b.analysis_id
    ORDER BY ordinal, feature_start, id`);
  await writeFeatures(
    rows,
    table,
    (row): RegulatoryFeatureRecord => ({
      dbId: row.id,
      strand: row.feature_strand,
      id: row.stable_id,
      soTerm: row.so_term,
      type: row.type,
      description: row.description,
      source: row.source,
      before: row.before,
      after: row.after,
    }),
  );
}

/** SQL of the complexes that each matrix describes, in the order of the database. */
const COMPLEXES = `
  SELECT binding_matrix_id, list(display_name
    ORDER BY binding_matrix_transcription_factor_complex_id) AS complexes
  FROM binding_matrix_transcription_factor_complex
    JOIN transcription_factor_complex USING (transcription_factor_complex_id) GROUP BY binding_matrix_id`;

/** SQL of the epigenomes with experimental evidence for binding at each motif. */
const EVIDENCE = `
  SELECT motif_feature_id, list(DISTINCT short_name ORDER BY short_name) AS epigenomes
  FROM motif_feature_peak JOIN peak USING (peak_id) JOIN peak_calling USING (peak_calling_id)
    JOIN epigenome USING (epigenome_id)
  WHERE short_name IS NOT NULL GROUP BY motif_feature_id`;
const NO_EVIDENCE = 'SELECT 0::BIGINT AS motif_feature_id, []::VARCHAR[] AS epigenomes WHERE false';

/** Writes `motif-features`. Needs stageCoreRegions. */
async function compileMotifFeatures(database: Database, table: IntervalSink): Promise<void> {
  type Row = PlaceRow & {
    stable_id: string | null;
    score: number | null;
    matrix: string;
    complexes: string[];
    epigenomes: string[];
  };
  const rows = database.rows<Row>(`
    WITH complexes AS (${COMPLEXES}),
      evidence AS (${hasMotifEvidence(database.dump) ? EVIDENCE : NO_EVIDENCE})
    SELECT ordinal, ${FEATURE_INTERVAL[0]} AS feature_start, ${FEATURE_INTERVAL[1]} AS feature_end,
      ${IS_BACKWARDS} AS is_backwards, seq_region_strand AS feature_strand, motif_feature_id AS id,
      f.stable_id, score, m.stable_id AS matrix, coalesce(complexes, []) AS complexes,
        coalesce(epigenomes, []) AS epigenomes
    FROM motif_feature f JOIN ${CORE_REGION_TABLE} r USING (seq_region_id)
      JOIN binding_matrix m USING (binding_matrix_id)
    LEFT JOIN complexes USING (binding_matrix_id) LEFT JOIN evidence USING (motif_feature_id)
      ORDER BY ordinal, feature_start, id`);
  await writeFeatures(
    rows,
    table,
    (row): MotifFeatureRecord => ({
      dbId: row.id,
      strand: row.feature_strand,
      id: row.stable_id,
      score: row.score,
      matrix: row.matrix,
      complexes: row.complexes,
      epigenomes: row.epigenomes,
    }),
  );
}

/** Writes `binding-matrices`. */
async function compileBindingMatrices(database: Database, table: SortedSink): Promise<void> {
  type Row = {
    key: string;
    stable_id: string;
    name: string;
    threshold: number | null;
    source: string;
    complexes: string[];
    a: number;
    c: number;
    g: number;
    t: number;
  };
  const count = (nucleotide: string) =>
    `coalesce(max(frequency) FILTER (WHERE nucleotide = '${nucleotide}'), 0)::BIGINT AS ${nucleotide.toLowerCase()}`;
  const rows = database.batches<Row>(`
    WITH complexes AS (${COMPLEXES}),
    positions AS (SELECT binding_matrix_id, position, ${['A', 'C', 'G', 'T'].map(count).join(', ')}
      FROM binding_matrix_frequencies GROUP BY binding_matrix_id, position)
    SELECT lower(stable_id) AS key, stable_id, name, threshold, source, coalesce(complexes, []) AS complexes, a, c, g, t
    FROM binding_matrix LEFT JOIN complexes USING (binding_matrix_id) JOIN positions USING (binding_matrix_id)
      ORDER BY key, binding_matrix_id, position`);
  for await (const positions of groupsOf(rows, ({ stable_id: id }) => id)) {
    const [{ key, stable_id: id, name, threshold, source, complexes }] = positions;
    const matrix: BindingMatrixRecord = {
      id,
      name,
      threshold,
      source,
      complexes,
      frequencies: positions.map(({ a, c, g, t }) => [a, c, g, t]),
    };
    await table.add(key, encodeRecord(matrix));
  }
}

async function writeFeatures<Row extends PlaceRow>(
  rows: AsyncIterable<Row>,
  table: IntervalSink,
  record: (row: Row) => object,
): Promise<void> {
  for await (const row of rows) {
    const encoded = encodeRecord(row.is_backwards ? { ...record(row), backwards: true } : record(row));
    await table.add(row.ordinal, row.feature_start, row.feature_end, encoded);
  }
}

/** Adds the tables and documents of a funcgen database to the core genome of its species. */
export async function compileFuncgen(
  database: Database,
  core: DumpDatabase,
  genome: GenomeEntry,
  regions: RegionSet,
  folder: IndexFolder,
): Promise<void> {
  await stageCoreRegions(database, regions);
  const evidence = hasMotifEvidence(database.dump) ? MOTIF_EVIDENCE_REFERENCES : [];
  await countMissingReferences(database, [...FUNCGEN_REFERENCES, ...evidence]);
  await checkFurtherFeatures(database, ['regulatory_feature', 'motif_feature']);
  const tables = new GenomeTables(folder, genome.species, 'funcgen');
  await compileRegulatoryFeatures(database, tables.open('regulatory-features'));
  await compileMotifFeatures(database, tables.open('motif-features'));
  await compileBindingMatrices(database, tables.open('binding-matrices'));
  const genes = await transcriptGenes(database, core);
  await compileProbes(database, tables.open('probes'), genes);
  await compileProbeSets(database, tables.open('probe-sets'), genes);
  Object.assign(genome.tables, await tables.finish());
  genome.documents = {
    ...genome.documents,
    microarrays: await folder.document(GENOME_DOCUMENTS.microarrays, await microarrays(database), {
      species: genome.species,
    }),
  };
}
