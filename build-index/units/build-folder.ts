import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DumpError } from '../dump/dump-error.ts';
import { fileOnPath, removeAbandoned, workFolder, makeFolder } from '../output/work-folder.ts';
import { BLOCK_FORM, type BlockForm } from '../output/index-folder.ts';
import type { Kind, UnitRecord } from './results.ts';
import type { BuildPlan, Unit } from './unit.ts';

// The folder of a finished unit contains its objects, its record, and files for later units.
const OBJECTS = 'objects';
const RECORD = 'unit.json';
const PLAN = 'plan.json';
const UNITS = 'units';

/**
 * The folder of a build inside an index folder. Each unit has its own folder, which appears whole or not at all:
 *
 *   .build/plan.json             the plan, for units that run in different processes
 *   .build/units/<id>@<key>/     a finished unit
 *   .build/.building-…/          an unfinished unit; removed when its process has ended
 */
export class BuildFolder {
  /** The index folder. */
  readonly index: string;
  readonly path: string;
  /** Form of all blocks that the build writes. */
  readonly blockForm: BlockForm;

  private constructor(index: string, path: string, blockForm: BlockForm) {
    this.index = index;
    this.path = path;
    this.blockForm = blockForm;
  }

  /** Opens the build folder of an index folder, and creates both if necessary. */
  static async open(index: string, blockForm = BLOCK_FORM): Promise<BuildFolder> {
    await makeFolder(index);
    const path = join(resolve(index), '.build');
    await mkdir(join(path, UNITS), { recursive: true });
    await removeAbandoned(path);
    return new BuildFolder(resolve(index), path, blockForm);
  }

  /**
   * The build folder of an index folder. Null if no build is in progress or left anything there.
   * @throws DumpError if `index` is a file or below one
   */
  static async existing(index: string): Promise<BuildFolder | null> {
    const file = await fileOnPath(index);
    if (file) throw new DumpError(`${index} cannot be an index folder: ${file} is a file; choose another path`);
    return (await unlessGone(stat(join(index, '.build')))) ? BuildFolder.open(index) : null;
  }

  /** Runs `body` with TMPDIR in this folder, so that a later build removes the files of a killed process. */
  async withTemporaryFiles<T>(body: () => Promise<T>): Promise<T> {
    const before = process.env.TMPDIR;
    const folder = await workFolder(this.path, 'scratch');
    process.env.TMPDIR = folder;
    try {
      return await body();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(folder, { recursive: true, force: true });
    }
  }

  async savePlan(plan: BuildPlan): Promise<void> {
    const work = await workFolder(this.path, 'scratch');
    await writeFile(join(work, PLAN), JSON.stringify(plan, null, 1), { flush: true });
    await rename(join(work, PLAN), join(this.path, PLAN));
    await rm(work, { recursive: true, force: true });
  }

  /** @throws DumpError for a missing or damaged plan */
  async readPlan(): Promise<BuildPlan> {
    const text = await readFile(join(this.path, PLAN), 'utf8').catch((cause) => {
      throw noPlan(this.index, cause);
    });
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new DumpError(`${join(this.path, PLAN)} is damaged: plan the build again`, { cause });
    }
  }

  /** Path of a unit's folder, which may not exist. */
  folderOf({ id, key }: Unit): string {
    return join(this.path, UNITS, `${id}@${key}`);
  }

  objectsOf(unit: Unit): string {
    return join(this.folderOf(unit), OBJECTS);
  }

  /** The record of a unit. Null if the unit is unfinished or incomplete. */
  async record<K extends Kind>(unit: Unit): Promise<UnitRecord<K> | null> {
    const text = await readFile(join(this.folderOf(unit), RECORD), 'utf8').catch(() => null);
    if (text === null) return null;
    const record = parsed<UnitRecord<K>>(text);
    if (record === null) return null;
    for (const { object, size } of record.objects) {
      const found = await stat(join(this.objectsOf(unit), object)).then(
        (stats) => stats.size,
        () => null,
      );
      if (found !== size) return null;
    }
    return record;
  }

  /** Creates a folder for an unfinished unit, with `objects` in it. The caller moves it into place or removes it. */
  async begin(): Promise<{ work: string; objects: string }> {
    const work = await workFolder(this.path, 'building');
    const objects = join(work, OBJECTS);
    await mkdir(objects);
    return { work, objects };
  }

  /** Moves a unit into place. A unit that another process has finished meanwhile stays, since it is equal. */
  async finish(unit: Unit, work: string, record: UnitRecord): Promise<void> {
    await writeFile(join(work, RECORD), JSON.stringify(record), { flush: true });
    const place = this.folderOf(unit);
    // Tries the rename first, and checks the place only if that fails: a check before could be outdated.
    for (;;) {
      const error = await rename(work, place).then(
        () => null,
        (thrown: NodeJS.ErrnoException) => thrown,
      );
      if (!error) return;
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      if (await this.record(unit)) return rm(work, { recursive: true, force: true });
      await this.#remove(place);
    }
  }

  /** Removes the units of a plan, also those of other inputs. Removes the whole folder if nothing else is in it. */
  async clear({ units }: BuildPlan): Promise<void> {
    const ids = new Set(units.map(({ id }) => id));
    for (const name of await namesIn(join(this.path, UNITS)))
      if (ids.has(name.slice(0, name.lastIndexOf('@')))) await this.#remove(join(this.path, UNITS, name));
    // A killed process may still have been running when this build began.
    await unlessGone(removeAbandoned(this.path));
    const others = (await namesIn(this.path)).filter((name) => name !== PLAN && name !== UNITS);
    const left = await namesIn(join(this.path, UNITS));
    if (others.length === 0 && left.length === 0 && !(await this.#holdsOther(units)))
      await rm(this.path, { recursive: true, force: true });
  }

  /** Does the folder contain the plan of another build, whose units may run later? */
  async #holdsOther(units: readonly Unit[]): Promise<boolean> {
    const stored = await this.readPlan().catch(() => null);
    const keysOf = (some: readonly Unit[]) => some.map(({ key }) => key).join();
    return stored !== null && keysOf(stored.units) !== keysOf(units);
  }

  /** Moves a folder aside before removing it, so that no partly removed folder is found in its place. */
  async #remove(folder: string): Promise<void> {
    const trash = await unlessGone(workFolder(this.path, 'scratch'));
    if (!trash) return;
    await unlessGone(rename(folder, join(trash, 'unit')));
    await rm(trash, { recursive: true, force: true });
  }
}

/** The error for an index folder without a plan. */
export function noPlan(index: string, cause?: unknown): DumpError {
  return new DumpError(`${index} contains no build plan: run the plan command first`, { cause });
}

/** Null for incomplete JSON. */
function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessGone(readdir(folder))) ?? [];
}

/** Undefined for a missing file or folder, which another process may have removed. */
function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
}
