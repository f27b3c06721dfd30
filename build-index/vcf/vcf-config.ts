import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { at } from '../../src/checked.ts';
import { messageOf } from '../../src/caught-error.ts';
import { DumpError } from '../dump/dump-error.ts';
import { Faults } from '../dump/faults.ts';
import { frequencyKey } from '../../src/variants/listed-populations.ts';
import { isSystemError } from '../system-error.ts';
import type { InfoPopulation } from './info-frequencies.ts';
import { VcfLines } from './vcf-lines.ts';

/** A collection of VCF files with genotypes or frequencies, from Ensembl's vcf_config.json. Other keys are ignored. */
export interface VcfCollection {
  id: string;
  /** Production name. */
  species: string;
  assembly: string | null;
  /** Names of chromosomes. Empty if the collection lists none. */
  chromosomes: string[];
  /** Prefix that turns a file's sample names into those of the variation database. */
  samplePrefix: string;
  /** Match lines to variants by name only. Otherwise place and alleles also match. */
  strictNames: boolean;
  /** Populations whose frequencies the files contain. Empty if frequencies are counted from genotypes. */
  populations: InfoPopulation[];
  /** Index of the reference's frequency among those of a field. Null if the collection does not give it. */
  referenceAt: number | null;
  /** Paths or URLs; one per chromosome if the template says so. */
  files: string[];
}

/**
 * The collections of a vcf_config.json. Relative file names are relative to it. URLs stay as they are.
 *
 * @throws DumpError if the file cannot be read or is malformed, with a line for each faulty collection
 */
export async function readVcfConfig(path: string): Promise<VcfCollection[]> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new DumpError(
      isSystemError(cause) && cause.code === 'ENOENT'
        ? `${path} does not exist: give --vcf the path of a vcf_config.json`
        : `${path} cannot be read: ${cause.message}`,
      { cause },
    );
  });
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (cause) {
    throw new DumpError(`${path} is not valid JSON: ${messageOf(cause)}; --vcf needs a vcf_config.json`, { cause });
  }
  const collections = typeof config === 'object' && config && 'collections' in config ? config.collections : null;
  if (!Array.isArray(collections))
    throw new DumpError(`${path} lacks the list 'collections', which a vcf_config.json of Ensembl has`);
  const faults = new Faults();
  const found: VcfCollection[] = [];
  for (const [index, each] of collections.entries())
    await faults.collect(() => void found.push(collectionOf(each, index, path)), undefined);
  faults.throwAny();
  return found;
}

function collectionOf(each: Record<string, unknown>, index: number, path: string): VcfCollection {
  const { id, species, assembly, filename_template: template, chromosomes, sample_prefix: prefix } = each;
  if (typeof species !== 'string' || typeof template !== 'string') {
    throw new DumpError(
      `${path}: collection ${typeof id === 'string' ? id : index + 1} needs a species and a filename_template`,
    );
  }
  const names = Array.isArray(chromosomes) ? chromosomes.map(String) : [];
  const files = /###CHR###/.test(template) ? names.map((name) => template.replaceAll('###CHR###', name)) : [template];
  return {
    id: typeof id === 'string' ? id : String(index + 1),
    species: species.toLowerCase(),
    assembly: typeof assembly === 'string' ? assembly : null,
    chromosomes: names,
    strictNames: each.strict_name_match === 1 || each.strict_name_match === true,
    samplePrefix: textOr(prefix, ''),
    populations: populationsOf(each.populations, textOr(each.population_prefix, ''), path),
    referenceAt: typeof each.ref_freq_index === 'number' ? each.ref_freq_index : null,
    files: files.map((file) => (isWebAddress(file) ? file : resolve(dirname(path), file))),
  };
}

/**
 * Populations of a collection. Each is a name, or an object with a name. Field names of the files end with the name
 * without prefix, or with `_raw_name`.
 */
