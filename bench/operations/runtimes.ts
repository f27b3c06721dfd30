/** Starts the measured service in a runtime, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { denoBinary } from '../../build-index/serve/deno-runtime.ts';
import { ServeError } from '../../build-index/serve/served-index.ts';
import { bundleWorker } from '../../build-index/serve/worker-bundle.ts';
import { workerdProcess } from '../process-accounting.ts';
import { serveObjects } from './object-server.ts';

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

/** workerd with nothing but the Worker: its process neither holds the bucket nor Miniflare's own Worker in front. */
async function startWorkerd(index: string): Promise<RunningService> {
  const { modules, compatibilityDate } = await bundleWorker('bench/operations/worker.ts');
  const objects = await serveObjects(index);
  const miniflare = new Miniflare({
    name: 'measured', compatibilityDate, log: new Log(LogLevel.ERROR), bindings: { INDEX_URL: objects.url }, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    modules,
  });
  const stop = async () => {
    await miniflare.dispose().catch(() => {});
    await objects.stop();
  };
  try {
    await miniflare.ready;
    const { origin } = await miniflare.unsafeGetDirectURL('measured');
    return { url: origin, pid: workerdProcess(), stop };
  } catch (error) {
    await stop();
    throw new ServeError(`workerd does not start: ${(error as Error).message.split('\n', 1)[0]}`);
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
