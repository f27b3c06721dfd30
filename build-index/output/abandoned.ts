import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^\.(?:building|scratch)-(\d+)-/;

/**
 * A folder for what is being made, named after the process that makes it: what an interrupted build leaves behind is
 * known by its process being gone.
 */
export function workFolder(folder: string, kind: 'building' | 'scratch'): Promise<string> {
  return mkdtemp(join(folder, `.${kind}-${process.pid}-`));
}

/** Removes the work folders of processes that have ended. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const process = NAME.exec(name)?.[1];
    if (process !== undefined && !isRunning(Number(process))) await rm(join(folder, name), { recursive: true, force: true });
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
