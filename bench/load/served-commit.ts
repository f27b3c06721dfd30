/** Serves an index with the program of a commit. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PROJECT } from '../../cli/installation.ts';
import { ServeError } from '../../cli/operator-error.ts';
import { present } from '../../src/checked.ts';

export interface ServedCommit {
  url: URL;
  /** The process that started the service; its descendants serve. */
  pid: number;
  stop(): Promise<void>;
}

/** The name of the program as it is in the folder of the project, with changes that are not committed. */
const WORKING_TREE = '.';

const git = (...args: string[]) => promisify(execFile)('git', ['-C', PROJECT, ...args]);

/**
 * Checks the commit out into a temporary folder, which uses the packages of this project, and serves there. Throws
 * ServeError if the commit does not exist or does not serve the index.
 */
export async function serveCommit(commit: string, index: string, processes: number): Promise<ServedCommit> {
  if (commit === WORKING_TREE) return serveFrom(PROJECT, index, processes);
  const folder = join(await mkdtemp(join(tmpdir(), 'bench-')), 'checkout');
  const remove = async () => {
    await git('worktree', 'remove', '--force', folder).catch(() => {});
    await rm(join(folder, '..'), { recursive: true, force: true });
  };
  try {
    await git('worktree', 'add', '--detach', folder, commit).catch(() => {
      throw new ServeError(`git has no commit ${commit}`);
    });
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    const served = await serveFrom(folder, index, processes);
    return { ...served, stop: () => served.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function serveFrom(folder: string, index: string, processes: number): Promise<ServedCommit> {
  const child = spawn(
    process.execPath,
    [
      join(folder, 'cli/genomic-edge.ts'),
      ...['serve', '--index', index, '--port', '0', '--processes', String(processes)],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const listening = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^Serving at (\S+)/.exec(line)?.[1];
      if (url !== undefined) return url;
    }
    return null;
  })();
  const url = await listening;
  if (url === null) throw new ServeError(`the program in ${folder} does not serve ${index}`);
  // What it says later would otherwise fill the pipe.
  child.stdout.resume();
  return { url: new URL(url), pid: present(child.pid, 'the process id of the service'), stop };
}
