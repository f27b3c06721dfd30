import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const HOST = hostname().replaceAll(/[^\w.]/g, '_');
const NAME = /^\.(?:building|scratch)-([\w.]+)-(\d+)-/;

/**
 * A folder for what is being made, named after the machine and the process that make it: what an interrupted build leaves behind
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
    if (host === HOST && !isRunning(Number(process))) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Is there a process of this id on this machine? */
export function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It runs, but is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
