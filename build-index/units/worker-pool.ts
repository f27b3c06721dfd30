import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DumpError } from '../dump/dump-error.ts';
import type { DuckdbShare } from '../dump/duckdb-share.ts';
import { OutOfMemory } from './schedule.ts';
import type { BuildPlan, Unit } from './unit.ts';

/** Resources for the processes of a build. */
export interface Resources {
  processes: number;
  /** Total bytes of memory. */
  memory: number;
}

/** Messages to a worker: first the build, then one unit after the other; in between, threads that are free. */
export type ToWorker =
  | { index: string; plan: BuildPlan }
  | { unit: string; share: DuckdbShare }
  | Pick<DuckdbShare, 'threads'>;
export type FromWorker = { read: number } | { done: true } | { failed: string; outOfMemory: boolean };

const WORKER = fileURLToPath(new URL(`worker${extname(import.meta.url)}`, import.meta.url));

/** Bytes of a process that are not DuckDB's: the program, rows in transit, blocks that are being compressed. */
const OWN_MEMORY = 500e6;
const LEAST_MEMORY = 250e6;
/** Nearly all objects of a unit are short-lived: with the default of 16 MB, units take 5 % more CPU time. */
const YOUNG_HEAP = ['--max-semi-space-size=64'];

/** DuckDB's share for one unit while `running` units run. */
export function shareOf({ memory }: Pick<Resources, 'memory'>, running: number): DuckdbShare {
  return { memory: Math.max(LEAST_MEMORY, memory / running - OWN_MEMORY), threads: threadsOf(running) };
}

function threadsOf(running: number): number {
  return Math.max(1, Math.floor(availableParallelism() / running));
}

/** Processes that run units, one at a time each. If a process dies, only its unit fails. */
export class WorkerPool {
  readonly #index: string;
  readonly #plan: BuildPlan;
  readonly #resources: Resources;
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #busy = new Set<ChildProcess>();
  #isSharing = false;

  constructor(index: string, plan: BuildPlan, resources: Resources) {
    this.#index = index;
    this.#plan = plan;
    this.#resources = resources;
  }

  /**
   * Runs a unit in a process.
   * @param running number of units that run at the same time
   * @throws DumpError if the unit fails or its process dies
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
      reject(
        new DumpError(
          `its process ended with ${signal ?? `status ${code}`}; run the build again` +
            (signal === 'SIGKILL' ? ', with fewer --processes if memory ran out' : ''),
        ),
      );
    worker.on('message', heard).once('exit', ended);
    this.#busy.add(worker);
    this.#shareThreads();
    worker.send({ unit: unit.id, share: shareOf(this.#resources, running) } satisfies ToWorker, (error) => {
      if (error) reject(new DumpError(`its process cannot be reached: ${error.message}`));
    });
    try {
      await promise;
    } finally {
      worker.off('message', heard).off('exit', ended);
      this.#busy.delete(worker);
      this.#shareThreads();
      if (worker.connected) this.#idle.push(worker);
    }
  }

  async close(): Promise<void> {
    const ended = [...this.#all].map((worker) => new Promise<void>((settle) => worker.once('exit', () => settle())));
    for (const worker of this.#all) if (worker.connected) worker.disconnect();
    await Promise.all(ended);
  }

  /** Fewer units than processes leave threads free, with which the others compress blocks. */
  #shareThreads(): void {
    if (this.#isSharing) return;
    this.#isSharing = true;
    // Later, since other units may start in this turn.
    setImmediate(() => {
      this.#isSharing = false;
      const message = { threads: threadsOf(this.#busy.size) } satisfies ToWorker;
      for (const worker of this.#busy) if (worker.connected) worker.send(message, () => {});
    });
  }

  /** An idle process that is still alive. */
  #idleOne(): ChildProcess | undefined {
    let worker = this.#idle.pop();
    while (worker && !worker.connected) worker = this.#idle.pop();
    return worker;
  }

  #start(): ChildProcess {
    const worker = fork(WORKER, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, ...YOUNG_HEAP],
    });
    this.#all.add(worker);
    worker.once('exit', () => this.#all.delete(worker));
    worker.send({ index: this.#index, plan: this.#plan } satisfies ToWorker, () => {});
    return worker;
  }
}
