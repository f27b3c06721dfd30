/** Serves an index with Deno: on Linux in processes that share a port, elsewhere in one. */
import { createServer } from 'node:net';
import { errorCode, ServeError } from '../operator-error.ts';
import { startDeno, type DenoOptions, type DenoProcess } from './deno-process.ts';
import type { ServedIndex, ServeOptions } from './served-index.ts';

/** Megabytes of decoded blocks that all processes keep together, as in src/deno-options.ts. */
const CACHE = 256;

/** Milliseconds before a process that ended is replaced. The pause doubles while replacements do not start. */
const PAUSE = 100;
const LONGEST_PAUSE = 10_000;

/** Resolves when the service listens. Throws ServeError with the service's own message if it ends before. */
export async function serveWithDeno({ processes = 1, ...options }: ServeOptions): Promise<ServedIndex> {
  // Elsewhere the system gives all connections to one of the processes.
  if (process.platform !== 'linux') {
    if (processes > 1)
      throw new ServeError(`--processes ${processes}: several processes share a port only on Linux; leave it out`);
    const { url, ended, pid, stop } = await startDeno(options);
    return { url, ended, pids: () => [pid], stop };
  }
  if (options.port !== 0) await checkFree(options.host, options.port);
  const group = new ProcessGroup({
    ...options,
    cache: shareOf(options.cache, processes),
    edition: options.edition ?? newEdition(),
  });
  return group.start(processes);
}

/** A text that is no number passes as it is: the process rejects it. */
function shareOf(cache = String(CACHE), processes: number): string {
  return /^\d+$/.test(cache) ? String(Math.max(1, Math.floor(Number(cache) / processes))) : cache;
}

/** All processes must give the same ETags, those that start later too. */
function newEdition(): string {
  return Date.now().toString(36);
}

/**
 * Throws ServeError if another service listens on the port. The processes themselves would not notice: the system would
 * share the connections among all of them.
 */
function checkFree(host: string, port: number): Promise<void> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', (error) =>
      errorCode(error) === 'EADDRINUSE'
        ? reject(new ServeError(`Port ${port} of ${host} is in use: choose another with --port`))
        : settle(),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => settle()));
  });
}

/** Processes on one port. Each that ends is replaced. */
class ProcessGroup {
  readonly #options: DenoOptions;
  readonly #members = new Set<DenoProcess>();
  readonly #leaving = new Set<DenoProcess>();
  #ending = false;
  #end: (code: number) => void = () => {};
  readonly #ended = new Promise<number>((settle) => (this.#end = settle));
  #restarts: Promise<void> = Promise.resolve();

  constructor(options: DenoOptions) {
    this.#options = options;
  }

  async start(count: number): Promise<ServedIndex> {
    const { url } = await this.#add(this.#options.port);
    if (this.#options.port === 0) this.#options.port = Number(new URL(url).port);
    try {
      await Promise.all(Array.from({ length: count - 1 }, () => this.#add(this.#options.port)));
    } catch (error) {
      await this.#stop();
      throw error;
    }
    return {
      url,
      ended: this.#ended,
      pids: () => [...this.#members].map(({ pid }) => pid),
      restart: () => (this.#restarts = this.#restarts.then(() => this.#restart())),
      stop: () => this.#stop(),
    };
  }

  async #add(port: number): Promise<DenoProcess> {
    let member: DenoProcess | null = null;
    const onCounts = (line: string) => {
      for (const each of this.#members) if (each !== member) each.send(line);
    };
    member = await startDeno({ ...this.#options, port }, { onCounts });
    this.#members.add(member);
    const started = member;
    void started.ended.then((code) => this.#removed(started, code));
    if (this.#ending) void started.stop();
    return started;
  }

  async #removed(member: DenoProcess, code: number): Promise<void> {
    this.#members.delete(member);
    if (this.#ending || this.#leaving.delete(member)) return;
    console.error(`Process ${member.pid} of the service ended with exit code ${code}; another one starts`);
    for (let pause = PAUSE; !this.#ending; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      await new Promise((settle) => setTimeout(settle, pause));
      if (this.#ending) return;
      try {
        await this.#add(this.#options.port);
        return;
      } catch (error) {
        if (!(error instanceof ServeError)) throw error;
        console.error(`No process could start: ${error.message}`);
        if (this.#members.size === 0) {
          this.#ending = true;
          this.#end(1);
        }
      }
    }
  }

  /** A new process starts before an old one ends, so that none of the port's connections is refused. */
  async #restart(): Promise<void> {
    for (const member of [...this.#members]) {
      if (this.#ending) return;
      try {
        await this.#add(this.#options.port);
      } catch (error) {
        if (!(error instanceof ServeError)) throw error;
        console.error(`The processes that run are kept: ${error.message}`);
        return;
      }
      this.#leaving.add(member);
      await member.stop();
    }
  }

  async #stop(): Promise<void> {
    this.#ending = true;
    await Promise.all([...this.#members].map((member) => member.stop()));
    this.#end(0);
  }
}
