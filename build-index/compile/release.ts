import type { GenomeEntry, SpeciesEntry } from '../../src/release/manifest.ts';
import { openDatabase, type Database } from '../dump/database.ts';
import { DumpError } from '../dump/dump-error.ts';
import { findDatabases, type DumpDatabase } from '../dump/find-databases.ts';
import { IndexFolder } from '../output/index-folder.ts';
import { CORE_TABLES } from './core-schema.ts';
import { compileGenePhenotypes } from './gene-phenotypes.ts';
import { compileGenome, type SharedSequence } from './genome.ts';
import { ScratchBases } from './scratch-bases.ts';
import { loadSpecies, speciesEntry } from './species.ts';
import { VARIATION_TABLES } from './variation-schema.ts';
import { StableIdCollector } from './stable-id-table.ts';

/** Told what is being done; for a progress bar. */
export interface BuildProgress {
  /** All databases that will be compiled are known. */
  begin(databases: number): void;
  database(dump: DumpDatabase): void;
  bases(count: number): void;
  genes(count: number): void;
  databaseDone(): void;
}

export interface BuildResult {
  id: string;
  genomes: number;
  /** Databases that this version cannot compile, which are left out. */
  leftOut: string[];
}

/** Groups whose databases have the tables of a core database; core first, as the others borrow its sequence. */
const CORE_LIKE = ['core', 'otherfeatures', 'cdna', 'rnaseq'];
/** All that are compiled, in this order: what adds to a genome comes after it. */
const COMPILED = [...CORE_LIKE, 'variation'];

/**
 * Compiles dump folders into an index folder and makes it the current release there.
 *
 * @throws DumpError for input that cannot be compiled; the index folder is then as it was before
 */
export async function buildRelease(dumpFolders: readonly string[], indexFolder: string, progress: BuildProgress): Promise<BuildResult> {
  const dumps = await findDatabases(dumpFolders);
  const compiled = dumps.filter(({ group }) => COMPILED.includes(group)).sort((a, b) => COMPILED.indexOf(a.group) - COMPILED.indexOf(b.group));
  const leftOut = dumps.filter((dump) => !compiled.includes(dump)).map(({ species, group }) => `${species}/${group}`);
  if (!compiled.some(({ group }) => CORE_LIKE.includes(group))) throw new DumpError(`${dumpFolders.join(', ')}: no core database among the dumps (found ${leftOut.join(', ')})`);
  progress.begin(compiled.length);
  const folder = await IndexFolder.create(indexFolder);
  try {
    const release = new ReleaseDraft();
    const ids = await folder.withScratch(async (scratch) => {
      const collector = await StableIdCollector.create(scratch);
      for (const dump of compiled) {
        progress.database(dump);
        if (dump.group === 'variation') await compileVariation(dump, release, folder);
        else await compileDatabase(dump, release, folder, collector, progress);
        progress.databaseDone();
      }
      const table = await folder.sortedTable('ids', true);
      await collector.write(table.writer);
      collector.close();
      return table.finish();
    });
    const { genomes, species, version } = release;
    // A species' groups are those it was dumped with, compiled or not.
    for (const dump of dumps) if (!compiled.includes(dump)) species.get(dump.species)?.groups.push(dump.group);
    return { id: await folder.publish({ version, species: [...species.values()], genomes, ids }), genomes: genomes.length, leftOut };
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/** What has been compiled so far. */
class ReleaseDraft {
  readonly genomes: GenomeEntry[] = [];
  readonly species = new Map<string, SpeciesEntry>();
  readonly sequences = new Map<string, SharedSequence>();
  version = 0;
}

async function compileDatabase(dump: DumpDatabase, release: ReleaseDraft, folder: IndexFolder, ids: StableIdCollector, progress: BuildProgress): Promise<void> {
  const database = await openDatabase(dump, CORE_TABLES);
  try {
    await folder.withScratch(async (folderOfDna) => {
      const scratch = await ScratchBases.load(dump, folderOfDna);
      try {
        await compileMembers(database, scratch, release, folder, ids, progress);
      } finally {
        await scratch.close();
      }
    });
  } finally {
    await database.close();
  }
}

/** Adds the tables of a variation database to the core genome of its species. */
async function compileVariation(dump: DumpDatabase, release: ReleaseDraft, folder: IndexFolder): Promise<void> {
  const genome = release.genomes.find(({ species, group }) => species === dump.species && group === 'core');
  if (!genome) throw new DumpError(`${dump.folder}: a variation database needs the core database of ${dump.species}, which is not among the dumps`);
  const database = await openDatabase(dump, VARIATION_TABLES);
  try {
    let table: Awaited<ReturnType<IndexFolder['sortedTable']>> | undefined;
    await compileGenePhenotypes(database, async () => (table = await folder.sortedTable(`${dump.species}/variation/gene-phenotypes`)).writer);
    if (table) genome.tables['gene-phenotypes'] = await table.finish();
  } finally {
    await database.close();
  }
  release.species.get(dump.species)?.groups.push(dump.group);
}

async function compileMembers(database: Database, scratch: ScratchBases, release: ReleaseDraft, folder: IndexFolder, ids: StableIdCollector, progress: BuildProgress): Promise<void> {
  const { dump } = database;
  const members = await loadSpecies(database);
  if (members.length === 0) throw new DumpError(`${dump.folder}: the coord_system table has no row, so there is no genome to compile`);
  for (const { speciesId, meta } of members) {
    // A database of one species may lack the name; the folder has it.
    const name = meta['species.production_name']?.[0] ?? (members.length === 1 ? dump.species : `${dump.species}_${speciesId}`);
    const { entry, sequence } = await compileGenome({
      database, speciesId, species: name, meta, index: release.genomes.length, scratch, shared: release.sequences.get(name) ?? null, folder, ids,
      progress: ({ bases = 0, genes = 0 }) => {
        progress.bases(bases);
        progress.genes(genes);
      },
    });
    release.genomes.push(entry);
    if (sequence && dump.group === 'core') release.sequences.set(name, sequence);
    const species = release.species.get(name) ?? speciesEntry(name, meta);
    species.groups.push(dump.group);
    release.species.set(name, species);
    release.version = Math.max(release.version, species.release);
  }
}
