/** Tables of genomes of files in an index folder, from which a build compiles them like dumps. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Departure, Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { removeAbandoned, workFolder } from '../output/work-folder.ts';
import { writeCoreDump } from './core-dump.ts';
import { checkSpec, type GenomeSpec, productionName } from './genome-spec.ts';

/** In the index folder. A name with a dot is no part of a release. It can be removed after a build. */
const FOLDER = '.genomes';
/** What a folder was made from, and the departures of its inputs. */
const STAMP = 'made-from.json';

export interface WrittenGenomes {
  /** Folders to compile in addition to dumps. */
  folders: string[];
  departures: Departure[];
}

/**
 * Writes the tables of genomes of files below the index folder. If tables of the same inputs are there, they stay. The
 * tables have the time of the newest input, so that equal inputs give equal units of a build.
 *
 * @param version of the code that writes tables
 * @throws DumpError for files that make no genome
 */
export async function writeGenomes(
  specs: readonly GenomeSpec[],
  indexFolder: string,
  version: string,
  options: { isStrict?: boolean | undefined; progress?: (bytes: number) => void } = {},
): Promise<WrittenGenomes> {
  const written: WrittenGenomes = { folders: [], departures: [] };
  const seen = new Set<string>();
  for (const spec of specs) {
    checkSpec(spec);
    const production = productionName(spec.species);
    if (seen.has(production)) throw new DumpError(`two genomes have the name ${production}`);
    seen.add(production);
    const folder = join(resolve(indexFolder), FOLDER, production);
    written.folders.push(folder);
    written.departures.push(...(await writeGenome(spec, folder, version, options)));
  }
  return written;
}

async function writeGenome(
  spec: GenomeSpec,
  folder: string,
  version: string,
  { isStrict = false, progress }: { isStrict?: boolean | undefined; progress?: (bytes: number) => void },
): Promise<Departure[]> {
  const inputs = await Promise.all(
    [...spec.fasta, ...spec.gff3, ...(spec.rename === null ? [] : [spec.rename])].map(inputOf),
  );
  const from = createHash('sha256')
    .update(JSON.stringify([version, isStrict, spec, inputs]))
    .digest('hex');
  const before = await readFile(join(folder, STAMP), 'utf8').then(
    (text): { from: string; departures: Departure[] } => JSON.parse(text),
    () => null,
  );
  if (before?.from === from) return before.departures;
  const parent = resolve(folder, '..');
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const work = await workFolder(parent, 'building');
  try {
    const departures = new Departures(isStrict);
    const core = join(work, 'core');
    await mkdir(core);
    await writeCoreDump(spec, core, departures, progress);
    const newest = new Date(Math.max(...inputs.map(({ modified }) => modified)));
    for (const name of await readdir(core)) await utimes(join(core, name), newest, newest);
    await writeFile(join(work, STAMP), JSON.stringify({ from, departures: departures.list() }));
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
    return departures.list();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function inputOf(path: string): Promise<{ path: string; size: number; modified: number }> {
  const stats = await stat(path).catch((cause: Error) => {
    throw new DumpError(`${path} cannot be read: ${cause.message}`, { cause });
  });
  if (stats.isDirectory()) throw new DumpError(`${path} is a folder; give a file`);
  if (stats.size === 0) throw new DumpError(`${path} is empty`);
  return { path: resolve(path), size: stats.size, modified: Math.floor(stats.mtimeMs) };
}
