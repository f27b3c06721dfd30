import { type NeededTables, openDatabase } from '../dump/database.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { withFormerTables } from '../dump/former/former-layouts.ts';
import type { VcfCollection } from '../vcf/vcf-config.ts';
import type { UnitTask } from './unit.ts';
import { SPECIES_TABLES } from '../compile/genome/core-genome.ts';
import { loadSpecies, type DumpSpecies } from '../compile/genome/species.ts';
import { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { Faults } from '../dump/faults.ts';

/** A unit before its input files are examined. */
export interface Draft {
  id: string;
  task: UnitTask;
  /** Ids of units that must run before. */
  after: string[];
  /** Paths of input files; may repeat. */
  files: string[];
  /** Schemas of the tables that it reads, which also decide its output. */
  schema: unknown;
  /** Share of its input that it works on; it skips the rest. By default 1. */
  share?: number;
}

/** Drafts a unit of a database. Its id contains the database and the part. */
export type DraftUnit = (
  part: string[],
  task: UnitTask,
  tables: NeededTables,
  vcf?: readonly VcfCollection[],
  ofCore?: NeededTables,
) => Draft;

/** The id of a unit of a database. Characters that are not allowed become `_`. */
export function asUnitName(species: string, ...what: string[]): string {
  return [species, ...what].join('.').replaceAll(/[^\w.-]/g, '_');
}

/** Data files of the needed tables that a dump contains, also of those that older releases had for them. */
export function filesOf(dump: DumpDatabase, tables: NeededTables): string[] {
  return Object.keys(withFormerTables(dump, tables)).flatMap((table) => dump.tables.get(table) ?? []);
}

export function schemaOf(dump: DumpDatabase, tables: NeededTables): unknown {
  return Object.keys(withFormerTables(dump, tables)).map((table) => dump.schema.get(table));
}

/** A core-like database of a plan. */
export interface PlannedCore {
  dump: DumpDatabase;
  /** Id of its unit. */
  unit: string;
  /** Null if the dump is too damaged to read them; its unit will report why. */
  species: DumpSpecies[] | null;
}

/** Reads the species of core-like databases. @param faults gets a sentence for each second database of a species */
export async function describeCores(dumps: readonly DumpDatabase[], faults: Faults): Promise<PlannedCore[]> {
  const cores: PlannedCore[] = [];
  const seen = new Set<string>();
  for (const dump of dumps) {
    const species = await speciesOf(dump);
    for (const { name } of species ?? []) {
      const key = `${name} ${dump.group}`;
      if (seen.has(key))
        faults.add(
          `${dump.folder}: another dump also contains the ${dump.group} database of ${name} ` +
            '(species.production_name of the meta table): remove one of them',
        );
      seen.add(key);
    }
    cores.push({ dump, unit: asUnitName(dump.species, dump.group), species });
  }
  return cores;
}

async function speciesOf(dump: DumpDatabase): Promise<DumpSpecies[] | null> {
  try {
    // The unit of the database counts its departures.
    const database = await openDatabase({ ...dump, departures: new Departures() }, SPECIES_TABLES);
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
