/** Memory, CPU time and disk that processes use, from /proc: Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Id of the workerd that this process has started. Throws Error when there is none. */
export function workerdProcess(): number {
  const found = processTree(process.pid).find((pid) => statOf(pid)?.name === 'workerd');
  if (found === undefined) throw new Error('workerd is not running');
  return found;
}

/**
 * CPU time of a process, user and system, all its threads, in milliseconds. To the nanosecond, since single requests
 * are measured; the time of a thread that has ended is not in it.
 */
export function cpuMilliseconds(pid: number): number {
  return [...cpuOfThreads(pid).values()].reduce((sum, milliseconds) => sum + milliseconds, 0);
}

/**
 * The same from call to call: a thread that has ended since counts as it was when it was last seen, so that time never
 * falls.
 */
export function cpuClock(pid: number): () => number {
  const threads = new Map<string, number>();
  return () => {
    for (const [thread, milliseconds] of cpuOfThreads(pid))
      threads.set(thread, Math.max(milliseconds, threads.get(thread) ?? 0));
    return [...threads.values()].reduce((sum, milliseconds) => sum + milliseconds, 0);
  };
}

function cpuOfThreads(pid: number): Map<string, number> {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((task) => [
      task,
      Number(readOf(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]) / 1e6,
    ]),
  );
}

/** A process and all that it has started, and they in turn, at this moment. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Resident memory of some processes in bytes; what they share counts for each. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + 1024 * Number(/^VmRSS:\s*(\d+)/m.exec(readOf(`/proc/${pid}/status`))?.[1] ?? 0),
    0,
  );
}

/** Milliseconds of a clock tick in /proc, which Linux has fixed for programs. */
const TICK = 10;

/** CPU time of the children of a process that have ended, in milliseconds, to the next ten. */
export function cpuOfEnded(pid: number): number {
  return statOf(pid)?.ended ?? 0;
}

function statOf(pid: number): { name: string; parent: number; ended: number } | null {
  const stat = readOf(`/proc/${pid}/stat`);
  const end = stat.lastIndexOf(')');
  if (end < 0) return null;
  const fields = stat
    .slice(end + 2)
    .split(' ')
    .map(Number);
  return {
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: fields[1]!,
    ended: (fields[13]! + fields[14]!) * TICK,
  };
}

/** Empty for a process that has ended meanwhile. */
function readOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

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

/** Runs a program and watches what it and all that it starts use. `folders`: where it writes. */
export async function runWatched(
  command: readonly string[],
  folders: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Usage> {
  const before = cpuOfEnded(process.pid);
  const began = performance.now();
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
  const usage = { memory: 0, disk: 0 };
  const looking = setInterval(
    () => (usage.memory = Math.max(usage.memory, residentBytes(processTree(child.pid!)))),
    LOOK_EVERY,
  );
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
