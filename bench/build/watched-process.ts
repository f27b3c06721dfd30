/** Runs a program and watches what it uses: memory of it and of all that it starts, and disk below some folders. */
import { spawn } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuOfEnded, processTree, residentBytes } from '../process-accounting.ts';

export interface Usage {
  seconds: number;
  /** CPU time of all processes. */
  cpuSeconds: number;
  /** Most bytes at one moment. */
  memory: number;
  disk: number;
  /** As a shell has it. */
  code: number;
}

const LOOK_EVERY = 100;
const DISK_EVERY = 1000;

/** `folders`: where it writes. */
export async function runWatched(command: readonly string[], folders: readonly string[], env: Readonly<Record<string, string>>): Promise<Usage> {
  const before = cpuOfEnded(process.pid);
  const began = performance.now();
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
  const usage = { memory: 0, disk: 0 };
  const looking = setInterval(() => (usage.memory = Math.max(usage.memory, residentBytes(processTree(child.pid!)))), LOOK_EVERY);
  let measuring: Promise<void> = Promise.resolve();
  const measureDisk = async () => void (usage.disk = Math.max(usage.disk, await diskBytes(folders)));
  const weighing = setInterval(() => (measuring = measuring.then(measureDisk)), DISK_EVERY);
  try {
    const code = await new Promise<number>((settle, reject) => {
      child.once('error', reject);
      child.once('close', (status) => settle(status ?? 1));
    });
    const seconds = (performance.now() - began) / 1000;
    await measuring;
    await measureDisk();
    return { ...usage, seconds, cpuSeconds: (cpuOfEnded(process.pid) - before) / 1000, code };
  } finally {
    clearInterval(looking);
    clearInterval(weighing);
  }
}

/** Bytes on disk of all files below some folders; a file that several names lead to counts once. */
async function diskBytes(folders: readonly string[]): Promise<number> {
  const files = new Map<number, number>();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
      // What is gone again is not there any more.
      const file = entry.isFile() ? await lstat(join(entry.parentPath, entry.name)).catch(() => null) : null;
      if (file) files.set(file.ino, file.blocks * 512);
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}
