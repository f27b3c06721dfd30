import { SPECIES_TABLES } from '../compile/genome/core-genome.ts';
import { loadSpecies, type DumpSpecies } from '../compile/genome/species.ts';
import { openDatabase } from '../dump/database.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { DumpDatabase } from '../dump/find-databases.ts';
import { asUnitName } from './unit-draft.ts';

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
      if (seen.has(key)) throw new DumpError(`${dump.folder}: another dump holds the ${dump.group} database of ${name}, too (species.production_name of the meta table)`);
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
