/** Memory, CPU time and disk usage of processes. Linux only: it reads /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../src/checked.ts';

/** Process id of the workerd that this process has started. Throws Error if there is none. */
export function workerdProcess(): number {
  const found = processTree(process.pid).find((pid) => statOf(pid)?.name === 'workerd');
  if (found === undefined) throw new Error('workerd is not running');
  return found;
}

/** CPU time (user and system) of all running threads of a process in milliseconds, with nanosecond precision. */
export function cpuMilliseconds(pid: number): number {
  return [...cpuOfThreads(pid).values()].reduce((sum, milliseconds) => sum + milliseconds, 0);
}

/** CPU time of the main thread of a process in milliseconds. workerd and Deno run JavaScript in this thread. */
export function mainThreadMilliseconds(pid: number): number {
  return threadMilliseconds(pid, String(pid));
}

/** A clock with the CPU time of a process. It never falls: threads that have ended keep their last known time. */
export function cpuClock(pid: number): () => number {
  const threads = new Map<string, number>();
  return () => {
    for (const [thread, milliseconds] of cpuOfThreads(pid))
      threads.set(thread, Math.max(milliseconds, threads.get(thread) ?? 0));
    return [...threads.values()].reduce((sum, milliseconds) => sum + milliseconds, 0);
  };
}

function cpuOfThreads(pid: number): Map<string, number> {
  return new Map(readdirSync(`/proc/${pid}/task`).map((task) => [task, threadMilliseconds(pid, task)]));
}

/** Does a thread of a process run, or wait for a core? On a busy machine it may wait for long. */
export function isBusy(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).some((task) => statOf(`${pid}/task/${task}`)?.state === 'R');
}

function threadMilliseconds(pid: number, task: string): number {
  return Number(readOf(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]) / 1e6;
}

/** The ids of a process and all its descendants. */
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

/** Resident memory of some processes in bytes. Shared memory counts for each of them. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + 1024 * Number(/^VmRSS:\s*(\d+)/m.exec(readOf(`/proc/${pid}/status`))?.[1] ?? 0),
    0,
  );
}

/** Milliseconds of a clock tick in /proc, a constant of Linux. */
const TICK = 10;

/** CPU time of the ended children of a process in milliseconds, with a precision of 10 ms. */
export function cpuOfEnded(pid: number): number {
  return statOf(pid)?.ended ?? 0;
}

interface Stat {
  name: string;
  /** 'R' runs or waits for a core, 'S' sleeps. */
  state: string;
  parent: number;
  ended: number;
}

/** Null for a process or thread that has ended. @param id of a process, or the path of a thread below /proc */
function statOf(id: number | string): Stat | null {
  const stat = readOf(`/proc/${id}/stat`);
  const end = stat.lastIndexOf(')');
  if (end < 0) return null;
  const [state = '', ...fields] = stat.slice(end + 2).split(' ');
  const numbers = fields.map(Number);
  return {
    name: stat.slice(stat.indexOf('(') + 1, end),
    state,
    parent: at(numbers, 0),
    ended: (at(numbers, 12) + at(numbers, 13)) * TICK,
  };
}

/** Empty for a process that has ended. */
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
  /** Peak memory of all processes in bytes. */
  memory: number;
  /** Peak disk usage in bytes. */
  disk: number;
  /** Exit code; 1 after a signal. */
  code: number;
}

/** Milliseconds between samples. */
const MEMORY_EVERY = 100;
const DISK_EVERY = 1000;

/** Runs a program and measures what it and its descendants use. @param folders to which it writes */
export async function runWatched(
  command: readonly string[],
  folders: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Usage> {
  const before = cpuOfEnded(process.pid);
  const began = performance.now();
  const child = spawn(at(command, 0), command.slice(1), { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
  const usage = { memory: 0, disk: 0 };
  const measureMemory = () => {
    if (child.pid !== undefined) usage.memory = Math.max(usage.memory, residentBytes(processTree(child.pid)));
  };
  const memoryTimer = setInterval(measureMemory, MEMORY_EVERY);
  let measuring: Promise<void> = Promise.resolve();
  const measureDisk = async () => void (usage.disk = Math.max(usage.disk, await diskBytes(folders)));
  const diskTimer = setInterval(() => (measuring = measuring.then(measureDisk)), DISK_EVERY);
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
    clearInterval(memoryTimer);
    clearInterval(diskTimer);
  }
}

/** Bytes on disk of all files below some folders. Hard links to one file count once. */
async function diskBytes(folders: readonly string[]): Promise<number> {
  const files = new Map<number, number>();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
      // Files may vanish during the scan.
      const file = entry.isFile() ? await lstat(join(entry.parentPath, entry.name)).catch(() => null) : null;
      if (file) files.set(file.ino, file.blocks * 512);
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}
