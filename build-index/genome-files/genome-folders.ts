/** Tables of genomes of files in an index folder, from which a build compiles them like dumps. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Departure, Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { removeAbandoned, workFolder } from '../output/work-folder.ts';
import { writeCoreDump } from './core-dump.ts';
import { VariantEffects } from './variant-effects.ts';
import { type GenotypedFile, writeVariationDump } from './variation-dump.ts';
import { speciesOf, type GenomeSpec, productionName } from './genome-spec.ts';

/** In the index folder. A name with a dot is no part of a release. It can be removed after a build. */
export const GENOME_TABLES = '.genomes';
/** The file that identifies the inputs of a folder, and lists their departures. */
const STAMP = 'made-from.json';

/** In milliseconds. */
const DAY = 86_400_000;

export interface WrittenGenomes {
  /** Folders to compile in addition to dumps. */
  folders: string[];
  departures: Departure[];
  /** Collections of VCF files with genotypes, as vcf_config.json lists them. */
  collections: Collection[];
}

interface Collection {
  id: string;
  species: string;
  assembly: string;
  type: 'local';
  filename_template: string;
  chromosomes: string[];
}

type Written = Omit<WrittenGenomes, 'folders'>;

export interface WriteOptions {
  isStrict?: boolean | undefined;
  progress?: (bytes: number) => void;
  /** Compiles a folder of dumps into an index, from which the effects of variants are predicted. */
  compile: (folder: string, index: string) => Promise<unknown>;
}

/**
 * Writes the tables of genomes of files below the index folder. If tables of the same inputs are there, they stay. The
 * time of the tables follows from the inputs, so that equal inputs give equal units of a build, and others do not.
 *
 * @param version of the code that writes tables
 * @throws DumpError for files that make no genome
 */
export async function writeGenomes(
  specs: readonly GenomeSpec[],
  indexFolder: string,
  version: string,
  options: WriteOptions,
): Promise<WrittenGenomes> {
  const written: WrittenGenomes = { folders: [], departures: [], collections: [] };
  const seen = new Set<string>();
  for (const spec of specs) {
    const species = await speciesOf(spec);
    const production = productionName(species);
    if (seen.has(production)) throw new DumpError(`two genomes have the name ${production}`);
    seen.add(production);
    const folder = join(resolve(indexFolder), GENOME_TABLES, production);
    written.folders.push(folder);
    const { departures, collections } = await writeGenome({ ...spec, species }, folder, version, options);
    written.departures.push(...departures);
    written.collections.push(...collections);
  }
  return written;
}

async function writeGenome(
  spec: GenomeSpec & { species: string },
  folder: string,
  version: string,
  { isStrict = false, progress, compile }: WriteOptions,
): Promise<Written> {
  const inputs = await Promise.all(
    [
      ...spec.fasta,
      ...spec.gff3,
      ...spec.gtf,
      ...spec.flat,
      ...spec.vcf,
      ...(spec.rename === null ? [] : [spec.rename]),
    ].map(inputOf),
  );
  const from = createHash('sha256')
    .update(JSON.stringify([version, isStrict, spec, inputs]))
    .digest('hex');
  const before = await readFile(join(folder, STAMP), 'utf8').then(
    (text): Written & { from: string } => JSON.parse(text),
    () => null,
  );
  if (before?.from === from) return before;
  const parent = resolve(folder, '..');
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const work = await workFolder(parent, 'building');
  try {
    const departures = new Departures(isStrict);
    const core = join(work, 'core');
    await mkdir(core);
    const written = await writeCoreDump(spec, core, departures, progress);
    const genotyped: GenotypedFile[] = [];
    if (spec.vcf.length > 0) {
      await compile(work, join(work, 'index'));
      const effects = await VariantEffects.open(join(work, 'index'), written.production);
      try {
        const variation = join(work, 'variation');
        await mkdir(variation);
        genotyped.push(...(await writeVariationDump(spec.vcf, variation, written, effects, departures, progress)));
      } finally {
        await effects.close();
        await rm(join(work, 'index'), { recursive: true });
      }
    }
    const result: Written = {
      departures: departures.list(),
      collections: genotyped.map(({ path, source, chromosomes }) => ({
        id: source,
        species: written.production,
        assembly: written.assembly,
        type: 'local',
        filename_template: resolve(path),
        chromosomes,
      })),
    };
    // Units of a build know their inputs by size and time: other options or code give other times.
    const newest = new Date(
      Math.max(...inputs.map(({ modified }) => modified)) + (Number.parseInt(from.slice(0, 8), 16) % DAY),
    );
    for (const entry of await readdir(work, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), newest, newest);
    await writeFile(join(work, STAMP), JSON.stringify({ from, ...result }));
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
    return result;
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
