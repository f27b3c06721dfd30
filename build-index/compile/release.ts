import type { GenomeEntry, GenotypesEntry, SpeciesEntry } from '../../src/release/manifest.ts';
import { openDatabase, type Database } from '../dump/database.ts';
import { DumpError } from '../dump/dump-error.ts';
import { findDatabases, type DumpDatabase } from '../dump/find-databases.ts';
import { collectionsOf, isWebAddress, readVcfConfig, type VcfCollection } from '../dump/vcf-config.ts';
import { IndexFolder } from '../output/index-folder.ts';
import { inputStamp } from '../output/input-stamp.ts';
import { chooseSamples } from '../samples/choose-samples.ts';
import { CORE_TABLES } from './core-schema.ts';
import { compileFuncgen } from './funcgen.ts';
import { funcgenTables } from './funcgen-schema.ts';
import { compileOwnGenotypes, compileVcfGenotypes } from './genotypes.ts';
import { compileGenome, type SharedSequence } from './genome.ts';
import type { RegionSet } from './regions.ts';
import { ReleaseInformation } from './release-information.ts';
import { ScratchBases } from './scratch-bases.ts';
import { checkUnique, missingTables, mixedReleases, unevenAssembly, unplacedGenes } from './notices.ts';
import { loadSpecies, speciesEntry } from './species.ts';
import { compileVariantPlaces, compileVariants } from './variation.ts';
import { VARIATION_TABLES } from './variation-schema.ts';
import { StableIdCollector } from './stable-id-table.ts';
import { compileVocabularies, VOCABULARY_GROUPS } from './vocabularies.ts';

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
  /** What the operator should know: one sentence each. */
  notices: string[];
}

/** Groups whose databases have the tables of a core database; core first, as the others borrow its sequence. */
const CORE_LIKE = ['core', 'otherfeatures', 'cdna', 'rnaseq'];
/** All that are compiled, in this order: what adds to a genome comes after it. */
const COMPILED = [...CORE_LIKE, 'variation', 'funcgen'];
/** Those of which something is compiled elsewhere. */
const CONSULTED = [...VOCABULARY_GROUPS, 'compara', 'stable_ids'];

export interface BuildOptions {
  /** A vcf_config.json that lists VCF files with genotypes. */
  vcfConfig?: string;
}

/**
 * Compiles dump folders into an index folder and makes it the current release there.
 *
 * @throws DumpError for input that cannot be compiled; the index folder is then as it was before
 */
