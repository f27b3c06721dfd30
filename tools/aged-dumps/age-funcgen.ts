import { renamed, without, type AgeStep } from './age-step.ts';
import { DumpTable, NULL, type DumpText, type Row } from './dump-text.ts';

export const FUNCGEN_STEPS: readonly AgeStep[] = [
  renamed(99, 'feature_type', { so_term: 'so_name' }),
  renamed(96, 'epigenome', { short_name: 'display_label' }),
  { until: 93, change: frequenciesAsText },
  without(93, 'motif_feature.stable_id', 'motif_feature_peak'),
  without(93, 'binding_matrix_transcription_factor_complex', 'transcription_factor_complex'),
  without(90, 'peak', 'peak_calling'),
  { until: 90, change: ownRegions },
  { until: 88, change: transcriptsAsCrossReferences },
  without(88, 'probe_seq', 'probe.probe_seq_id'),
  without(84, 'epigenome'),
  { until: 84, change: buildAsFeatureSet },
];

const NUMBER = 'int unsigned DEFAULT NULL';
const TEXT = 'varchar(255) DEFAULT NULL';

function table(columns: Readonly<Record<string, string>>, rows: Row[]): DumpTable {
  return new DumpTable(
    Object.entries(columns).map(([name, type]) => ({ name, type })),
    rows,
  );
}

/** The name of a matrix becomes its id, since it had no other. */
function frequenciesAsText(tables: DumpText): void {
  const [matrices, counts] = [tables.get('binding_matrix'), tables.get('binding_matrix_frequencies')];
  if (!matrices) return;
  const lines = new Map<string, Record<string, string[]>>();
  for (const row of counts?.rows ?? []) {
    const of = lines.get(counts?.field(row, 'binding_matrix_id') ?? '') ?? {};
    lines.set(counts?.field(row, 'binding_matrix_id') ?? '', of);
    const line = (of[counts?.field(row, 'nucleotide') ?? ''] ??= []);
    line[Number(counts?.field(row, 'position')) - 1] = counts?.field(row, 'frequency') ?? '0';
  }
  const analyses = tables.get('analysis');
  const analysis = (source: string) =>
    analyses?.rows.find((row) => analyses.field(row, 'logic_name') === source)?.[0] ?? newAnalysis(analyses, source);
  matrices.add('analysis_id', NUMBER, (row) => analysis(matrices.field(row, 'source')));
  matrices.add('frequencies', 'text', (row) => {
    const of = lines.get(matrices.field(row, 'binding_matrix_id')) ?? {};
    return ['A', 'C', 'G', 'T'].map((letter) => (of[letter] ?? []).join('\\\t')).join('\\\n');
  });
  matrices.drop('source');
  matrices.drop('name');
  matrices.rename('stable_id', 'name');
  tables.delete('binding_matrix_frequencies');
}

function newAnalysis(analyses: DumpTable | undefined, name: string): string {
  const id = String(10_000 + (analyses?.rows.length ?? 0));
  analyses?.rows.push(
    analyses.columns.map((column) => (column.name === 'analysis_id' ? id : column.name === 'logic_name' ? name : NULL)),
  );
  return id;
}

/** Numbers the regions from 1; another release had other ids of the core database. */
function ownRegions(tables: DumpText): void {
  const ids = new Map<string, string>();
  for (const name of ['regulatory_feature', 'motif_feature']) {
    const features = tables.get(name);
    const index = features?.index('seq_region_id') ?? -1;
    for (const row of features?.rows ?? []) {
      const core = row[index] ?? NULL;
      if (!ids.has(core)) ids.set(core, String(ids.size + 1));
      row[index] = ids.get(core) ?? NULL;
    }
  }
  const rows = [...ids].flatMap(([core, own]) => [
    [own, 'region', '1', String(Number(core) + 7), '9_38'],
    [own, 'region', '1', core, '75_38'],
  ]);
  const columns = {
    seq_region_id: NUMBER,
    name: TEXT,
    coord_system_id: NUMBER,
    core_seq_region_id: NUMBER,
    schema_build: TEXT,
  };
  tables.set('seq_region', table(columns, rows));
}

function transcriptsAsCrossReferences(tables: DumpText): void {
  const links: Row[] = [];
  const ids = new Map<string, string>();
  for (const [name, owner, type] of [
    ['probe_transcript', 'probe_id', 'Probe'],
    ['probe_set_transcript', 'probe_set_id', 'ProbeSet'],
  ] as const) {
    const matches = tables.get(name);
    tables.delete(name);
    for (const row of matches?.rows ?? []) {
      const stable = matches?.field(row, 'stable_id') ?? NULL;
      if (!ids.has(stable)) ids.set(stable, String(ids.size + 1));
      const link = String(links.length + 1);
      links.push([
        link,
        matches?.field(row, owner) ?? NULL,
        type,
        ids.get(stable) ?? NULL,
        matches?.field(row, 'description') ?? NULL,
      ]);
    }
  }
  const xref = { xref_id: NUMBER, external_db_id: NUMBER, dbprimary_acc: TEXT };
  tables.set(
    'xref',
    table(
      xref,
      [...ids].map(([stable, id]) => [id, '1', stable]),
    ),
  );
  tables.set('external_db', table({ external_db_id: NUMBER, db_name: TEXT }, [['1', 'homo_sapiens_core_Transcript']]));
  const link = {
    object_xref_id: NUMBER,
    ensembl_id: NUMBER,
    ensembl_object_type: TEXT,
    xref_id: NUMBER,
    linkage_annotation: TEXT,
  };
  tables.set('object_xref', table(link, links));
}

/** Features of the current build are in the set of all cell types, others in another set. */
function buildAsFeatureSet(tables: DumpText): void {
  const [builds, features] = [tables.get('regulatory_build'), tables.get('regulatory_feature')];
  tables.delete('regulatory_build');
  const current = new Set(
    builds?.rows
      .filter((row) => builds.field(row, 'is_current') === '1')
      .map((row) => builds.field(row, 'regulatory_build_id')),
  );
  features?.add('feature_set_id', NUMBER, (row) =>
    current.has(features.field(row, 'regulatory_build_id')) ? '607' : '608',
  );
  features?.drop('regulatory_build_id');
  tables.set(
    'feature_set',
    table({ feature_set_id: NUMBER, name: TEXT }, [
      ['607', 'RegulatoryFeatures:MultiCell'],
      ['608', 'RegulatoryFeatures:K562'],
    ]),
  );
}
