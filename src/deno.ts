/**
 * The service on Deno, from a built folder or from a web server that holds one:
 *
 *     deno run --allow-net=127.0.0.1:8787 --allow-read=DIR src/deno.ts --index DIR
 *       [--port 8787] [--host 127.0.0.1] [--cache 256]
 *       [--rate-limit 55000/3600] [--behind-proxy] [--limits '{…}'] [--patience '{…}'] [--log] [--edition NAME]
 *
 * Where it may read the environment, the variables INDEX, PORT, HOST, CACHE, RATE_LIMIT, BEHIND_PROXY=1, LIMITS,
 * PATIENCE, LOG=requests and EDITION stand for options that are not given: src/deno-options.ts.
 */
import { createApp } from './app.ts';
import { notOffered } from './catalogue/not-offered.ts';
import { readDenoOptions, UsageError, type DenoOptions } from './deno-options.ts';
import { clientOf, InMemoryRateLimiter } from './http/rate-limit.ts';
import { writeLog } from './http/observation.ts';
import { checkObjects } from './release/check-objects.ts';
import { Releases } from './release/releases.ts';
import { ByteCache } from './store/byte-cache.ts';
import { MAX_LIST_BYTES_ON_SERVER } from './memory-budget.ts';
import { HttpRangeStore } from './store/http-range-store.ts';
import { LocalFolder } from './store/local-folder.ts';
import { RetryingStore } from './store/retrying-store.ts';

/** The part of Deno used here, since the project's types are those of Web platforms. */
declare const Deno: {
  serve(
    options: {
      port: number;
      hostname: string;
      automaticCompression: boolean;
      onListen(address: { port: number }): void;
    },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Response | Promise<Response>,
  ): unknown;
  exit(code: number): never;
  errors: { AddrInUse: new () => Error; NotCapable: new () => Error };
};

/** The pointer is near and small: a folder built anew is served after this many milliseconds. */
const MAX_AGE = 2_000;

/** Releases beside the current one that stay open for who keeps to them. */
const OPEN_RELEASES = 4;

try {
  await serve(readDenoOptions());
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}

async function serve({
  index,
  port,
  host,
  cacheBytes,
  operations,
  rateLimit,
  behindProxy,
  retryPolicy,
  log,
  edition,
}: DenoOptions): Promise<void> {
  const store = /^https?:\/\//.test(index) ? new HttpRangeStore(index) : new LocalFolder(index);
  const releases = new Releases(new RetryingStore(store, retryPolicy), new ByteCache(cacheBytes), {
    maxAge: MAX_AGE,
    maxListBytes: MAX_LIST_BYTES_ON_SERVER,
    openReleases: OPEN_RELEASES,
  });
  try {
    const release = await releases.current();
    // Behind a web server this would be a thousand requests: there a wrong object is found when it is needed.
    if (store instanceof LocalFolder) await checkObjects(release.wholeManifest(), store);
  } catch (error) {
    throw new UsageError(`${index} cannot be served: ${(error as Error).message}`);
  }
  const app = createApp({
    operations,
    notOffered,
    edition,
    openRelease: (name) => releases.open(name),
    limiter: rateLimit && new InMemoryRateLimiter(rateLimit, { behindCache: behindProxy }),
    log: log ? writeLog : undefined,
  });
  // A promise that nobody waits for is the mistake of one request, and Deno would end for it: others are still being
  // answered.
  addEventListener('unhandledrejection', (event: PromiseRejectionEvent) => {
    event.preventDefault();
    console.error('A failure that nobody waited for:', event.reason);
  });
  const named = (request: Request) =>
    behindProxy ? clientOf(request.headers.get('x-forwarded-for')?.split(',').at(-1) ?? '') : null;
  const shown = host.includes(':') ? `[${host}]` : host;
  try {
    Deno.serve(
      {
        port,
        hostname: host,
        automaticCompression: true,
        onListen: (address) => console.log(`Listening on http://${shown}:${address.port}/rest`),
      },
      (request, { remoteAddr }) =>
        app.fetch(request, rateLimit ? { client: named(request) ?? remoteAddr.hostname } : {}),
    );
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse)
      throw new UsageError(`Port ${port} of ${host} is in use: choose another with --port`);
    throw new UsageError(`Cannot listen on port ${port} of ${host}: ${(error as Error).message}`);
  }
}
