/** Tables of genomes of files in an index folder, from which a build compiles them like dumps. */
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Departure, Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { type CoreDump, writeCoreDump } from './core-dump.ts';
import { termNames } from './ontology-dump.ts';
import { stampedFolder } from './stamped-folder.ts';
import { writeVariationDump } from './variation-dump.ts';
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
  /** Compiles a core database into an index, from which the effects of variants are predicted. */
  compile: (core: string, index: string) => Promise<unknown>;
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

/**
 * Writes the core tables first, and into their place, so that the release of which effects are predicted consists of
 * units that the build of the whole release uses as well.
 */
async function writeGenome(
  spec: GenomeSpec & { species: string },
  folder: string,
  version: string,
  { isStrict = false, progress, compile, ontology = [] }: WriteOptions,
): Promise<Written> {
  const nameOfTerm = () => (spec.gaf.length > 0 ? termNames(ontology) : undefined);
  const [core, variation] = [join(folder, 'core'), join(folder, 'variation')];
  const ofCore = { ...spec, vcf: [] };
  let dump: CoreDump | null = null;
  const written = await stampedFolder<Pick<Written, 'departures'>>(
    core,
    filesOf({ ...ofCore, phenotypes: [] }, ontology),
    [version, isStrict, ofCore],
    async (work) => {
      const departures = new Departures(isStrict);
      dump = movedTo(core, await writeCoreDump(spec, work, departures, progress, await nameOfTerm()));
      return { departures: departures.list() };
    },
  );
  if (spec.vcf.length + spec.phenotypes.length === 0) {
    await rm(variation, { recursive: true, force: true });
    return { departures: written.departures, collections: [] };
  }
  const varied = await stampedFolder<Written>(
    variation,
    filesOf(spec, ontology),
    [version, isStrict, spec],
    async (work) => {
      const departures = new Departures(isStrict);
      const [index, again] = [join(work, 'index'), join(work, 'core')];
      const writeAgain = async () => {
        await mkdir(again);
        return writeCoreDump(spec, again, new Departures(), progress, await nameOfTerm());
      };
      // Variants need facts about the core tables that no file stores, such as the borders of effects.
      const genome = dump ?? (await writeAgain());
      const compiled = async () => {
        await compile(core, index);
        return index;
      };
      const genotyped = await writeVariationDump(spec, work, genome, compiled, departures, progress);
      for (const done of [index, again]) await rm(done, { recursive: true, force: true });
      return {
        departures: departures.list(),
        collections: genotyped.map(({ path, source, chromosomes }) => ({
          id: source,
          species: genome.production,
          assembly: genome.assembly,
          type: 'local',
          filename_template: resolve(path),
          chromosomes,
        })),
      };
    },
  );
  return { departures: [...written.departures, ...varied.departures], collections: varied.collections };
}

/** The dump, after its folder was renamed. */
function movedTo(folder: string, dump: CoreDump): CoreDump {
  return { ...dump, bases: { ...dump.bases, path: join(folder, basename(dump.bases.path)) } };
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
