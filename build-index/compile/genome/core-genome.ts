import type { GenomeEntry } from '../../../src/release/manifest.ts';
import { openDatabase, type NeededTables } from '../../dump/database.ts';
import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import { CORE_TABLES } from './core-schema.ts';
import { loadRegions, type RegionSet } from './regions.ts';
import { loadSpecies, speciesOfFolder } from './species.ts';

const { meta, coord_system, seq_region, seq_region_attrib, seq_region_synonym, attrib_type, external_db } = CORE_TABLES;

/** The tables that name the species of a core database. */
export const SPECIES_TABLES = { meta, coord_system } as const satisfies NeededTables;

/**
 * The tables of a core database that its dependent databases (variation, funcgen) need: the genome and its regions by
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
  /** Names of the genome. The dependent databases add their tables; those of the core database are not included. */
  entry: GenomeEntry;
  regions: RegionSet;
}

/**
 * Reads the parts of a core dump that the species' other databases need.
 * @throws DumpError for a collection that does not contain the folder's species
 */
export async function loadCoreGenome(core: DumpDatabase): Promise<CoreGenome> {
  const database = await openDatabase(core, CORE_GENOME_TABLES);
  try {
    const species = speciesOfFolder(await loadSpecies(database), core);
    if (!species) throw new DumpError(`${core.folder} does not contain the species ${core.species}`);
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
