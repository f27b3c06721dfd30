import { found, present } from '../../../src/checked.ts';
import type { ArchiveRecord, ArchivedVersion, Successor } from '../../../src/genome/stable-id.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import { RELEASE_TABLES } from '../../../src/release/table-registry.ts';
import { type Database, type NeededTables, openDatabase } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { sqlText } from '../../dump/query-chunks.ts';
import { countRepeated } from '../../dump/unique-rows.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { CORE_TABLES } from '../genome/core-schema.ts';
import { ARCHIVE_REFERENCES } from '../reference-lists.ts';
import { countMissingReferences } from '../references.ts';
import { groupsOf } from '../rows/row-groups.ts';
import { SortedRows } from '../rows/sorted-rows.ts';

const { meta, mapping_session, stable_id_event, gene_archive, peptide_archive } = CORE_TABLES;

/** The tables from which the history of the stable ids of a core database is compiled. */
export const ARCHIVE_TABLES = {
  meta,
  mapping_session,
  stable_id_event,
  gene_archive,
  peptide_archive,
} as const satisfies NeededTables;

export const STABLE_ID_TABLES = {
  archive_id_lookup: { archive_id: 'text', species_id: 'integer' },
  species: { species_id: 'integer', name: 'text' },
} as const satisfies NeededTables;

/**
 * Writes the history of the stable ids of all core databases as the table `archive`. Returns null when there is none.
 * @param listed see archiveRecords
 */
export async function compileArchive(
  dumps: readonly DumpDatabase[],
  listed: DumpDatabase | null,
  folder: IndexFolder,
): Promise<TableEntry | null> {
  return folder.withScratch(async (scratch) => {
    const rows = await SortedRows.create(scratch, 'archive');
    const known = listed && (await openDatabase(listed, STABLE_ID_TABLES));
    try {
      for (const dump of dumps) {
        const database = await openDatabase(dump, ARCHIVE_TABLES);
        try {
          await countRepeated(database, 'stable_id_event', EVENT_KEY, named(EVENT_KEY), 'duplicate key');
          await countMissingReferences(database, ARCHIVE_REFERENCES);
          for await (const [key, record] of archiveRecords(database, known)) rows.add(key, record);
        } finally {
          await database.close();
        }
      }
      if (rows.count === 0) return null;
      const table = await folder.sortedTable(RELEASE_TABLES.archive);
      await rows.write(table.writer);
      return await table.finish();
    } finally {
      rows.close();
      await known?.close();
    }
  });
}

/** Columns of the UNIQUE key of stable_id_event, by which MySQL keeps the first row and drops further ones. */
const EVENT_KEY = ['mapping_session_id', 'old_stable_id', 'new_stable_id', 'type'];

/** SQL of whether a UNIQUE key holds a row: it allows any number of rows with NULL. */
function named(columns: readonly string[]): string {
  return columns.map((column) => `${column} IS NOT NULL`).join(' AND ');
}

interface EventRow {
  key: string;
  old_stable_id: string | null;
  old_version: number | null;
  new_stable_id: string | null;
  new_version: number | null;
  mapping_session_id: number;
  type: string;
  score: number | null;
}

interface PeptideRow {
  key: string;
  version: number;
  peptide: string;
}

type StableIdEvent = EventRow & { session: MappingSession };

/**
 * Yields the history of every stable id that an event of the database names, ordered by lower-cased id. These tables
 * belong to the whole database, not to one of its species. The rules follow Ensembl's API (ArchiveStableIdAdaptor): the
 * newest session that names a version decides its state, and its successors are the ids to which that session's old
 * database was mapped.
 *
 * @param listed stable_ids database of the release; if given, only the ids that it lists as archived are included
 */