function populationsOf(listed: unknown, prefix: string, path: string): InfoPopulation[] {
  if (typeof listed !== 'object' || listed === null) return [];
  return Object.values(listed).map((each: unknown) => {
    const population = (typeof each === 'object' && each !== null ? each : { name: each }) as Record<string, unknown>;
    const { name, _raw_name: raw } = population;
    if (typeof name !== 'string' || name === '')
      throw new DumpError(`${path}: a population has no name; each must be a name or an object with 'name'`);
    const inFields = textOr(raw, name);
    const named = (key: string) => [
      inFields === '' ? key : `${key}_${inFields}`,
      ...[population[`_${key.toLowerCase()}`]].filter((field) => typeof field === 'string'),
    ];
    return {
      name: raw === undefined ? prefix + name : name,
      counts: named('AC'),
      totals: named('AN'),
      frequencies: named('AF'),
      genotypeCounts: `${inFields}_GTC`,
    };
  });
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/**
 * Names of the samples in a collection, as the variation database spells them, from the header of its first file. Empty
 * if that file is on the web, since a build reads local files only.
 *
 * @throws DumpError for a file that cannot be read or lacks the #CHROM line
 */
export async function samplesOf({ files: [file], samplePrefix }: VcfCollection): Promise<string[]> {
  if (file === undefined || isWebAddress(file)) return [];
  const lines = await VcfLines.open(file);
  lines.close();
  return lines.samples.map((name) => samplePrefix + name);
}

/** The collections of one genome. A vcf_config.json lists several assemblies; a collection may also name none. */
export function collectionsOf(
  collections: readonly VcfCollection[],
  genome: { species: string; assembly: string | null },
): VcfCollection[] {
  return collections.filter(
    ({ species, assembly }) =>
      species === genome.species && (!assembly || !genome.assembly || assembly === genome.assembly),
  );
}

/** Do collections of a genome have frequencies of populations that effect prediction lists? */
export function listsFrequencies(
  collections: readonly VcfCollection[],
  genome: { species: string; assembly: string | null },
): boolean {
  return collections.some(
    (collection) =>
      reasonToSkip(collection, genome) === null &&
      (frequencyKey(`${collection.samplePrefix}ALL`) !== null ||
        collection.populations.some(({ name }) => frequencyKey(name) !== null)),
  );
}

/** Why a collection of a genome's species is skipped, as a clause. Null if it is compiled. */
export function reasonToSkip(
  collection: VcfCollection,
  genome: { species: string; assembly: string | null },
): string | null {
  if (collectionsOf([collection], genome).length === 0)
    return `its assembly is ${collection.assembly}, but that of the database is ${genome.assembly}`;
  if (collection.files.some(isWebAddress))
    return 'its files are on the web; download them and give local paths in filename_template';
  return collection.files.length === 0 ? 'it names no files' : null;
}

/** Paths of a collection's files, without those on the web. */
export function localFiles(collection: Pick<VcfCollection, 'files' | 'chromosomes'>): string[] {
  return filesOfChromosomes(collection).map(([file]) => file);
}

/**
 * Paths of a collection's files with the chromosome of each. Null if unknown: a single file may contain chromosomes
 * that the collection does not list.
 */
export function filesOfChromosomes({
  files,
  chromosomes,
}: Pick<VcfCollection, 'files' | 'chromosomes'>): [path: string, chromosome: string | null][] {
  const isPerChromosome = files.length > 1 && files.length === chromosomes.length;
  return files.flatMap((file, each): [string, string | null][] =>
    isWebAddress(file) ? [] : [[file, isPerChromosome ? at(chromosomes, each) : null]],
  );
}

function isWebAddress(file: string): boolean {
  return /^(https?|ftp):/.test(file);
}

/**
 * Path of a vcf_config.json with the collections of another one and further ones; that of the other one if there are
 * none. Relative file names of the other one stay relative to it.
 */
export async function withCollections(
  path: string | undefined,
  further: readonly object[],
  indexFolder: string,
): Promise<string | undefined> {
  if (further.length === 0) return path;
  const collections: unknown[] = [...further];
  if (path !== undefined) {
    // Faults of the file are those of readVcfConfig.
    await readVcfConfig(path);
    const given: { collections?: Record<string, unknown>[] } = JSON.parse(await readFile(path, 'utf8'));
    for (const each of given.collections ?? []) {
      const template = each.filename_template;
      const file = typeof template !== 'string' || isWebAddress(template) ? template : resolve(dirname(path), template);
      collections.push({ ...each, filename_template: file });
    }
  }
  const merged = join(indexFolder, '.genomes', 'vcf_config.json');
  await writeFile(merged, JSON.stringify({ collections }));
  return merged;
}
