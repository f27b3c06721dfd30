import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errorCode, messageOf } from '../../src/caught-error.ts';
import { at } from '../../src/checked.ts';
import { ANCESTRAL_GENOME } from '../../src/compara/species.ts';
import { ALL_SPECIES } from '../../src/release/compara.ts';
import type { DepartureKind, Departures } from './departures.ts';
import { DumpError } from './dump-error.ts';
import { Faults } from './faults.ts';
import { parseTableSchemas, type TableSchema } from './table-schema.ts';

/** A dumped MySQL database. */
export interface DumpDatabase {
  folder: string;
  /** Production name in the folder's name; `multi` for databases of several species. */
  species: string;
  /** core, otherfeatures, cdna, rnaseq, variation, funcgen, compara, ontology, stable_ids … */
  group: string;
  /** Release number in the folder's name. Null in the layout without release numbers. */
  release: number | null;
  schema: Map<string, TableSchema>;
  /** Path of the data file by table. Tables without data are missing. */
  tables: Map<string, string>;
  /** Counts departures of the dump from a sound database. Without it, broken rows are errors. */
  departures?: Departures;
}

/**
 * Finds the databases in dump folders of two layouts: `<species>/<group>/table.sql` with `<table>.txt[.gz]`, and that
 * of Ensembl's FTP site, `<species>_<group>_<release>_<assembly>/<the same>.sql.gz` with `<table>.txt.gz`. Each given
 * folder may be a database itself or contain databases one or two levels below.
 *
 * @param departures counts folders with data below the given ones that are skipped: without their table.sql, inside the
 *   folder of a database, or too far below
 * @returns databases in the order of the given folders, by name within each, without duplicates
 * @throws DumpError with a line for each folder that does not exist or contains no database, for data files without
 *   their table.sql, for a table.sql without sound CREATE TABLE statements
 */
export async function findDatabases(
  dirs: readonly string[],
  departures?: Departures,
  faults?: Faults,
): Promise<DumpDatabase[]> {
  const found = new Map<string, DumpDatabase>();
  const own = faults ?? new Faults();
  for (const dir of dirs) {
    const search = new Search(own, departures);
    await search.run(resolve(dir));
    for (const database of search.databases) found.set(database.folder, database);
  }
  if (!faults) own.throwAny();
  return [...found.values()];
}

/** The search for databases in a folder that the operator gave. */
class Search {
  readonly databases: DumpDatabase[] = [];
  readonly #faults: Faults;
  readonly #departures: Departures | undefined;
  /** Folders of table data without table.sql. */
  readonly #strays: string[] = [];
  /** Sentences about folders with data that are inside the folder of a database or too far below, by path. */
  readonly #unread = new Map<string, string>();

  constructor(faults: Faults, departures: Departures | undefined) {
    this.#faults = faults;
    this.#departures = departures;
  }

