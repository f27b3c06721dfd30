import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DumpError } from '../dump/dump-error.ts';
import type { InfoPopulation } from './info-frequencies.ts';
import { VcfLines } from './vcf-lines.ts';

/**
 * A collection of VCF files with genotypes, or with frequencies, as Ensembl's vcf_config.json lists it; further keys
 * are kept out.
 */
export interface VcfCollection {
  id: string;
  /** Production name. */
  species: string;
  assembly: string | null;
  /** Names of chromosomes; empty when the collection does not say. */
  chromosomes: string[];
  /** Put before the samples' names of the files, to make those of the variation database. */
  samplePrefix: string;
  /** Does a line belong to a variant only when it has its name? Else also when it has its place and alleles. */
  strictNames: boolean;
  /** Populations whose frequencies stand in the files; empty where they are counted from genotypes. */
  populations: InfoPopulation[];
  /** Where the frequency of the reference stands among those of a field; null where it is not told. */
  referenceAt: number | null;
  /** The files, one a chromosome where the template says so. */
  files: string[];
}

/**
 * The collections of a vcf_config.json. Names of files are taken relative to it, or as the template gives them when
 * they are addresses on the web.
 *
 * @throws DumpError when it cannot be read or is not what it should be
 */
export async function readVcfConfig(path: string): Promise<VcfCollection[]> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new DumpError(`${path} cannot be read: ${cause.message}`, { cause });
  });
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (cause) {
    throw new DumpError(`${path} cannot be read as JSON: ${(cause as Error).message}`, { cause });
  }
  const collections = (config as { collections?: unknown } | null)?.collections;
  if (!Array.isArray(collections)) throw new DumpError(`${path} has no list 'collections'`);
  return collections.map((each: Record<string, unknown>, index) => {
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
  });
}

/** A population is its name, or has one; fields of the files have it without the prefix, or under what it says. */
function populationsOf(listed: unknown, prefix: string, path: string): InfoPopulation[] {
  if (typeof listed !== 'object' || listed === null) return [];
  return Object.values(listed).map((each: unknown) => {
    const population = (typeof each === 'object' && each !== null ? each : { name: each }) as Record<string, unknown>;
    const { name, _raw_name: raw } = population;
    if (typeof name !== 'string' || name === '') throw new DumpError(`${path}: a population has no name`);
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
 * Names of the samples in a collection, as the variation database spells them: those of its first file's header. Files
 * on the web are not fetched, and have none.
 *
 * @throws DumpError for a file that cannot be read or has no header line of columns
 */
export async function samplesOf({ files: [file], samplePrefix }: VcfCollection): Promise<string[]> {
  if (file === undefined || isWebAddress(file)) return [];
  const lines = await VcfLines.open(file);
  lines.close();
  return lines.samples.map((name) => samplePrefix + name);
}

/**
 * Those of one genome: a vcf_config.json lists collections of several assemblies side by side, and some that name none.
 */
export function collectionsOf(
  collections: readonly VcfCollection[],
  genome: { species: string; assembly: string | null },
): VcfCollection[] {
  return collections.filter(
    ({ species, assembly }) =>
      species === genome.species && (!assembly || !genome.assembly || assembly === genome.assembly),
  );
}

/** Why nothing is compiled of a collection of a genome's species, as a clause; null where it is. */
export function whyLeftOut(
  collection: VcfCollection,
  genome: { species: string; assembly: string | null },
): string | null {
  if (collectionsOf([collection], genome).length === 0)
    return `it is of assembly ${collection.assembly}, and the database of ${genome.assembly}`;
  if (collection.files.some(isWebAddress)) return 'its files are on the web, from where none are fetched';
  return collection.files.length === 0 ? 'it names no file' : null;
}

/** Files of a collection that are on this machine: those on the web are not fetched. */
export function localFiles(collection: Pick<VcfCollection, 'files' | 'chromosomes'>): string[] {
  return filesOfChromosomes(collection).map(([file]) => file);
}

/**
 * The same with the chromosome that each is of; null where that is not told: a single file may have others than those
 * that are listed.
 */
export function filesOfChromosomes({
  files,
  chromosomes,
}: Pick<VcfCollection, 'files' | 'chromosomes'>): [path: string, chromosome: string | null][] {
  const isEach = files.length > 1 && files.length === chromosomes.length;
  return files.flatMap((file, each): [string, string | null][] =>
    isWebAddress(file) ? [] : [[file, isEach ? chromosomes[each]! : null]],
  );
}

function isWebAddress(file: string): boolean {
  return /^(https?|ftp):/.test(file);
}
