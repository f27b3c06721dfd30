import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join, dirname, resolve } from 'node:path';
import { DumpError } from '../dump/dump-error.ts';
import { isSystemError } from '../system-error.ts';

const HOST = hostname().replaceAll(/[^\w.]/g, '_');
const NAME = /^\.(?:building|scratch)-([\w.]+)-(\d+)-/;

/**
 * Makes a folder for unfinished work, named after the machine and the process. A later build recognizes leftovers by
 * their process, which no longer runs.
 */
export function workFolder(folder: string, kind: 'building' | 'scratch'): Promise<string> {
  return mkdtemp(join(folder, `.${kind}-${HOST}-${process.pid}-`));
}

/** Removes the work folders of processes of this machine that have ended. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, host, process] = NAME.exec(name) ?? [];
    // Another process may be removing the same folder at this moment.
    if (host === HOST && !isRunning(Number(process)))
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Is a process with this id running on this machine? A killed process whose parent does not wait for it (PID 1 of many
 * containers) stays in the table as a zombie, which signals still reach: Linux shows its state in /proc.
 */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
  } catch (error) {
    // EPERM: it runs under another user.
    return isSystemError(error) && error.code === 'EPERM';
  }
  return !isZombie(id);
}

function isZombie(id: number): boolean {
  try {
    // "pid (command) state …": the command may contain parentheses and blanks.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${id}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/**
 * Makes a folder and its missing parents, one by one: a recursive mkdir of Node.js never returns where no folder can be
 * made, as in /proc.
 *
 * @throws DumpError if a file is on the path, or the system rejects the folder
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const error = await tryMkdir(path);
  if (error?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    // The parent exists now, so any error has another cause.
    const again = await tryMkdir(path);
    if (again) throw await folderError(folder, again);
  } else if (error) {
    throw await folderError(folder, error);
  }
}

/** The file on the path of a folder, if there is one: the path itself or one of its parents. Null without one. */
export async function fileOnPath(folder: string): Promise<string | null> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = await stat(path).catch(() => null);
    if (found) return found.isDirectory() ? null : path;
    if (dirname(path) === path) return null;
  }
}

/** Makes one folder. Null if the folder exists now, else the error. */
async function tryMkdir(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path);
    return null;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // With `recursive`, an existing folder is no error, but a file is.
    if (error.code === 'EEXIST')
      return mkdir(path, { recursive: true }).then(
        () => null,
        (thrown: NodeJS.ErrnoException) => thrown,
      );
    return error;
  }
}

async function folderError(folder: string, error: NodeJS.ErrnoException): Promise<DumpError> {
  const file = await fileOnPath(folder);
  const why = file ? `${file} is a file; choose another path` : error.message;
  return new DumpError(`cannot create the folder ${folder}: ${why}`, { cause: error });
}

/**
 * Replaces a value of an index folder atomically: readers and other builds see the old value or the new one.
 *
 * @param key path below the folder
 */
export async function replaceValue(folder: string, key: string, bytes: Uint8Array): Promise<void> {
  const work = await workFolder(folder, 'scratch');
  try {
    const written = join(work, basename(key));
    await writeFile(written, bytes, { flush: true });
    await rename(written, join(folder, key));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
