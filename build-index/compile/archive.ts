import type { ArchivedState, ArchiveEvent, ArchiveRecord } from '../../src/genome/archive-record.ts';
import { encodeRecord } from '../../src/genome/feature-records.ts';
import type { SortedTableWriter } from '../../src/index/sorted-table.ts';
import type { Database } from '../dump/database.ts';

interface EventRow {
  key: string;
  old_stable_id: string | null;
  old_version: number | null;
  new_stable_id: string | null;
  new_version: number | null;
  type: string;
  score: number | null;
  old_release: string;
  new_release: string;
  old_assembly: string;
  new_assembly: string;
  created: string | null;
}

interface StateRow {
  key: string;
  gene_stable_id: string;
  gene_version: number;
  transcript_stable_id: string;
  transcript_version: number;
  translation_stable_id: string | null;
  translation_version: number | null;
  peptide_seq: string | null;
  old_release: string;
  old_assembly: string;
}

/**
 * Writes the `archive` table of a database: for every stable id that an event or an archived state names, what is known
 * of its past. These tables belong to the whole database, not to one of its species.
 */
export async function compileArchive(database: Database, open: () => Promise<SortedTableWriter>): Promise<void> {
  const events = grouped(database.rows<EventRow>(`
    SELECT lower(id) AS key, e.*, old_release, new_release, old_assembly, new_assembly, created FROM (
      SELECT DISTINCT * FROM (
        SELECT old_stable_id AS id, * FROM stable_id_event UNION ALL SELECT new_stable_id AS id, * FROM stable_id_event)) e
    JOIN mapping_session USING (mapping_session_id) WHERE id IS NOT NULL
    ORDER BY key, mapping_session_id, old_stable_id, new_stable_id`));
  const states = grouped(database.rows<StateRow>(`
    SELECT lower(id) AS key, s.*, peptide_seq, old_release, old_assembly FROM (
      SELECT gene_stable_id AS id, * FROM gene_archive UNION ALL
      SELECT transcript_stable_id AS id, * FROM gene_archive UNION ALL
      SELECT translation_stable_id AS id, * FROM gene_archive) s
    JOIN mapping_session USING (mapping_session_id) LEFT JOIN peptide_archive USING (peptide_archive_id) WHERE id IS NOT NULL AND id <> ''
    ORDER BY key, mapping_session_id, transcript_stable_id`));
  let writer: SortedTableWriter | undefined;
  let [event, state] = [await events.next(), await states.next()];
  while (event.done !== true || state.done !== true) {
    const keys = [event, state].flatMap((each) => (each.done === true ? [] : [each.value.key]));
    const key = keys.reduce((least, each) => (each < least ? each : least));
    const record: ArchiveRecord = { events: [], states: [] };
    if (event.done !== true && event.value.key === key) {
      record.events = event.value.rows.map(eventOf);
      event = await events.next();
    }
    if (state.done !== true && state.value.key === key) {
      record.states = state.value.rows.map(stateOf);
      state = await states.next();
    }
    writer ??= await open();
    await writer.add(key, encodeRecord(record));
  }
}

async function* grouped<Row extends { key: string }>(rows: AsyncIterable<Row>): AsyncGenerator<{ key: string; rows: Row[] }> {
  let group: { key: string; rows: Row[] } | undefined;
  for await (const row of rows) {
    if (group?.key === row.key) group.rows.push(row);
    else {
      if (group) yield group;
      group = { key: row.key, rows: [row] };
    }
  }
  if (group) yield group;
}

function eventOf(row: EventRow): ArchiveEvent {
  return {
    oldId: row.old_stable_id, oldVersion: row.old_version, newId: row.new_stable_id, newVersion: row.new_version, type: row.type, score: row.score,
    session: {
      oldRelease: row.old_release, newRelease: row.new_release, oldAssembly: row.old_assembly, newAssembly: row.new_assembly, created: row.created,
    },
  };
}

function stateOf(row: StateRow): ArchivedState {
  return {
    gene: { id: row.gene_stable_id, version: row.gene_version },
    transcript: { id: row.transcript_stable_id, version: row.transcript_version },
    translation: row.translation_stable_id ? { id: row.translation_stable_id, version: row.translation_version ?? 0 } : null,
    peptide: row.peptide_seq, release: row.old_release, assembly: row.old_assembly,
  };
}
