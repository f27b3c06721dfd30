/** Starts the measured service in a runtime, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { denoBinary } from '../../build-index/serve/deno-runtime.ts';
import { ServeError } from '../../build-index/serve/served-index.ts';
import { bundleWorker, type WorkerBundle } from '../../build-index/serve/worker-bundle.ts';
import { workerdProcess } from '../process-accounting.ts';
import { serveObjects, type ObjectServer } from './object-server.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export const RUNTIMES = ['workerd', 'deno'] as const;
export type Runtime = (typeof RUNTIMES)[number];

export interface RunningService {
  /** Without a path. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export function startService(runtime: Runtime, index: string): Promise<RunningService> {
  return runtime === 'workerd' ? startWorkerd(index) : startDeno(index);
}

async function startWorkerd(index: string): Promise<RunningService> {
  const workers = await Workers.of(index);
  try {
    const service = await workers.start();
    return { ...service, stop: () => service.stop().finally(() => workers.stop()) };
  } catch (error) {
    await workers.stop();
    throw error;
  }
}

/** Processes of workerd with nothing but the Worker: they neither hold the bucket nor Miniflare's own Worker in front. */
export class Workers {
  readonly #worker: WorkerBundle;
  readonly #objects: ObjectServer;

  private constructor(worker: WorkerBundle, objects: ObjectServer) {
    this.#worker = worker;
    this.#objects = objects;
  }

  /** Bundles the Worker, and serves its objects. To be stopped. */
  static async of(index: string): Promise<Workers> {
    return new Workers(await bundleWorker('bench/operations/worker.ts'), await serveObjects(index));
  }

  /** One at a time. */
  async start(): Promise<RunningService> {
    const { modules, compatibilityDate } = this.#worker;
    const miniflare = new Miniflare({
      name: 'measured', compatibilityDate, log: new Log(LogLevel.ERROR), bindings: { INDEX_URL: this.#objects.url }, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }], modules,
    });
    try {
      await miniflare.ready;
      const { origin } = await miniflare.unsafeGetDirectURL('measured');
      return { url: origin, pid: workerdProcess(), stop: () => miniflare.dispose().catch(() => {}) };
    } catch (error) {
      await miniflare.dispose().catch(() => {});
      throw new ServeError(`workerd does not start: ${(error as Error).message.split('\n', 1)[0]}`);
    }
  }

  stop(): Promise<void> {
    return this.#objects.stop();
  }
}

async function startDeno(index: string): Promise<RunningService> {
  const child = spawn(denoBinary(), [
    'run', '--no-prompt', '--no-remote', '--allow-net=127.0.0.1', `--allow-read=${resolve(index).replaceAll(',', ',,')}`, 'bench/operations/deno.ts', resolve(index),
  ], { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' } });
  const ended = once(child, 'close');
  const said = await Promise.race([once(child.stdout, 'data'), ended]);
  const url = /Listening on (\S+)/.exec(String(said[0]))?.[1];
  if (!url) throw new ServeError('Deno does not start');
  return { url, pid: child.pid!, stop: async () => void (child.kill('SIGTERM'), await ended) };
}
