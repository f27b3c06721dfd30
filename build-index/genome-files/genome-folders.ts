/** Tables of genomes of files in an index folder, from which a build compiles them like dumps. */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Departure, Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { writeCoreDump } from './core-dump.ts';
import { termNames } from './ontology-dump.ts';
import { stampedFolder } from './stamped-folder.ts';
import { type GenotypedFile, writeVariationDump } from './variation-dump.ts';
import { speciesOf, type GenomeSpec, productionName } from './genome-spec.ts';

/** In the index folder. A name with a dot is no part of a release. It can be removed after a build. */
export const GENOME_TABLES = '.genomes';

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
  /** Ontologies, whose names describe the terms of GAF files. */
  ontology?: readonly string[];
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
    if (seen.has(production))
      throw new DumpError(`${filesOf(spec, [])[0] ?? species}: two genomes have the name ${production}`);
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
  { isStrict = false, progress, compile, ontology = [] }: WriteOptions,
): Promise<Written> {
  return stampedFolder(folder, filesOf(spec, ontology), [version, isStrict, spec], async (work) => {
    const departures = new Departures(isStrict);
    const core = join(work, 'core');
    await mkdir(core);
    const nameOfTerm = spec.gaf.length > 0 ? await termNames(ontology) : undefined;
    const written = await writeCoreDump(spec, core, departures, progress, nameOfTerm);
    const genotyped: GenotypedFile[] = [];
    if (spec.vcf.length + spec.phenotypes.length > 0) {
      const index = join(work, 'index');
      if (spec.vcf.length > 0) await compile(work, index);
      const variation = join(work, 'variation');
      await mkdir(variation);
      genotyped.push(...(await writeVariationDump(spec, variation, written, index, departures, progress)));
      await rm(index, { recursive: true, force: true });
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
    return result;
  });
}

/** The files of a genome that a build reads. */
function filesOf(spec: GenomeSpec, ontology: readonly string[]): string[] {
  return [
    ...spec.fasta,
    ...spec.gff3,
    ...spec.gtf,
    ...spec.flat,
    ...spec.vcf,
    ...spec.gaf,
    ...spec.xrefs,
    ...spec.phenotypes,
    ...spec.chains.map(({ path }) => path),
    ...(spec.rename === null ? [] : [spec.rename]),
    ...(spec.gaf.length > 0 ? ontology : []),
  ];
}
