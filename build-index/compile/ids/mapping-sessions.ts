import type { Database } from '../../dump/database.ts';

/** A mapping of stable ids from one database of a species to the next. */
export interface MappingSession {
  oldDb: string;
  newDb: string;
  oldRelease: string;
  newRelease: string;
  oldAssembly: string;
  newAssembly: string;
  /** Date and time, as the dump spells it: texts compare as the times do. */
  created: string;
}

/** The mapping sessions of a database, and the order of the databases that they name. */
export class MappingSessions {
  readonly byId: ReadonlyMap<number, MappingSession>;
  /** Newest first. */
  readonly #databases: readonly string[];

  private constructor(byId: ReadonlyMap<number, MappingSession>, databases: readonly string[]) {
    this.byId = byId;
    this.#databases = databases;
  }

  static async load(database: Database): Promise<MappingSessions> {
    const rows = await database.all<Record<'old_db_name' | 'new_db_name' | 'old_release' | 'new_release' | 'old_assembly' | 'new_assembly', string> & { id: number; created: string | null }>(
      'SELECT mapping_session_id AS id, old_db_name, new_db_name, old_release, new_release, old_assembly, new_assembly, created FROM mapping_session ORDER BY created DESC, id DESC');
    const byId = new Map(rows.map((row) => [row.id, {
      oldDb: row.old_db_name, newDb: row.new_db_name, oldRelease: row.old_release, newRelease: row.new_release,
      oldAssembly: row.old_assembly, newAssembly: row.new_assembly, created: row.created ?? '',
    }]));
    return new MappingSessions(byId, [...new Set(rows.flatMap((row) => [row.new_db_name, row.old_db_name]))]);
  }

  /** The databases newer than one, the next first. */
  databasesAfter(name: string): string[] {
    return this.#databases.slice(0, Math.max(0, this.#databases.indexOf(name))).reverse();
  }
}
