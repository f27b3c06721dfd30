import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, mkdir, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, dirname, resolve } from 'node:path';
import { DumpError } from '../dump/dump-error.ts';
import { isSystemError } from '../system-error.ts';

const HOST = hostname().replaceAll(/[^\w.]/g, '_');
const NAME = /^\.(?:building|scratch)-([\w.]+)-(\d+)-/;

/**
 * A folder for what is being made, named after the machine and the process that make it: what an interrupted build
 * leaves behind
 * is known by its process being gone.
 */
export function workFolder(folder: string, kind: 'building' | 'scratch'): Promise<string> {
  return mkdtemp(join(folder, `.${kind}-${HOST}-${process.pid}-`));
}

/** Removes the work folders of processes of this machine that have ended. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, host, process] = NAME.exec(name) ?? [];
    // Another process may be removing the same at this moment.
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
 * Makes a folder, and those above it that are not there. One by one: Node.js looks for ever for a folder above which
 * one could be made where
 * none can be, as in /proc.
 *
 * @throws DumpError where a file stands, or no folder can be made
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const error = await made(path);
  if (error?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    // What is missing now is not the folder above.
    const again = await made(path);
    if (again) throw refusal(folder, again);
  } else if (error) {
    throw refusal(folder, error);
  }
}

/** Null where the folder is there now. */
async function made(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path);
    return null;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // Recursive, it is no error where a folder stands.
    if (error.code === 'EEXIST')
      return mkdir(path, { recursive: true }).then(
        () => null,
        (refused: NodeJS.ErrnoException) => refused,
      );
    return error;
  }
}

function refusal(folder: string, error: NodeJS.ErrnoException): DumpError {
  const why = error.code === 'EEXIST' || error.code === 'ENOTDIR' ? 'a file stands there' : error.message;
  return new DumpError(`the folder ${folder} cannot be made: ${why}`, { cause: error });
}

/**
 * Replaces a value of an index folder: a reader sees the old one or the new one, and so does another build that
 * replaces it at the same time.
 */
export async function replaceValue(folder: string, key: string, bytes: Uint8Array): Promise<void> {
  const work = await workFolder(folder, 'scratch');
  try {
    await writeFile(join(work, key), bytes, { flush: true });
    await rename(join(work, key), join(folder, key));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
