/** Starts fresh instances of the measured service in a runtime: isolates of workerd or processes of Deno. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { at, present } from '../../src/checked.ts';
import { denoBinary } from '../../cli/serve/deno-process.ts';
import { ServeError } from '../../cli/operator-error.ts';
import { bundleWorker, type WorkerBundle } from '../../cli/serve/worker-bundle.ts';
import { workerdProcess } from '../processes.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { StoreError } from '../../src/store/store.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export const RUNTIMES = ['workerd', 'deno'] as const;
export type Runtime = (typeof RUNTIMES)[number];

export interface Instance {
  /** The origin, without a path. */
  url: string;
  /** The process; in workerd all instances share one. */
  pid: number;
}

export interface Instances {
  /**
   * One more instance in the same process. It gets requests first, so that one-time work of the process does not count
   * for the others. Null if each instance has its own process.
   */
  neighbour: Instance | null;
  fresh: Instance[];
  stop(): Promise<void>;
}

export interface Host {
  start(count: number): Promise<Instances>;
  stop(): Promise<void>;
}

export async function openHost(runtime: Runtime, index: string): Promise<Host> {
  return runtime === 'workerd'
    ? Workers.of(index)
    : { start: (count) => startDenos(index, count), stop: async () => {} };
}

/** Processes of workerd that contain only isolates of the Worker: no bucket, and no Worker of Miniflare in front. */
class Workers implements Host {
  readonly #worker: WorkerBundle;
  readonly #objects: ObjectServer;

  private constructor(worker: WorkerBundle, objects: ObjectServer) {
    this.#worker = worker;
    this.#objects = objects;
  }

  static async of(index: string): Promise<Workers> {
    return new Workers(await bundleWorker('bench/operations/worker.ts'), await serveObjects(index));
  }

  /** Starts one process. Only one may run at a time. */
  async start(count: number): Promise<Instances> {
    const { modules, compatibilityDate, compatibilityFlags } = this.#worker;
    const names = Array.from({ length: count + 1 }, (_, each) => `isolate-${each}`);
    const miniflare = new Miniflare({
      log: new Log(LogLevel.ERROR),
      workers: names.map((name) => ({
        name,
        compatibilityDate,
        compatibilityFlags,
        modules,
        bindings: { INDEX_URL: this.#objects.url },
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
      })),
    });
    try {
      await miniflare.ready;
      const pid = workerdProcess();
      const isolates = await Promise.all(
        names.map(async (name) => ({ url: (await miniflare.unsafeGetDirectURL(name)).origin, pid })),
      );
      const stop = (): Promise<void> => miniflare.dispose().catch(() => {});
      return { neighbour: at(isolates, 0), fresh: isolates.slice(1), stop };
    } catch (error) {
      await miniflare.dispose().catch(() => {});
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      throw new ServeError(`workerd does not start: ${reason}`);
    }
  }

  stop(): Promise<void> {
    return this.#objects.stop();
  }
}

async function startDenos(index: string, count: number): Promise<Instances> {
  const started: Awaited<ReturnType<typeof startDeno>>[] = [];
  const stop = async () => void (await Promise.all(started.map((each) => each.stop())));
  try {
    while (started.length < count) started.push(await startDeno(index));
  } catch (error) {
    await stop();
    throw error;
  }
  return { neighbour: null, fresh: started, stop };
}

async function startDeno(index: string): Promise<Instance & { stop(): Promise<void> }> {
  const child = spawn(
    denoBinary(),
    [
      'run',
      '--no-prompt',
      '--no-remote',
      '--allow-net=127.0.0.1',
      `--allow-read=${resolve(index).replaceAll(',', ',,')}`,
      'bench/operations/deno.ts',
      resolve(index),
    ],
    {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    },
  );
  const ended = once(child, 'close');
  const said = await Promise.race([once(child.stdout, 'data'), ended]);
  const url = /Listening on (\S+)/.exec(String(said[0]))?.[1];
  if (!url) {
    child.kill();
    throw new ServeError('Deno does not start');
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: present(child.pid, 'the process id of Deno'), stop };
}

interface ObjectServer {
  url: string;
  stop(): Promise<void>;
}

async function serveObjects(folder: string): Promise<ObjectServer> {
  const store = new LocalFolder(folder);
  const server = createServer((request, response) => {
    answer(store, decodeURIComponent((request.url ?? '').slice(1)), request.headers.range).then(
      (found) =>
        found
          ? response.writeHead(request.headers.range ? 206 : 200, { 'content-length': found.length }).end(found)
          : response.writeHead(404).end(),
      (error: unknown) => response.writeHead(error instanceof StoreError ? 404 : 500).end(),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
      await store.close();
    },
  };
}

function answer(store: LocalFolder, name: string, range: string | undefined): Promise<Uint8Array | null> {
  if (range === undefined) return store.value(name);
  const [, first, last] = present(/^bytes=(\d+)-(\d+)$/.exec(range), `the byte range in '${range}'`);
  return store.read({ object: name, offset: Number(first), length: Number(last) - Number(first) + 1 });
}