  async run(dir: string): Promise<void> {
    const faults = new Faults();
    await this.#visit(dir, 2, faults);
    const [stray] = this.#strays;
    // The database of a folder was asked for, if there is no other.
    const isSkipped = this.#departures !== undefined && this.databases.length > 0 && stray !== dir;
    for (const folder of this.#strays) {
      const sentence =
        `${folder} contains table data, but no table.sql or ${basename(folder)}.sql.gz ` + 'that describes the tables';
      if (!isSkipped) faults.add(sentence);
      else await faults.collect(() => this.#skip(folder, 'folder without table.sql', sentence), undefined);
    }
    if (this.databases.length > 0)
      for (const [folder, why] of this.#unread)
        await faults.collect(() => this.#skip(folder, 'folder that is not read', `${folder} is skipped: ${why}`), null);
    if (this.databases.length === 0 && faults.areNone)
      faults.add(
        `${dir} contains no database dump: neither table.sql nor <database>.sql.gz is in it or up to two levels below`,
      );
    await this.#faults.collect(() => faults.throwAny(), undefined);
  }

  #skip(file: string, kind: DepartureKind, sentence: string): void {
    this.#departures?.add({ file, table: '', kind, count: 1, first: [sentence] });
  }

  #skipLink(file: string): void {
    const sentence = `${file} is skipped: it is a link that leads to no file`;
    if (!this.#departures) throw new DumpError(sentence);
    this.#departures.add({ file, table: '', kind: 'link that leads nowhere', count: 1, first: [sentence] });
  }

  /** Returns whether the folder contains a database, also one that a build does not read. */
  async #visit(folder: string, levelsBelow: number, faults: Faults): Promise<boolean> {
    const listed = await faults.collect(() => list(folder, (link) => this.#skipLink(link)), null);
    if (!listed) return true;
    const { files, folders } = listed;
    const schemaFile = schemaFileIn(folder, files);
    if (schemaFile !== undefined) {
      const database = await faults.collect(() => describe(folder, schemaFile, files), null);
      if (database) {
        this.databases.push(database);
        await this.#findUnread(folder, listed, UNREAD_LEVELS, `it is inside the folder of the database ${folder}`);
      }
      return true;
    }
    let isAny = false;
    if (levelsBelow > 0)
      for (const name of folders) isAny = (await this.#visit(join(folder, name), levelsBelow - 1, faults)) || isAny;
    else await this.#findUnread(folder, listed, UNREAD_LEVELS, 'it is more than two levels below the given folder');
    if (!isAny && files.some((name) => DATA_FILE.test(name))) this.#strays.push(folder);
    return isAny;
  }

  /** Finds folders with data below one that is not searched. Links may lead back. */
  async #findUnread(folder: string, { folders, links }: Listed, levels: number, why: string): Promise<void> {
    if (levels === 0 || !this.#departures) return;
    for (const name of folders) {
      if (links.has(name)) continue;
      const below = join(folder, name);
      // A folder that cannot be read is none that the build misses.
      const listed = await list(below, () => {}).catch(() => null);
      if (!listed) continue;
      const { files } = listed;
      if (files.some((each) => DATA_FILE.test(each)) || schemaFileIn(below, files) !== undefined)
        this.#unread.set(below, why);
      await this.#findUnread(below, listed, levels - 1, why);
    }
  }
}

interface Listed {
  files: string[];
  /** Also links to folders. */
  folders: string[];
  /** The folders that are links. */
  links: ReadonlySet<string>;
}

/** Levels below a folder that are searched for data that is not read. */
const UNREAD_LEVELS = 2;

/** @param skip gets the paths of links to files that do not exist, or to themselves */
async function list(folder: string, skip: (link: string) => void): Promise<Listed> {
  try {
    const files: string[] = [];
    const folders: string[] = [];
    const links = new Set<string>();
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // Hidden folders contain unfinished work.
      if (entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      const isFolder = entry.isSymbolicLink() ? await isFolderBehind(path) : entry.isDirectory();
      if (isFolder === null) skip(path);
      else (isFolder ? folders : files).push(entry.name);
      if (isFolder && entry.isSymbolicLink()) links.add(entry.name);
    }
    return { files: files.sort(), folders: folders.sort(), links };
  } catch (cause) {
    if (cause instanceof DumpError) throw cause;
    const code = errorCode(cause);
    if (code === 'ENOENT') throw new DumpError(`the folder of dumps ${folder} does not exist`, { cause });
    if (code === 'ENOTDIR') throw new DumpError(`${folder} is not a folder; give a folder of dumps`, { cause });
    throw new DumpError(`${folder} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Does a link lead to a folder? Null if it leads nowhere. */
async function isFolderBehind(link: string): Promise<boolean | null> {
  try {
    return (await stat(link)).isDirectory();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ELOOP') return null;
    throw error;
  }
}

// Table names are lower case, except those of CAFE. So README.txt and similar files are no table data.
const DATA_FILE = /^((?:CAFE_)?[a-z][a-z0-9_]*)\.txt(?:\.gz)?$/;
const SCHEMA_FILE = /^(.+)\.sql(?:\.gz)?$/;

/** The schema's file: table.sql, or the one named after the folder, or the only one with a database's name. */
function schemaFileIn(folder: string, files: string[]): string | undefined {
  const named = (stem: string) => files.find((name) => stemOf(name) === stem);
  const candidates = files.filter((name) => stemOf(name) !== null && !/_mysql40\./.test(name));
  const [only, ...others] = candidates;
  const single = others.length === 0 && only && databaseName(stemOf(only) ?? '') ? only : undefined;
  return named('table') ?? named(basename(folder)) ?? single;
}

/** The name of a `.sql` file without extensions. Null for other files. */
function stemOf(name: string): string | null {
  return SCHEMA_FILE.exec(name)?.[1] ?? null;
}

async function describe(folder: string, schemaFile: string, files: string[]): Promise<DumpDatabase | null> {
  const stem = stemOf(schemaFile) ?? '';
  const name =
    stem === 'table'
      ? { species: basename(dirname(folder)), group: basename(folder), release: null }
      : (databaseName(basename(folder)) ?? databaseName(stem));
  // Ensembl's site also has databases that a build does not read, such as marts, website and accounts.
  if (name === null) return null;
  const path = join(folder, schemaFile);
  const schema = parseTableSchemas(await readSchema(path), path);
  const tables = new Map<string, string>();
  for (const file of files) {
    const table = DATA_FILE.exec(file)?.[1];
    // Files are sorted, so a plain file comes before its compressed copy and wins.
    if (table !== undefined && !tables.has(table)) tables.set(table, join(folder, file));
  }
  return { folder, ...name, schema, tables };
}

async function readSchema(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    return (path.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
  } catch (cause) {
    throw new DumpError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

const OF_SPECIES = /^(.+)_(core|otherfeatures|cdna|rnaseq|variation|funcgen)_(?:\d+_)?(\d+)_[0-9a-z]+$/;
const OF_ALL = /^ensembl(?:genomes)?_(compara|ontology|stable_ids|production|archive)(?:_([a-z_]+?))?(?:_\d+)?_(\d+)$/;
const OF_TAXONOMY = /^ncbi_taxonomy(?:_(\d+))?$/;
const OF_ANCESTORS = /^ensembl_ancestral(?:_\d+)?_(\d+)$/;

/**
 * Parses the name of an Ensembl database. Null for other names. Databases of Ensembl Genomes have their own release
 * number before Ensembl's: `saccharomyces_cerevisiae_core_62_115_4`, `ensembl_compara_metazoa_62_115`.
 */
export function databaseName(name: string): { species: string; group: string; release: number | null } | null {
  const ofSpecies = OF_SPECIES.exec(name);
  if (ofSpecies) return { species: at(ofSpecies, 1), group: at(ofSpecies, 2), release: Number(ofSpecies[3]) };
  const ofAll = OF_ALL.exec(name);
  if (ofAll) return { species: ofAll[2] ?? ALL_SPECIES, group: at(ofAll, 1), release: Number(ofAll[3]) };
  const ofTaxonomy = OF_TAXONOMY.exec(name);
  if (ofTaxonomy)
    return {
      species: ALL_SPECIES,
      group: 'taxonomy',
      release: ofTaxonomy[1] === undefined ? null : Number(ofTaxonomy[1]),
    };
  const ofAncestors = OF_ANCESTORS.exec(name);
  return ofAncestors && { species: ANCESTRAL_GENOME, group: 'core', release: Number(ofAncestors[1]) };
}
