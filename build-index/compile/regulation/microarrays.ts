import {
  encodeRecord,
  probeKey,
  type ProbeRecord,
  type ProbeSetRecord,
  type ProbeTranscript,
} from '../../../src/genome/feature-records.ts';
import type { Microarray } from '../../../src/release/documents.ts';
import { openDatabase, type Database } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { TRANSCRIPT_GENE_TABLES } from './funcgen-schema.ts';

type Gene = NonNullable<ProbeTranscript['gene']>;

export function microarrays(database: Database): Promise<Microarray[]> {
  return database.all<Microarray>(
    'SELECT name, vendor, type, format, class, description FROM "array" WHERE name IS NOT NULL ORDER BY rowid',
  );
}

/** Clients ask for an array by name. */
const NAMED_ARRAYS = '(FROM "array" WHERE name IS NOT NULL)';

/** SQL of probeKey: the names of array and probe in lower case, joined by a tab. */
const key = (name: string) => `lower(a.name) || chr(9) || lower(${name})`;
const ON_ARRAY = `JOIN array_chip USING (array_chip_id) JOIN ${NAMED_ARRAYS} a USING (array_id)`;

const transcripts = (table: string, owner: string) => `
  SELECT ${owner}, to_json(list(json_object('id', stable_id, 'description', description)
    ORDER BY ${table}_id))::VARCHAR AS transcripts FROM ${table} GROUP BY ${owner}`;

/** Writes `probes`. Of several probes of one name on an array, the first counts, as in Ensembl. */
export async function compileProbes(database: Database, table: SortedSink, genes: TranscriptGenes): Promise<void> {
  type Row = { array: string; name: string; length: number; sequence: string | null; transcripts: string | null };
  const rows = database.rows<Row>(`
    WITH transcripts AS (${transcripts('probe_transcript', 'probe_id')})
    SELECT a.name AS array, p.name, length, sequence, transcripts FROM probe p ${ON_ARRAY}
    LEFT JOIN probe_seq USING (probe_seq_id) LEFT JOIN transcripts USING (probe_id)
      ORDER BY ${key('p.name')}, probe_id`);
  await writeFirst(
    rows,
    table,
    (row): ProbeRecord => ({
      length: row.length,
      sequence: row.sequence,
      transcripts: withGenes(row.transcripts, genes),
    }),
  );
}

/** Writes `probe-sets`. The probes of a set determine its arrays. */
export async function compileProbeSets(database: Database, table: SortedSink, genes: TranscriptGenes): Promise<void> {
  type Row = { array: string; name: string; size: number; probes: string[]; transcripts: string | null };
  const rows = database.rows<Row>(`
    WITH transcripts AS (${transcripts('probe_set_transcript', 'probe_set_id')}),
    probes AS (
      SELECT probe_set_id, array_id, list(name ORDER BY name) AS probes FROM probe
        JOIN array_chip USING (array_chip_id)
      WHERE probe_set_id > 0 GROUP BY probe_set_id, array_id)
    SELECT a.name AS array, s.name, size, probes, transcripts FROM probe_set s JOIN probes USING (probe_set_id)
      JOIN ${NAMED_ARRAYS} a USING (array_id)
    LEFT JOIN transcripts USING (probe_set_id) ORDER BY ${key('s.name')}, probe_set_id`);
  await writeFirst(
    rows,
    table,
    (row): ProbeSetRecord => ({
      name: row.name,
      size: row.size,
      probes: row.probes,
      transcripts: withGenes(row.transcripts, genes),
    }),
  );
}

async function writeFirst<Row extends { array: string; name: string }>(
  rows: AsyncIterable<Row>,
  table: SortedSink,
  record: (row: Row) => object,
): Promise<void> {
  let last: string | undefined;
  for await (const row of rows) {
    const at = probeKey(row.array, row.name);
    if (at === last) continue;
    last = at;
    await table.add(at, encodeRecord(record(row)));
  }
}

function withGenes(json: string | null, genes: TranscriptGenes): ProbeTranscript[] {
  const listed = JSON.parse(json ?? '[]') as { id: string; description: string | null }[];
  return listed.map(({ id, description }) => ({ id, description, gene: genes.get(id) ?? null }));
}

/** Stable id of a transcript -> its gene. */
export type TranscriptGenes = ReadonlyMap<string, Gene>;

/**
 * The genes of a species' current transcripts. Reads nothing if no probe of the funcgen database matches a transcript.
 */
export async function transcriptGenes(funcgen: Database, core: DumpDatabase): Promise<TranscriptGenes> {
  const [matches] = await funcgen.all(
    'SELECT 1 FROM probe_transcript UNION ALL SELECT 1 FROM probe_set_transcript LIMIT 1',
  );
  if (!matches) return new Map();
  const database = await openDatabase(core, TRANSCRIPT_GENE_TABLES);
  try {
    const rows = await database.all<{ transcript: string; id: string; name: string | null }>(`
      SELECT t.stable_id AS transcript, g.stable_id AS id, display_label AS name FROM transcript t
        JOIN gene g USING (gene_id)
      LEFT JOIN xref ON xref_id = display_xref_id WHERE t.is_current = 1 AND t.stable_id IS NOT NULL`);
    return new Map(rows.map(({ transcript, id, name }) => [transcript, { id, name }]));
  } finally {
    await database.close();
  }
}
