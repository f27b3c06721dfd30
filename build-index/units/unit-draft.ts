import { type NeededTables, openDatabase } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import type { VcfCollection } from '../vcf/vcf-config.ts';
import type { UnitTask } from './unit.ts';
import { SPECIES_TABLES } from '../compile/genome/core-genome.ts';
import { loadSpecies, type DumpSpecies } from '../compile/genome/species.ts';
import { DumpError } from '../dump/dump-error.ts';

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
export type DraftUnit = (
  part: string[],
  task: UnitTask,
  tables: NeededTables,
  vcf?: readonly VcfCollection[],
  ofCore?: NeededTables,
) => Draft;

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

/** A core-like database of a plan. */
export interface PlannedCore {
  dump: DumpDatabase;
  /** Id of its unit. */
  unit: string;
  /** Null when the dump is so broken that it does not tell them: its unit will say why. */
  species: DumpSpecies[] | null;
}

/** @throws DumpError when two databases of a kind hold the same species */
export async function describeCores(dumps: readonly DumpDatabase[]): Promise<PlannedCore[]> {
  const cores: PlannedCore[] = [];
  const seen = new Set<string>();
  for (const dump of dumps) {
    const species = await speciesOf(dump);
    for (const { name } of species ?? []) {
      const key = `${name} ${dump.group}`;
      if (seen.has(key))
        throw new DumpError(
          `${dump.folder}: another dump holds the ${dump.group} database of ${name}, too ` +
            '(species.production_name of the meta table)',
        );
      seen.add(key);
    }
    cores.push({ dump, unit: asUnitName(dump.species, dump.group), species });
  }
  return cores;
}

async function speciesOf(dump: DumpDatabase): Promise<DumpSpecies[] | null> {
  try {
    const database = await openDatabase(dump, SPECIES_TABLES);
    try {
      const species = await loadSpecies(database);
      return species.length > 0 ? species : null;
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof DumpError) return null;
    throw error;
  }
}
