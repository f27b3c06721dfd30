/** `npm run serve -- --index DIR [--port 8787] [--runtime deno|workerd]`: serves a built folder. */
import { pathToFileURL } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { serveWithDeno } from './serve/deno-runtime.ts';
import { ServeError, type ServedIndex, type ServeOptions } from './serve/served-index.ts';

export type Runtime = 'deno' | 'workerd';

/** Starts the service and resolves when it listens. Throws ServeError, one line, when it cannot. */
export async function serveIndex(options: ServeOptions & { runtime: Runtime }): Promise<ServedIndex> {
  if (options.runtime === 'deno') return serveWithDeno(options);
  // Only then is Miniflare, which takes half a second to load, of any use.
  const { serveWithWorkerd } = await import('./serve/workerd-runtime.ts');
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

export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('a port is a whole number up to 65535');
  return port;
}

async function main(): Promise<void> {
  const command = new Command('serve')
    .description('Serves a built index as an Ensembl REST service.')
    .requiredOption('--index <dir>', 'folder that build-index wrote; with Deno also the URL of one')
    .option('--port <number>', 'port to listen on', portNumber, 8787)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .addOption(new Option('--runtime <name>', 'what runs the service').choices(['deno', 'workerd']).default('deno'))
    .option('--cache <MB>', 'megabytes of decoded index blocks to keep (Deno; 256 unless said)')
    .option('--rate-limit <requests/seconds>', 'what a client may ask for, such as 55000/3600 (Deno; no limit unless said)')
    .option('--behind-proxy', 'clients are who X-Forwarded-For names last (Deno)')
    .option('--limits <json>', 'limits of operations, such as \'{"POST /lookup/id": {"items": 100}}\' (Deno)')
    .option('--patience <json>', 'how long, and how often, the index is asked, such as \'{"attempts": 5}\' (Deno)')
    .option('--edition <name>', 'name of the software, for ETags: the same for instances that answer for one address (Deno; the time of the start unless said)')
    .option('--log', 'write a line of JSON for every request (Deno)')
    .parse();
  try {
    const options = command.opts<ServeOptions & { runtime: Runtime }>();
    const { cache, rateLimit, behindProxy, limits, patience, log, edition } = options;
    if (options.runtime === 'workerd' && [cache, rateLimit, behindProxy, limits, patience, log, edition].some((each) => each !== undefined)) {
      throw new ServeError('--cache, --rate-limit, --behind-proxy, --limits, --patience, --edition and --log are for Deno: a Worker takes its settings from wrangler.toml');
    }
    const served = await serveIndex(options);
    console.log(`Serving at ${served.url}`);
    process.exitCode = await untilEnded(served);
  } catch (error) {
    if (!(error instanceof ServeError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
