import { InvalidArgumentError } from 'commander';
import { readBasePath } from '../../src/http/request-target.ts';
import { faultOfIndexFolder } from '../index-folder-fault.ts';
import { messageOf, ServeError } from '../operator-error.ts';
import { wholeNumber } from '../run-command.ts';
import { isUrl } from './deno-process.ts';
import { serveWithDeno } from './deno-runtime.ts';
import type { ServedIndex, ServeOptions } from './served-index.ts';

export type Runtime = 'deno' | 'workerd';

/** Starts the service and resolves when it listens. Throws ServeError if it cannot start. */
export async function serveIndex(options: ServeOptions & { runtime: Runtime }): Promise<ServedIndex> {
  if (!isUrl(options.index)) {
    const fault = await faultOfIndexFolder(options.index);
    if (fault) throw new ServeError(`${options.index} cannot be served: ${fault}`);
  }
  if (options.runtime === 'deno') return serveWithDeno(options);
  // Loaded only here, since Miniflare takes half a second to load.
  const { serveWithWorkerd } = await import('./workerd-runtime.ts');
  return serveWithWorkerd(options);
}

/**
 * Runs a service until it ends, and returns its exit code. A signal to this process ends the service, also while it
 * starts, except that SIGHUP replaces processes that share their port, one by one, and does nothing while they start.
 *
 * @param listens is called when the service listens
 */
export async function runService(
  options: ServeOptions & { runtime: Runtime },
  listens: (served: ServedIndex) => void,
): Promise<number> {
  let served: ServedIndex | null = null;
  let signalled = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!served) {
        // Processes of the service that run already end with this one. They need no restart.
        if (signal !== 'SIGHUP') process.exit(0);
        return;
      }
      if (signal === 'SIGHUP' && served.restart) return void served.restart();
      signalled = true;
      void served.stop();
    });
  }
  served = await serveIndex(options);
  listens(served);
  const code = await served.ended;
  return signalled ? 0 : code;
}

/** Checks an option that is a base path, and returns it as it is. */
export function basePathOption(text: string): string {
  try {
    readBasePath(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}

/** Reads an option that is a port. */
export function portNumber(text: string): number {
  return wholeNumber(0, 65_535)(text);
}
