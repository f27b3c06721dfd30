import type { NeededTables } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import type { VcfCollection } from '../vcf/vcf-config.ts';
import type { UnitTask } from './unit.ts';

/** A unit whose inputs have not been looked at. */
export interface Draft {
  id: string;
  task: UnitTask;
  /** Units that have been planned before it. */
  after: string[];
  /** Paths of what it reads; may repeat. */
  files: string[];
  /** What else decides its output: the columns of the tables that it reads. */
  schema: unknown;
  /** How much of what it reads it works on, where it goes past the rest; 1 without. */
  share?: number;
}

/** Drafts a unit of a database, which is called after it and the part that it makes. */
export type DraftUnit = (part: string[], task: UnitTask, tables: NeededTables, vcf?: readonly VcfCollection[], ofCore?: NeededTables) => Draft;

/** The name of a unit of a database; other letters than a name may have become `_`. */
export function asUnitName(species: string, ...what: string[]): string {
  return [species, ...what].join('.').replaceAll(/[^\w.-]/g, '_');
}

/** Data files of the tables that a dump has of those that are needed. */
export function filesOf(dump: DumpDatabase, tables: NeededTables): string[] {
  return Object.keys(tables).flatMap((table) => dump.tables.get(table) ?? []);
}

export function schemaOf(dump: DumpDatabase, tables: NeededTables): unknown {
  return Object.keys(tables).map((table) => dump.schema.get(table));
}
