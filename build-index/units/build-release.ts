import { withCollections } from '../vcf/vcf-config.ts';
import { writeGenomes } from '../genome-files/genome-folders.ts';
import type { GenomeSpec } from '../genome-files/genome-spec.ts';
import { NO_SHARED_FILES, type SharedFiles } from '../genome-files/shared-files.ts';
import { writeSharedTables } from '../genome-files/shared-folders.ts';
import type { BlockForm } from '../output/index-folder.ts';
import { BuildFolder } from './build-folder.ts';
import { compilerVersion, sealerVersion } from './compiler-version.ts';
import { reasonOf, runUnits } from './schedule.ts';
import { planBuild } from './plan.ts';
import { runUnit } from './run-unit.ts';
import { finishSealed, sealRelease } from './seal.ts';
import type { SealedRelease } from './sealed-plan.ts';
import type { BuildPlan, Unit } from './unit.ts';
import { WorkerPool, type Resources } from './worker-pool.ts';

/** Receives the progress of a build. */
export interface BuildProgress {
  /** Bytes of stored files that were read for tables since the last call, before the build is planned. */
  files(bytes: number): void;
  /** The build is planned. @param done ids of units that are done already */
  begin(units: readonly Unit[], done: ReadonlySet<string>): void;
  /** A unit has started. */
  unit(id: string): void;
  /** Bytes of a unit's stored inputs that were read since the last call. */
  read(id: string, bytes: number): void;
  unitDone(id: string): void;
  /** All units are done. */
  sealing(): void;
}

export interface BuildOptions {
  /** A vcf_config.json that lists VCF files with genotypes. */
  vcfConfig?: string | undefined;
  /** As for planBuild. */
  linesAtOnce?: number;
  /** Processes for the units. By default they run one by one in this process. */
  resources?: Resources;
  /** Another form of blocks. Not allowed together with `resources`, whose processes use the default form. */
  blockForm?: BlockForm;
  /** As for planBuild. */
  isStrict?: boolean | undefined;
  /** As for planBuild. */
  scores?: readonly string[] | undefined;
  /** Genomes of FASTA and annotation files. */
  genomes?: readonly GenomeSpec[];
  /** Ontologies and taxonomy of files. */
  shared?: SharedFiles | undefined;
}

/** Plans a build of dumps and of genomes of files, whose tables it writes below the index folder first. */
export async function planInputs(
  dumpFolders: readonly string[],
  indexFolder: string,
  { vcfConfig, linesAtOnce, blockForm, isStrict, scores, genomes = [], shared = NO_SHARED_FILES }: BuildOptions,
  progress?: Pick<BuildProgress, 'files'>,
): Promise<BuildPlan> {
  const version = `${await compilerVersion()} ${await sealerVersion()}`;
  const reading = { isStrict, progress: (bytes: number) => progress?.files(bytes) };
  const written = await writeGenomes(genomes, indexFolder, version, {
    ...reading,
    ontology: shared.ontology,
    compile: (core, index) => compileForEffects(core, indexFolder, index, { blockForm, isStrict }),
  });
  const ofRelease = await writeSharedTables(shared, written.folders, indexFolder, version, reading);
  const config = await withCollections(vcfConfig, written.collections, indexFolder);
  // The first ontology and taxonomy count: files replace those of dumps.
  const folders = [...ofRelease.folders, ...dumpFolders, ...written.folders];
  const departures = [...written.departures, ...ofRelease.departures];
  return planBuild(folders, config, linesAtOnce, blockForm, isStrict, scores, departures);
}

/**
 * Compiles a core database into a release that only serves to predict effects. Its units stay in the index folder,
 * where the build of the whole release finds them.
 *
 * @param effects folder of the release
 */
async function compileForEffects(
  core: string,
  indexFolder: string,
  effects: string,
  { blockForm, isStrict }: Pick<BuildOptions, 'blockForm' | 'isStrict'>,
): Promise<void> {
  const whole = await planBuild([core], undefined, undefined, blockForm, isStrict);
  const plan = { ...whole, units: whole.units.filter(({ task: { kind } }) => kind === 'core' || kind === 'ids') };
  const build = await BuildFolder.open(indexFolder, blockForm);
  await runUnits(
    plan,
    new Set(),
    1,
    (unit) => runUnit(unit, plan, build),
    (error) => reasonOf(error, indexFolder),
  );
  await sealRelease(plan, build, effects, { isForEffects: true });
}

/**
 * Compiles dump folders into a release of an index folder and makes it current: plans the build, runs its units, seals
 * the release. After an interruption, the same call continues. If the release of these inputs exists already, it only
 * becomes current.
 *
 * @throws DumpError for input that cannot be compiled; the current release then stays
 */
export async function buildRelease(
  dumpFolders: readonly string[],
  indexFolder: string,
  progress: BuildProgress,
  options: BuildOptions = {},
): Promise<SealedRelease> {
  if (options.resources && options.blockForm)
    throw new Error('a build with resources writes blocks in the usual form: leave out blockForm');
  const plan = await planInputs(dumpFolders, indexFolder, options, progress);
  const before = await finishSealed(plan, await BuildFolder.existing(indexFolder), indexFolder);
  if (before) return before;
  const build = await BuildFolder.open(indexFolder, options.blockForm);
  const done = new Set<string>();
  for (const unit of plan.units) if (await build.record(unit)) done.add(unit.id);
  progress.begin(plan.units, done);
  const pool = options.resources && new WorkerPool(indexFolder, plan, options.resources);
  try {
    await runUnits(
      plan,
      done,
      options.resources?.processes ?? 1,
      async (unit, running) => {
        progress.unit(unit.id);
        const read = (bytes: number) => progress.read(unit.id, bytes);
        await (pool ? pool.run(unit, running, read) : runUnit(unit, plan, build, read));
        progress.unitDone(unit.id);
      },
      (error) => reasonOf(error, indexFolder),
    );
    progress.sealing();
    return await sealRelease(plan, build, indexFolder);
  } catch (error) {
    // Another build of the same inputs may have sealed the release meanwhile and removed the units.
    const made = await finishSealed(plan, build, indexFolder);
    if (made) return made;
    throw error;
  } finally {
    await pool?.close();
  }
}
