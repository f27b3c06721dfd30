import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectsOf } from '../../src/release/manifest-objects.ts';
import type { ObjectEntry } from '../../src/release/manifest.ts';
import { compileArchive } from '../compile/ids/archive.ts';
import { DumpError } from '../dump/dump-error.ts';
import { IndexFolder } from '../output/index-folder.ts';
import { inputStamp } from '../output/input-stamp.ts';
import type { BuildFolder } from './build-folder.ts';
import type { Claimant } from './claim.ts';
import { compileAddition } from './compile-addition.ts';
import { compileCore } from './compile-core.ts';
import { compileDetailPart } from './compile-detail-part.ts';
import { compileAlignmentsOf, compileComparaGenes, compileElements, compileIds, compilePartsOf, compileTaxa, compileTerms } from './compile-release-unit.ts';
import { compilerVersion } from './compiler-version.ts';
import { checkInputs } from './input-files.ts';
import type { Kind, Results, UnitRecord } from './results.ts';
import { databaseIn, type UnitContext } from './unit-context.ts';
import type { Plan, Unit, UnitTask } from './unit.ts';

export interface UnitNews {
  /** Told the bytes of dumps (as stored) that have been read. */
  read?(bytes: number): void;
  /** Told which other process makes the unit. */
  waiting?(other: Claimant): void;
}

/**
 * Compiles a unit, unless that is done, and puts its output in place. A unit that fails leaves nothing behind. A process that makes the same unit is waited for.
 *
 * @throws DumpError for input that cannot be compiled, or is no longer what was planned, and for units that must come before
 */
export function runUnit(unit: Unit, plan: Plan, build: BuildFolder, { read = () => {}, waiting = () => {} }: UnitNews = {}): Promise<void> {
  return build.claimed(unit, plan, waiting, () => makeUnit(unit, plan, build, read));
}

async function makeUnit(unit: Unit, plan: Plan, build: BuildFolder, progress: (bytes: number) => void): Promise<void> {
  if (plan.compiler !== await compilerVersion()) throw new DumpError('the build was planned by another version of the compiler: plan it again');
  const context = contextOf(plan, build);
  for (const id of unit.after) await context.record(id);
  await checkInputs(unit.inputs);
  const { work, objects } = await build.begin();
  const folder = await IndexFolder.ofUnit(work, objects, build.blockForm);
  try {
    folder.stamp = await inputStamp(filesBehind(unit, plan));
    const result = await compile(unit.task, { folder, work, progress, ...context, borrow: async (id) => folder.borrow(context.objectsOf(id), (await context.record(id)).objects) });
    await folder.giveBack();
    // What was read may have been replaced meanwhile.
    await checkInputs(unit.inputs);
    await build.finish(unit, work, { id: unit.id, key: unit.key, result, objects: await standingIn(objects, objectsOf(result).values()), wanted: [...folder.wanted] });
  } catch (error) {
    await folder.discard();
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

/** What a unit reads, and what the units that it comes after have read. */
function filesBehind(unit: Unit, { units }: Plan): string[] {
  const before = units.filter(({ id }) => unit.after.includes(id));
  return [...new Set([unit, ...before].flatMap(({ inputs }) => inputs.map(({ path }) => path)))];
}

/** Those of some objects that are in a folder: the others are of units before. */
async function standingIn(folder: string, entries: Iterable<ObjectEntry>): Promise<ObjectEntry[]> {
  const there = await Promise.all([...entries].map((entry) => access(join(folder, entry.object)).then(() => [entry], () => [])));
  return there.flat();
}

/** What a unit is told of others. */
function contextOf(plan: Plan, build: BuildFolder): Pick<UnitContext, 'record' | 'database' | 'folderOf'> & { objectsOf(unit: string): string } {
  const named = (id: string): Unit => {
    const unit = plan.units.find((each) => each.id === id);
    if (!unit) throw new DumpError(`the plan has no unit ${id}`);
    return unit;
  };
  const record = async <K extends Kind>(id: string): Promise<UnitRecord<K>> => {
    const found = await build.record<K>(named(id));
    if (!found) throw new DumpError(`the unit ${id}, which comes before, is not done`);
    return found;
  };
  return { record, database: databaseIn, folderOf: (id) => build.folderOf(named(id)), objectsOf: (id) => build.objectsOf(named(id)) };
}

async function compile(task: UnitTask, context: UnitContext): Promise<Results[Kind]> {
  switch (task.kind) {
    case 'core': return compileCore(task, context);
    case 'ids': return compileIds(task.cores, context);
    case 'compara': return compileComparaGenes(task.database, context);
    case 'compara-parts': return compilePartsOf(task.genes, task.cores, context);
    case 'alignments': return compileAlignmentsOf(task.database, task.cores, context);
    case 'constrained-elements': return compileElements(task.databases, task.cores, context);
    case 'ontology': return compileTerms(task.database, context);
    case 'taxonomy': return compileTaxa(task.databases, context);
    case 'archive': {
      const dumps = await Promise.all(task.databases.map(context.database));
      return compileArchive(dumps, task.listed === null ? null : await context.database(task.listed), context.folder);
    }
    case 'staged-details':
    case 'line-details': return compileDetailPart(task, context);
    default: return compileAddition(task, context);
  }
}
