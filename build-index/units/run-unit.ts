import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectsOf, type ObjectEntry } from '../../src/release/manifest.ts';
import { compileArchive } from '../compile/ids/archive.ts';
import { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { IndexFolder } from '../output/index-folder.ts';
import { inputStamp, checkInputs } from './input-files.ts';
import type { BuildFolder } from './build-folder.ts';
import { compileAddition, compileDetailPart, compileScoresOf } from './compile-addition.ts';
import { compileCore } from './compile-core.ts';
import {
  compileAlignmentsOf,
  compileComparaGenes,
  compileDigests,
  compileElements,
  compileIds,
  compilePartsOf,
  compileTaxa,
  compileTerms,
} from './compile-release-unit.ts';
import { compilerVersion } from './compiler-version.ts';
import { type Kind, type Results, type UnitRecord, databaseIn, type UnitContext } from './results.ts';
import { sealedRelease } from './sealed-plan.ts';
import type { BuildPlan, Unit, UnitTask } from './unit.ts';

/**
 * Compiles a unit, unless it is done, and moves its output into place. A failed unit leaves nothing behind. If two
 * processes compile the same unit, the first to finish wins; both make the same bytes.
 *
 * @param progress gets the bytes of stored dumps that were read since the last call
 * @throws DumpError for input that cannot be compiled or has changed since the plan, and if an earlier unit is missing
 */
export async function runUnit(
  unit: Unit,
  plan: BuildPlan,
  build: BuildFolder,
  progress: (bytes: number) => void = () => {},
): Promise<void> {
  // Sealing removes the units of the plan; they must not be compiled again then.
  if ((await build.record(unit)) || (await sealedRelease(build.index, plan))) return;
  if (plan.compiler !== (await compilerVersion()))
    throw new DumpError('another version of the compiler planned this build: plan it again');
  const departures = new Departures(plan.isStrict);
  const context = contextOf(plan, build, departures);
  for (const id of unit.after) await context.record(id);
  await checkInputs(unit.inputs);
  const { work, objects } = await build.begin();
  const folder = await IndexFolder.ofUnit(work, objects, build.blockForm);
  try {
    folder.stamp = await inputStamp(filesBehind(unit, plan));
    const result = await compile(unit.task, {
      folder,
      work,
      progress,
      ...context,
      borrow: async (id) => folder.borrow(context.objectsOf(id), (await context.record(id)).objects),
    });
    await folder.giveBack();
    // A file may have been replaced while it was read.
    await checkInputs(unit.inputs);
    await build.finish(unit, work, {
      id: unit.id,
      key: unit.key,
      result,
      objects: await objectsIn(objects, objectsOf(result).values()),
      departures: departures.parts(),
      wanted: [...folder.wanted],
    });
  } catch (error) {
    await folder.discard();
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

/** Files that a unit reads, and files that the units before it read. */
function filesBehind(unit: Unit, { units }: BuildPlan): string[] {
  const before = units.filter(({ id }) => unit.after.includes(id));
  return [...new Set([unit, ...before].flatMap(({ inputs }) => inputs.map(({ path }) => path)))];
}

/** The objects that a folder contains; the others belong to earlier units. */
async function objectsIn(folder: string, entries: Iterable<ObjectEntry>): Promise<ObjectEntry[]> {
  const there = await Promise.all(
    [...entries].map((entry) =>
      access(join(folder, entry.object)).then(
        () => [entry],
        () => [],
      ),
    ),
  );
  return there.flat();
}

/** The part of a unit's context that concerns other units. */
function contextOf(
  plan: BuildPlan,
  build: BuildFolder,
  departures: Departures,
): Pick<UnitContext, 'record' | 'database' | 'folderOf'> & { objectsOf(unit: string): string } {
  const named = (id: string): Unit => {
    const unit = plan.units.find((each) => each.id === id);
    if (!unit) throw new DumpError(`the plan has no unit '${id}'`);
    return unit;
  };
  const record = async <K extends Kind>(id: string): Promise<UnitRecord<K>> => {
    const found = await build.record<K>(named(id));
    if (!found) throw new DumpError(`the unit ${id}, which must run before, is not done: run it first`);
    return found;
  };
  return {
    record,
    database: async (folder) => ({ ...(await databaseIn(folder)), departures }),
    folderOf: (id) => build.folderOf(named(id)),
    objectsOf: (id) => build.objectsOf(named(id)),
  };
}

async function compile(task: UnitTask, context: UnitContext): Promise<Results[Kind]> {
  switch (task.kind) {
    case 'core':
      return compileCore(task, context);
    case 'ids':
      return compileIds(task.cores, context);
    case 'digests':
      return compileDigests(task.cores, context);
    case 'compara':
      return compileComparaGenes(task.database, context);
    case 'compara-parts':
      return compilePartsOf(task.genes, task.cores, context);
    case 'alignments':
      return compileAlignmentsOf(task.database, task.cores, context);
    case 'constrained-elements':
      return compileElements(task.databases, task.cores, context);
    case 'ontology':
      return compileTerms(task.database, context);
    case 'taxonomy':
      return compileTaxa(task.databases, context);
    case 'archive': {
      const dumps = await Promise.all(task.databases.map(context.database));
      return compileArchive(dumps, task.listed === null ? null : await context.database(task.listed), context.folder);
    }
    case 'scores':
      return compileScoresOf(task, context);
    case 'staged-details':
    case 'line-details':
      return compileDetailPart(task, context);
    default:
      return compileAddition(task, context);
  }
}
