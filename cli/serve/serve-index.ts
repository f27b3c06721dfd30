import { InvalidArgumentError } from 'commander';
import { serveWithDeno, type ServedIndex, type ServeOptions } from './deno-runtime.ts';

export type Runtime = 'deno' | 'workerd';

/** Starts the service and resolves when it listens. Throws ServeError when it cannot. */
export async function serveIndex(options: ServeOptions & { runtime: Runtime }): Promise<ServedIndex> {
  if (options.runtime === 'deno') return serveWithDeno(options);
  // Miniflare takes half a second to load.
  const { serveWithWorkerd } = await import('./workerd-runtime.ts');
  return serveWithWorkerd(options);
}

/** Waits until the service ends; a signal to this process ends it. Returns the exit code. */
export async function untilEnded(served: ServedIndex): Promise<number> {
  let signalled = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      signalled = true;
      void served.stop();
    });
  }
  const code = await served.ended;
  return signalled ? 0 : code;
}

/** Reads an option that is a port. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('a port is a whole number up to 65535');
  return port;
}
