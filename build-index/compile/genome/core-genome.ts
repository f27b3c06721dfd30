import type { GenomeEntry } from '../../../src/release/manifest.ts';
import { openDatabase, type NeededTables } from '../../dump/database.ts';
import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { CORE_TABLES } from './core-schema.ts';
import { loadRegions, type RegionSet } from './regions.ts';
import { loadSpecies, speciesOfFolder } from './species.ts';

const { meta, coord_system, seq_region, seq_region_attrib, seq_region_synonym, attrib_type, external_db } = CORE_TABLES;

/** What tells which species a core database holds. */
export const SPECIES_TABLES = { meta, coord_system } as const satisfies NeededTables;

/**
 * What a database that hangs on a core database (variation, funcgen) asks of it: which genome it is, and its regions by
 * seq_region_id.
 */
export const CORE_GENOME_TABLES = {
  ...SPECIES_TABLES,
  seq_region,
  seq_region_attrib,
  seq_region_synonym,
  attrib_type,
  external_db,
} as const satisfies NeededTables;

export interface CoreGenome {
  /**
   * What is still to be compiled of it hangs on this entry, which has nothing of the core database itself but names.
   */
  entry: GenomeEntry;
  regions: RegionSet;
}

/**
 * Reads of a core dump what its species' other databases need to know.
 * @throws DumpError for a collection that does not have the folder's species
 */
export async function loadCoreGenome(core: DumpDatabase): Promise<CoreGenome> {
  const database = await openDatabase(core, CORE_GENOME_TABLES);
  try {
    const species = speciesOfFolder(await loadSpecies(database), core);
    if (!species) throw new DumpError(`${core.folder}: none of its species is ${core.species}`);
    const regions = await loadRegions(database, species.speciesId);
    const entry: GenomeEntry = {
      species: species.name,
      group: core.group,
      speciesId: species.speciesId,
      aliases: [],
      assembly: species.assembly,
      coordSystems: regions.coordSystems,
      sequence: null,
      longest: [],
      tables: {},
      info: { object: '', size: 0, sha256: '' },
    };
    return { entry, regions };
  } finally {
    await database.close();
  }
}
