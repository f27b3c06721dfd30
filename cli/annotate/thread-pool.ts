/** Threads that annotate pieces of a file, one each at a time. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AnnotateError } from '../operator-error.ts';
import type { Annotated, Failed, FromWorker, Refused, ToWorker, WorkerTask } from './messages.ts';

const WORKER = new URL(`worker${extname(import.meta.url)}`, import.meta.url);
/**
 * MB of a thread's heap for young objects. Most objects of a piece are garbage at its end; in a small one many survive.
 */
const YOUNG_HEAP = 96;

export class ThreadPool {
  readonly #threads: Worker[];
  readonly #idle: Worker[] = [];
  readonly #waiting: ((thread: Worker) => void)[] = [];
  readonly #open = new Map<number, (answer: Annotated | Refused | Failed) => void>();
  #failure: AnnotateError | null = null;

  constructor(size: number, task: WorkerTask) {
    this.#threads = Array.from({ length: size }, () => this.#start(task));
  }

  /** The answer about a piece, when a thread had time for it. Throws AnnotateError if threads fail. */
  async run(piece: ToWorker): Promise<Annotated | Refused> {
    const thread = this.#idle.pop() ?? (await this.#nextIdle());
    const { promise, resolve } = Promise.withResolvers<Annotated | Refused | Failed>();
    this.#open.set(piece.number, resolve);
    if (this.#failure) throw this.#failure;
    thread.postMessage(piece);
    const answer = await promise;
    if ('isExpected' in answer)
      throw new AnnotateError(
        answer.isExpected ? answer.message : `the variants cannot be annotated: ${answer.message}`,
      );
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #nextIdle(): Promise<Worker> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(task: WorkerTask): Worker {
    const thread = new Worker(WORKER, { workerData: task, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP } });
    thread.on('message', (message: FromWorker) => {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
      if ('ready' in message) return;
      this.#open.get(message.number)?.(message);
      this.#open.delete(message.number);
    });
    thread.once('error', (error: unknown) => this.#fail(error instanceof Error ? error.message : String(error)));
    return thread;
  }

  /** Ends what waits: a thread that failed answers no more. */
  #fail(message: string): void {
    this.#failure ??= new AnnotateError(`a thread failed: ${message}`);
    for (const [number, settle] of this.#open) settle({ number, message: this.#failure.message, isExpected: true });
    for (const next of this.#waiting.splice(0)) {
      const [thread] = this.#threads;
      if (thread) next(thread);
    }
  }
}