async function* archiveRecords(
  database: Database,
  listed: Database | null,
): AsyncGenerator<[key: string, record: ArchiveRecord]> {
  const sessions = await MappingSessions.load(database);
  const known = listed && archivedKeys(listed, await speciesOf(database));
  const events = groupsOf(
    database.batches<EventRow>(`
    SELECT lower(id) AS key, old_stable_id, old_version, new_stable_id, new_version, mapping_session_id, type, score
      FROM (
      SELECT old_stable_id AS id, rowid AS row, * FROM stable_id_event
      UNION ALL SELECT new_stable_id AS id, rowid AS row, * FROM stable_id_event WHERE new_stable_id IS DISTINCT
        FROM old_stable_id)
    WHERE id IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY id, mapping_session_id, old_stable_id, new_stable_id, type ORDER BY row) = 1
    ORDER BY key, row`),
    ({ key }) => key,
  );
  const peptides = groupsOf(
    database.batches<PeptideRow>(`
    SELECT lower(translation_stable_id) AS key, translation_version AS version, peptide_seq AS peptide
    FROM gene_archive JOIN peptide_archive USING (peptide_archive_id) WHERE translation_stable_id <> ''
      ORDER BY key, version, peptide_archive_id`),
    ({ key }) => key,
  );
  let peptide = await peptides.next();
  for await (const rows of events) {
    const [{ key }] = rows;
    while (peptide.done !== true && peptide.value[0].key < key) peptide = await peptides.next();
    if (known && !(await known.has(key))) continue;
    const named = rows.flatMap((row) => {
      const session = sessions.byId.get(row.mapping_session_id);
      return session ? [{ ...row, session }] : [];
    });
    const sequences = peptide.done !== true && peptide.value[0].key === key ? peptide.value : [];
    if (named.length > 0) yield [key, historyOf(key, named, sequences, sessions)];
  }
}

function historyOf(
  key: string,
  events: readonly StableIdEvent[],
  peptides: readonly PeptideRow[],
  sessions: MappingSessions,
): ArchiveRecord {
  const versions = new Set(
    events.flatMap((event) => [
      ...(isOld(event, key) ? [event.old_version] : []),
      ...(isNew(event, key) ? [event.new_version] : []),
    ]),
  );
  const states = [...versions].map((version): ArchivedVersion => {
    const event = newest(
      key,
      events.filter(
        (each) =>
          (isOld(each, key) && each.old_version === version) || (isNew(each, key) && each.new_version === version),
      ),
      version,
    );
    const { session } = event;
    const arrived = isNew(event, key) && event.new_version === version;
    const [release, assembly, db] = arrived
      ? [session.newRelease, session.newAssembly, session.newDb]
      : [session.oldRelease, session.oldAssembly, session.oldDb];
    return {
      version,
      release,
      assembly,
      successors: successorsOf(key, events, db, sessions),
      peptide: peptides.find((each) => each.version === version)?.peptide ?? null,
    };
  });
  const last = newest(key, events);
  const lastVersion = isNew(last, key) ? last.new_version : last.old_version;
  return {
    type: titleCase(last.type),
    latest: found(states, ({ version }) => version === lastVersion),
    versions: states,
  };
}

/**
 * The event of the newest session. If that session has several, Ensembl takes the one with the highest score; of equal
 * scores, one that names the id (in that version) as the old one comes first.
 */
function newest(key: string, events: readonly StableIdEvent[], version?: number | null): StableIdEvent {
  const isFrom = (event: StableIdEvent) =>
    isOld(event, key) && (version === undefined || event.old_version === version);
  return events.reduce((best, event) => {
    if (event.session.created !== best.session.created)
      return event.session.created > best.session.created ? event : best;
    const [score, bestScore] = [event.score ?? -1, best.score ?? -1];
    if (score !== bestScore) return score > bestScore ? event : best;
    return isFrom(event) && !isFrom(best) ? event : best;
  });
}

/**
 * The ids to which an id of a database was mapped. If no session starts from that database, the id is its own successor
 * in the first later database that contains it.
 */
