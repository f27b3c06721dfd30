/** Threads of a program that take one piece of work each at a time. */
import { once } from 'node:events';
import { type MessagePort, Worker } from 'node:worker_threads';
import { messageOf } from '../src/caught-error.ts';
import { present } from '../src/checked.ts';

/**
 * MB of a thread's heap for young objects. Most objects of a piece are garbage at its end; in a small one many survive.
 */
const YOUNG_HEAP = 96;

/** The first message of a thread, after it got its task: it can take work. */
export interface Ready {
  ready: true;
}
/** A thread could not do a piece of work. */
export interface Failed {
  number: number;
  failed: string;
}

/** Pieces of work and answers to them have a number in common. */
interface Numbered {
  number: number;
}

/** Called by a thread: waits for the task that `begin` sends. */
export async function receiveTask<Task>(parent: MessagePort): Promise<Task> {
  const [task]: Task[] = await once(parent, 'message');
  return present(task, 'the task');
}

export class ThreadPool<Task, In extends Numbered, Out extends Numbered> {
  readonly #threads: Worker[];
  readonly #idle: Worker[] = [];
  readonly #waiting: ((thread: Worker) => void)[] = [];
  readonly #open = new Map<number, (answer: Out | Failed) => void>();
  readonly #errorOf: (message: string) => Error;
  #failure: Error | null = null;

  /**
   * Starts the threads, which wait for `begin`.
   * @param program of the threads; its first message is the task
   * @param errorOf makes the error for a piece that failed
   */
  constructor(program: URL, size: number, errorOf: (message: string) => Error) {
    this.#errorOf = errorOf;
    this.#threads = Array.from({ length: size }, () => this.#start(program));
  }

  /** Sends all threads the task that their work belongs to. Called once. */
  begin(task: Task): void {
    for (const thread of this.#threads) thread.postMessage(task);
  }

  /**
   * The answer about a piece, when a thread had time for it. Throws the error of `errorOf` if threads fail.
   * @param moved memory of the piece that the thread gets, instead of a copy
   */
  async run(piece: In, moved: readonly ArrayBuffer[] = []): Promise<Out> {
    const thread = this.#idle.pop() ?? (await this.#nextIdle());
    const { promise, resolve } = Promise.withResolvers<Out | Failed>();
    this.#open.set(piece.number, resolve);
    if (this.#failure) throw this.#failure;
    thread.postMessage(piece, moved);
    const answer = await promise;
    if ('failed' in answer) throw this.#errorOf(answer.failed);
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #nextIdle(): Promise<Worker> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(program: URL): Worker {
    const thread = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP } });
    thread.on('message', (message: Ready | Out | Failed) => {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
      if ('ready' in message) return;
      this.#open.get(message.number)?.(message);
      this.#open.delete(message.number);
    });
    thread.once('error', (error: unknown) => this.#fail(messageOf(error)));
    return thread;
  }

  /** Ends what waits: a thread that failed answers no more. */
  #fail(message: string): void {
    const why = `a thread failed: ${message}`;
    this.#failure ??= this.#errorOf(why);
    for (const [number, settle] of this.#open) settle({ number, failed: why });
    for (const next of this.#waiting.splice(0)) {
      const [thread] = this.#threads;
      if (thread) next(thread);
    }
  }
}