export async function buildRelease(dumpFolders: readonly string[], indexFolder: string, progress: BuildProgress, options: BuildOptions = {}): Promise<BuildResult> {
  const collections = options.vcfConfig === undefined ? [] : await readVcfConfig(options.vcfConfig);
  const dumps = await findDatabases(dumpFolders);
  const compiled = dumps.filter(({ group }) => COMPILED.includes(group)).sort((a, b) => COMPILED.indexOf(a.group) - COMPILED.indexOf(b.group));
  const leftOut = dumps.filter((dump) => !compiled.includes(dump) && !CONSULTED.includes(dump.group)).map(({ species, group }) => `${species}/${group}`);
  if (!compiled.some(({ group }) => CORE_LIKE.includes(group))) throw new DumpError(`${dumpFolders.join(', ')}: no core database among the dumps, only ${dumps.map(({ species, group }) => `${species}/${group}`).join(', ')}`);
  checkUnique(dumps);
  progress.begin(compiled.length);
  const folder = await IndexFolder.create(indexFolder);
  folder.stamp = await inputStamp([...dumps.flatMap(({ tables }) => [...tables.values()]), ...collections.flatMap(({ files }) => files)]);
  try {
    const release = new ReleaseDraft(new Set(compiled.filter(({ group }) => !CORE_LIKE.includes(group)).map((dump) => dump.species)));
    const { ids, information } = await folder.withScratch(async (scratch) => {
      const collector = await StableIdCollector.create(scratch);
      const information = await ReleaseInformation.create(folder, dumps, scratch);
      try {
        for (const dump of compiled) {
          progress.database(dump);
          if (CORE_LIKE.includes(dump.group)) await compileDatabase(dump, release, information, folder, collector, progress);
          else await compileFurtherDatabase(dump, dumps, collections, release, information, folder);
          progress.databaseDone();
        }
        const table = await folder.sortedTable('ids', 'first');
        await collector.write(table.writer);
        return { ids: await table.finish(), information: await information.finish(release.genomes) };
      } finally {
        collector.close();
        await information.close();
      }
    });
    const { terms, taxa } = await compileVocabularies(dumps, folder);
    const { genomes, species, version } = release;
    // A species' groups are those it was dumped with, compiled or not.
    for (const dump of dumps) if (!compiled.includes(dump)) species.get(dump.species)?.groups.push(dump.group);
    const notices = [...release.notices, ...mixedReleases(new Map([...species].map(([name, entry]) => [name, entry.release])))];
    if (leftOut.length > 0) notices.push(`Left out, as this version does not compile their kind: ${leftOut.join(', ')}.`);
    const draft = { version, species: [...species.values()], genomes, ids, ...information, terms, taxa };
    return { id: await folder.publish({ ...draft, samples: await chooseSamples(draft, folder) }), genomes: genomes.length, notices };
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
  readonly notices: string[] = [];
  /** By its folder's species, each core genome that another database hangs on; that tells by seq_region_ids where something stands. */
  readonly cores = new Map<string, { genome: GenomeEntry; regions: RegionSet }>();
  readonly hungOn: ReadonlySet<string>;
  version = 0;

  /** @param hungOn species that have a database which hangs on the core one */
  constructor(hungOn: ReadonlySet<string>) {
    this.hungOn = hungOn;
  }
}

async function compileDatabase(
  dump: DumpDatabase, release: ReleaseDraft, information: ReleaseInformation, folder: IndexFolder, ids: StableIdCollector, progress: BuildProgress,
): Promise<void> {
  const database = await openDatabase(dump, CORE_TABLES);
  try {
    await folder.withScratch(async (folderOfDna) => {
      const scratch = await ScratchBases.load(dump, folderOfDna);
      try {
        await compileMembers(database, scratch, release, information, folder, ids, progress);
      } finally {
        await scratch.close();
      }
    });
  } finally {
    await database.close();
  }
}

/** Adds the tables of a variation or funcgen database to the core genome of its species. */
async function compileFurtherDatabase(
  dump: DumpDatabase, dumps: readonly DumpDatabase[], collections: readonly VcfCollection[], release: ReleaseDraft, information: ReleaseInformation, folder: IndexFolder,
): Promise<void> {
  const core = dumps.find(({ species, group }) => species === dump.species && group === 'core');
  const compiled = release.cores.get(dump.species);
  if (!core || !compiled) {
    throw new DumpError(`${dump.folder}: a ${dump.group} database needs the core database of ${dump.species}, which is ${core ? 'a collection of species' : 'not among the dumps'}`);
  }
  const { genome, regions } = compiled;
  const database = await openDatabase(dump, dump.group === 'variation' ? VARIATION_TABLES : funcgenTables(dump));
  try {
    if (dump.group === 'variation') {
      await compileVariants(database, genome, regions, folder, collections);
      await compileVariantPlaces(database, genome, regions, folder);
      const its = collectionsOf(collections, genome).filter(({ files }) => !files.some(isWebAddress));
      const path = (number: number) => `${genome.species}/variation/genotypes-${number}`;
      const entries: (GenotypesEntry | null)[] = [];
      for (const collection of its) entries.push(await compileVcfGenotypes(database, regions, collection, path(entries.length + 1), folder));
      entries.push(await compileOwnGenotypes(database, regions, its, path(entries.length + 1), folder));
      const found = entries.filter((entry) => entry !== null);
      if (found.length > 0) genome.genotypes = found;
    } else {
      await compileFuncgen(database, core, genome, regions, folder);
      await information.addFurtherDatabase(database, genome.species);
    }
  } finally {
    await database.close();
  }
  release.species.get(genome.species)?.groups.push(dump.group);
}

async function compileMembers(
  database: Database, scratch: ScratchBases, release: ReleaseDraft, information: ReleaseInformation, folder: IndexFolder, ids: StableIdCollector, progress: BuildProgress,
): Promise<void> {
  const { dump } = database;
  const members = await loadSpecies(database);
  if (members.length === 0) throw new DumpError(`${dump.folder}: the coord_system table has no row, so there is no genome to compile`);
  release.notices.push(...missingTables(dump), ...await unplacedGenes(database), ...await unevenAssembly(database));
  for (const { speciesId, meta } of members) {
    // A database of one species may lack the name; the folder has it.
    const name = meta['species.production_name']?.[0] ?? (members.length === 1 ? dump.species : `${dump.species}_${speciesId}`);
    if (release.genomes.some(({ species, group }) => species === name && group === dump.group)) {
      throw new DumpError(`${dump.folder}: another dump holds the ${dump.group} database of ${name}, too (species.production_name of the meta table)`);
    }
    const { entry, sequence, regions, info } = await compileGenome({
      database, speciesId, species: name, meta, index: release.genomes.length, scratch, shared: release.sequences.get(name) ?? null, folder, ids,
      progress: ({ bases = 0, genes = 0 }) => {
        progress.bases(bases);
        progress.genes(genes);
      },
    });
    release.genomes.push(entry);
    const isOfFolder = members.length === 1 || name === dump.species;
    if (dump.group === 'core' && isOfFolder && release.hungOn.has(dump.species)) release.cores.set(dump.species, { genome: entry, regions });
    if (sequence && dump.group === 'core') release.sequences.set(name, sequence);
    const species = release.species.get(name) ?? speciesEntry(name, meta);
    species.groups.push(dump.group);
    release.species.set(name, species);
    release.version = Math.max(release.version, species.release);
    await information.addGenome(database, entry, info, species);
  }
  await information.addDatabase(database);
}