function successorsOf(
  key: string,
  events: readonly StableIdEvent[],
  db: string,
  sessions: MappingSessions,
): Successor[] {
  const leaving = (from: string) => events.filter((event) => isOld(event, key) && event.session.oldDb === from);
  const mapped = leaving(db).flatMap(({ new_stable_id: id, score }) => (id === null ? [] : [{ id, score }]));
  if (mapped.length > 0) return mapped;
  for (const later of sessions.databasesAfter(db)) {
    const [event] = leaving(later);
    if (!event) continue;
    const arrival = events.find((each) => isOld(each, key) && isNew(each, key) && each.session.newDb === db);
    return [{ id: present(event.old_stable_id, 'old_stable_id'), score: arrival?.score ?? null }];
  }
  return [];
}

function isOld(event: EventRow, key: string): boolean {
  return event.old_stable_id?.toLowerCase() === key;
}

function isNew(event: EventRow, key: string): boolean {
  return event.new_stable_id?.toLowerCase() === key;
}

function titleCase(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1).toLowerCase();
}

/** Production names of the species of a database. A collection contains many and has a name of its own. */
async function speciesOf(database: Database): Promise<string[]> {
  const named = await database.all<{ name: string }>(
    `SELECT DISTINCT meta_value AS name FROM meta
      WHERE meta_key = 'species.production_name' AND meta_value IS NOT NULL`,
  );
  return [database.dump.species, ...named.map(({ name }) => name)];
}

/**
 * Looks up ascending keys in the stable_ids database: is a key an archived id of one of the species? The kind of
 * database (archive_id_lookup.db_type) does not matter: Ensembl's service uses the list only to find the species whose
 * core database it queries.
 */
function archivedKeys(listed: Database, species: readonly string[]): { has(key: string): Promise<boolean> } {
  const names = species.map((name) => sqlText(name.toLowerCase()));
  const rows = listed
    .rows<{ key: string }>(`
    SELECT DISTINCT lower(archive_id) AS key FROM archive_id_lookup JOIN species USING (species_id)
    WHERE lower(replace(name, ' ', '_')) IN (${names.join()}) ORDER BY key`)
    [Symbol.asyncIterator]();
  let next: IteratorResult<{ key: string }> | undefined;
  return {
    async has(key) {
      next ??= await rows.next();
      while (next.done !== true && next.value.key < key) next = await rows.next();
      return next.done !== true && next.value.key === key;
    },
  };
}

/** A mapping of stable ids from one database of a species to the next. */
interface MappingSession {
  oldDb: string;
  newDb: string;
  oldRelease: string;
  newRelease: string;
  oldAssembly: string;
  newAssembly: string;
  /** Date and time as the dump spells it: sorting the texts sorts the times. */
  created: string;
}

/** The mapping sessions of a database, and the order of the databases that they name. */
class MappingSessions {
  readonly byId: ReadonlyMap<number, MappingSession>;
  /** Newest first. */
  readonly #databases: readonly string[];

  private constructor(byId: ReadonlyMap<number, MappingSession>, databases: readonly string[]) {
    this.byId = byId;
    this.#databases = databases;
  }

  static async load(database: Database): Promise<MappingSessions> {
    const rows = await database.all<
      Record<
        'old_db_name' | 'new_db_name' | 'old_release' | 'new_release' | 'old_assembly' | 'new_assembly',
        string
      > & { id: number; created: string | null }
    >(
      `SELECT mapping_session_id AS id, old_db_name, new_db_name, old_release, new_release, old_assembly, new_assembly,
        created FROM mapping_session ORDER BY created DESC, id DESC`,
    );
    const byId = new Map(
      rows.map((row) => [
        row.id,
        {
          oldDb: row.old_db_name,
          newDb: row.new_db_name,
          oldRelease: row.old_release,
          newRelease: row.new_release,
          oldAssembly: row.old_assembly,
          newAssembly: row.new_assembly,
          created: row.created ?? '',
        },
      ]),
    );
    return new MappingSessions(byId, [...new Set(rows.flatMap((row) => [row.new_db_name, row.old_db_name]))]);
  }

  /** The databases that are newer than the named one, oldest first. */
  databasesAfter(name: string): string[] {
    return this.#databases.slice(0, Math.max(0, this.#databases.indexOf(name))).reverse();
  }
}
