import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ANCESTRAL_GENOME } from '../../src/compara/species.ts';
import { ALL_SPECIES } from '../../src/release/compara.ts';
import { DumpError } from './dump-error.ts';
import { parseTableSchemas, type TableSchema } from './table-schema.ts';

/** One dumped MySQL database: its folder, what it is about, and where each table's data stands. */
export interface DumpDatabase {
  folder: string;
  /** Production name as the folder spells it; `multi` for databases that span species. */
  species: string;
  /** core, otherfeatures, cdna, rnaseq, variation, funcgen, compara, ontology, stable_ids … */
  group: string;
  /** Ensembl release in the folder's name; null in the layout that names folders by species and group only. */
  release: number | null;
  schema: Map<string, TableSchema>;
  /** Data file of each table that has one. */
  tables: Map<string, string>;
}

/**
 * Finds the databases in dump folders of two layouts: `<species>/<group>/table.sql` with `<table>.txt[.gz]`, and that
 * of Ensembl's FTP site, `<species>_<group>_<release>_<assembly>/<the same>.sql.gz` with `<table>.txt.gz`. Each folder
 * given may be a database itself or hold databases one or two levels down.
 *
 * @returns in the order of the folders given, by name within each; a database found twice stands once
 * @throws DumpError for a folder that does not exist or holds no database, for data files without their table.sql, for
 *   a table.sql without sound CREATE TABLE statements
 */
export async function findDatabases(dirs: readonly string[]): Promise<DumpDatabase[]> {
  const found = new Map<string, DumpDatabase>();
  for (const dir of dirs) {
    const databases = await databasesIn(resolve(dir), 2);
    if (databases.length === 0) {
      throw new DumpError(
        `${dir} holds no database dump: neither table.sql nor <database>.sql.gz stands in it or up to two levels below`,
      );
    }
    for (const database of databases) found.set(database.folder, database);
  }
  return [...found.values()];
}

async function databasesIn(folder: string, levelsBelow: number): Promise<DumpDatabase[]> {
  const { files, folders } = await list(folder);
  const schemaFile = schemaFileIn(folder, files);
  if (schemaFile !== undefined) {
    const database = await describe(folder, schemaFile, files);
    return database === null ? [] : [database];
  }
  const below: DumpDatabase[] = [];
  if (levelsBelow > 0)
    for (const name of folders) below.push(...(await databasesIn(join(folder, name), levelsBelow - 1)));
  if (below.length === 0 && files.some((name) => DATA_FILE.test(name))) {
    throw new DumpError(
      `${folder} holds table data but no table.sql (or ${basename(folder)}.sql.gz) that describes the tables`,
    );
  }
  return below;
}

async function list(folder: string): Promise<{ files: string[]; folders: string[] }> {
  try {
    const files: string[] = [];
    const folders: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // Hidden folders hold what is being written.
      if (entry.name.startsWith('.')) continue;
      const isFolder = entry.isSymbolicLink()
        ? (await stat(join(folder, entry.name))).isDirectory()
        : entry.isDirectory();
      (isFolder ? folders : files).push(entry.name);
    }
    return { files: files.sort(), folders: folders.sort() };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new DumpError(`${folder} does not exist`, { cause });
    if (code === 'ENOTDIR') throw new DumpError(`${folder} is not a folder`, { cause });
    throw new DumpError(`${folder} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

// A table's name is lower case but for those of CAFE, so that README.txt and the like are not taken for data.
const DATA_FILE = /^((?:CAFE_)?[a-z][a-z0-9_]*)\.txt(?:\.gz)?$/;
const SCHEMA_FILE = /^(.+)\.sql(?:\.gz)?$/;

/**
 * table.sql, or the one whose name is the folder's (Ensembl's folders hold other `.sql` files too), or the only one.
 */
function schemaFileIn(folder: string, files: string[]): string | undefined {
  const candidates = files.filter((name) => SCHEMA_FILE.test(name));
  const named = (stem: string) => candidates.find((name) => SCHEMA_FILE.exec(name)![1] === stem);
  const only = candidates.filter((name) => !/_mysql40\./.test(name));
  const single = only.length === 1 && databaseName(SCHEMA_FILE.exec(only[0]!)![1]!) !== null ? only[0] : undefined;
  return named('table') ?? named(basename(folder)) ?? single;
}

async function describe(folder: string, schemaFile: string, files: string[]): Promise<DumpDatabase | null> {
  const stem = SCHEMA_FILE.exec(schemaFile)![1]!;
  const name =
    stem === 'table'
      ? { species: basename(dirname(folder)), group: basename(folder), release: null }
      : (databaseName(basename(folder)) ?? databaseName(stem));
  // Ensembl's site also holds marts, website and accounts databases beside the ones a compiler can read.
  if (name === null) return null;
  const path = join(folder, schemaFile);
  const schema = parseTableSchemas(await readSchema(path), path);
  const tables = new Map<string, string>();
  for (const file of files) {
    const table = DATA_FILE.exec(file)?.[1];
    // Sorted, so a plain file comes before its compressed twin and wins.
    if (table !== undefined && !tables.has(table)) tables.set(table, join(folder, file));
  }
  return { folder, ...name, schema, tables };
}

async function readSchema(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    return (path.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
  } catch (cause) {
    throw new DumpError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

const OF_SPECIES = /^(.+)_(core|otherfeatures|cdna|rnaseq|variation|funcgen)_(?:\d+_)?(\d+)_[0-9a-z]+$/;
const OF_ALL = /^ensembl_(compara|ontology|stable_ids|production|archive)(?:_([a-z_]+?))?(?:_\d+)?_(\d+)$/;
const OF_TAXONOMY = /^ncbi_taxonomy(?:_(\d+))?$/;
const OF_ANCESTORS = /^ensembl_ancestral(?:_\d+)?_(\d+)$/;

/**
 * What the name of an Ensembl database says. Databases of Ensembl Genomes put their own release before Ensembl's:
 * `saccharomyces_cerevisiae_core_62_115_4`, `ensembl_compara_metazoa_62_115`.
 */
export function databaseName(name: string): { species: string; group: string; release: number | null } | null {
  const ofSpecies = OF_SPECIES.exec(name);
  if (ofSpecies !== null) return { species: ofSpecies[1]!, group: ofSpecies[2]!, release: Number(ofSpecies[3]) };
  const ofAll = OF_ALL.exec(name);
  if (ofAll !== null) return { species: ofAll[2] ?? ALL_SPECIES, group: ofAll[1]!, release: Number(ofAll[3]) };
  const ofTaxonomy = OF_TAXONOMY.exec(name);
  if (ofTaxonomy !== null)
    return {
      species: ALL_SPECIES,
      group: 'taxonomy',
      release: ofTaxonomy[1] === undefined ? null : Number(ofTaxonomy[1]),
    };
  const ofAncestors = OF_ANCESTORS.exec(name);
  if (ofAncestors !== null) return { species: ANCESTRAL_GENOME, group: 'core', release: Number(ofAncestors[1]) };
  return null;
}
