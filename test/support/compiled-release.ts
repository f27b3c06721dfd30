import { join } from 'node:path';
import { buildRelease, type BuildOptions } from '../../build-index/units/build-release.ts';
import { openFolder } from './open-folder.ts';
import { writeDump, type DumpRows } from './dump-database.ts';
import { type RunningService, runService } from './running-service.ts';
import { silentProgress } from './silent-progress.ts';
import { testFolder } from './test-folder.ts';

/** One database to compile: species, database kind and tables. */
export type DumpedDatabase = [species: string, group: string, tables: DumpRows];

export type { RunningService } from './running-service.ts';

/** A release compiled from dumps into a temporary folder, which is removed after the tests of the file. */
export class CompiledRelease {
  readonly notices: readonly string[];
  readonly #folder: string;

  private constructor(folder: string, notices: readonly string[]) {
    this.#folder = folder;
    this.notices = notices;
  }

  static async from(databases: readonly DumpedDatabase[], options: BuildOptions = {}): Promise<CompiledRelease> {
    const folder = await testFolder();
    for (const [species, group, tables] of databases) await writeDump(join(folder, 'dumps'), species, group, tables);
    return CompiledRelease.#compile([join(folder, 'dumps')], folder, options);
  }

  /** Compiles an existing folder of dumps. */
  static async ofDumps(dumps: string, options: BuildOptions = {}): Promise<CompiledRelease> {
    return CompiledRelease.#compile([dumps], await testFolder(), options);
  }

  static async #compile(dumps: string[], folder: string, options: BuildOptions): Promise<CompiledRelease> {
    const { notices } = await buildRelease(dumps, join(folder, 'index'), silentProgress, options);
    return new CompiledRelease(folder, notices);
  }

  /** A service that has read only the root. */
  serve(): Promise<RunningService> {
    return serveIndex(join(this.#folder, 'index'));
  }
}

/** Serves an index folder inside the test process, until the tests of the file end. It has read only the root. */
export async function serveIndex(folder: string): Promise<RunningService> {
  return runService(openFolder(folder));
}
