import type { BlockForm } from '../output/index-folder.ts';
import { BuildFolder } from './build-folder.ts';
import { reasonOf, runUnits } from './schedule.ts';
import { planBuild } from './plan.ts';
import { runUnit } from './run-unit.ts';
import { finishSealed, sealRelease } from './seal.ts';
import type { SealedRelease } from './sealed-plan.ts';
import type { Unit } from './unit.ts';
import { WorkerPool, type Resources } from './worker-pool.ts';

/** Told what is being done; for a progress bar. */
export interface BuildProgress {
  /** The build is planned; some of its units may be done already. */
  begin(units: readonly Unit[], done: ReadonlySet<string>): void;
  unit(id: string): void;
  /** Bytes of a unit's inputs, as stored, that have been read since it was last told. */
  read(id: string, bytes: number): void;
  unitDone(id: string): void;
  /** All units are done. */
  sealing(): void;
}

export interface BuildOptions {
  /** A vcf_config.json that lists VCF files with genotypes. */
  vcfConfig?: string;
  /** As for planBuild. */
  linesAtOnce?: number;
  /** Processes for the units; without, they run one after the other in this one. */
  resources?: Resources;
  /**
   * How blocks are written, where it is not the usual way: for a build without `resources`, whose processes know the
   * usual way alone.
   */
  blockForm?: BlockForm;
}

/**
 * Compiles dump folders into an index folder and makes it the current release there: plans the build, runs its units,
 * seals the
 * release. Interrupted, it goes on where it was when it is called again; when a release there was made of the same, it
 * only makes that the current one.
 *
 * @throws DumpError for input that cannot be compiled; the index folder then serves what it served before
 */
export async function buildRelease(
  dumpFolders: readonly string[],
  indexFolder: string,
  progress: BuildProgress,
  options: BuildOptions = {},
): Promise<SealedRelease> {
  if (options.resources && options.blockForm)
    throw new Error('a build in processes of its own writes blocks in the usual form');
  const plan = await planBuild(dumpFolders, options.vcfConfig, options.linesAtOnce, options.blockForm);
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
      async (unit, beside) => {
        progress.unit(unit.id);
        const read = (bytes: number) => progress.read(unit.id, bytes);
        await (pool ? pool.run(unit, beside, read) : runUnit(unit, plan, build, read));
        progress.unitDone(unit.id);
      },
      (error) => reasonOf(error, indexFolder),
    );
    progress.sealing();
    return await sealRelease(plan, build, indexFolder);
  } catch (error) {
    // Another build of the same may have sealed the release meanwhile, and put the units away.
    const made = await finishSealed(plan, build, indexFolder);
    if (made) return made;
    throw error;
  } finally {
    await pool?.close();
  }
}
