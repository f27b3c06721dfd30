import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DumpError } from '../dump/dump-error.ts';
import type { DuckdbShare } from '../dump/duckdb-share.ts';
import { OutOfMemory } from './schedule.ts';
import type { BuildPlan, Unit } from './unit.ts';

/** What the processes of a build may take of the machine. */
export interface Resources {
  processes: number;
  /** Bytes of memory of all together. */
  memory: number;
}

/** Sent to a worker: first the build, then one unit after the other. */
export type ToWorker = { index: string; plan: BuildPlan } | { unit: string; share: DuckdbShare };
export type FromWorker = { read: number } | { done: true } | { failed: string; outOfMemory: boolean };

const WORKER = fileURLToPath(new URL(`worker${extname(import.meta.url)}`, import.meta.url));

/**
 * Of a process's memory, what is not DuckDB's: the program itself, rows on their way, blocks that are being compressed.
 */
const OWN_MEMORY = 500e6;
const LEAST_MEMORY = 250e6;

/** What a unit's DuckDB may take while so many units run. */
export function shareOf({ memory }: Pick<Resources, 'memory'>, running: number): DuckdbShare {
  return {
    memory: Math.max(LEAST_MEMORY, memory / running - OWN_MEMORY),
    threads: Math.max(1, Math.floor(availableParallelism() / running)),
  };
}

/** Processes that run units, each one at a time. A process that dies takes only its unit with it. */
export class WorkerPool {
  readonly #index: string;
  readonly #plan: BuildPlan;
  readonly #resources: Resources;
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();

  constructor(index: string, plan: BuildPlan, resources: Resources) {
    this.#index = index;
    this.#plan = plan;
    this.#resources = resources;
  }

  /**
   * @param running units that will run at the same time
   * @throws DumpError for a unit that fails, or whose process dies
   */
  async run(unit: Unit, running: number, read: (bytes: number) => void): Promise<void> {
    const worker = this.#idleOne() ?? this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const heard = (message: FromWorker) => {
      if ('read' in message) read(message.read);
      else if ('done' in message) resolve();
      else reject(message.outOfMemory ? new OutOfMemory(message.failed) : new DumpError(message.failed));
    };
    const ended = (code: number | null, signal: NodeJS.Signals | null) =>
      reject(new DumpError(`its process ended with ${signal ?? `status ${code}`}`));
    worker.on('message', heard).once('exit', ended);
    worker.send({ unit: unit.id, share: shareOf(this.#resources, running) } satisfies ToWorker, (error) => {
      if (error) reject(new DumpError(`its process cannot be reached: ${error.message}`));
    });
    try {
      await promise;
    } finally {
      worker.off('message', heard).off('exit', ended);
      if (worker.connected) this.#idle.push(worker);
    }
  }

  async close(): Promise<void> {
    const ended = [...this.#all].map((worker) => new Promise<void>((settle) => worker.once('exit', () => settle())));
    for (const worker of this.#all) if (worker.connected) worker.disconnect();
    await Promise.all(ended);
  }

  /** One that has not died while it had nothing to do. */
  #idleOne(): ChildProcess | undefined {
    let worker = this.#idle.pop();
    while (worker && !worker.connected) worker = this.#idle.pop();
    return worker;
  }

  #start(): ChildProcess {
    const worker = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#all.add(worker);
    worker.once('exit', () => this.#all.delete(worker));
    worker.send({ index: this.#index, plan: this.#plan } satisfies ToWorker, () => {});
    return worker;
  }
}
