/**
 * The service on Deno, for an index in a folder or behind a web server:
 *
 *     deno run --allow-net=127.0.0.1:8787 --allow-read=DIR src/deno.ts --index DIR
 *       [--port 8787] [--host 127.0.0.1] [--base /rest] [--cache 256]
 *       [--rate-limit 55000/3600] [--behind-proxy] [--limits '{…}'] [--patience '{…}'] [--log] [--edition NAME]
 *       [--one-of-many] [--end-with-input]
 *
 * If the process may read the environment, the variables INDEX, PORT, HOST, BASE, CACHE, RATE_LIMIT, BEHIND_PROXY=1,
 * LIMITS, PATIENCE, LOG=requests and EDITION set options that are not on the command line: src/deno-options.ts.
 */
import { createApp } from './app.ts';
import { messageOf } from './caught-error.ts';
import { notOffered } from './catalogue/not-offered.ts';
import { readDenoOptions, UsageError, type DenoOptions } from './deno-options.ts';
import { exchangeCounts, JointRateLimiter } from './http/joint-rate-limit.ts';
import { clientOf, InMemoryRateLimiter } from './http/rate-limit.ts';
import { writeLog } from './http/observation.ts';
import { checkObjects } from './release/check-objects.ts';
import { Releases } from './release/releases.ts';
import { ByteCache } from './store/byte-cache.ts';
import { MAX_LIST_BYTES_ON_SERVER } from './memory-budget.ts';
import { HttpRangeStore } from './store/http-range-store.ts';
import { LocalFolder } from './store/local-folder.ts';
import { RetryingStore } from './store/retrying-store.ts';

/** The subset of Deno that this file uses. The project's types are those of the Web platform. */
declare const Deno: {
  serve(
    options: {
      port: number;
      hostname: string;
      reusePort: boolean;
      onListen(address: { port: number }): void;
    },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Response | Promise<Response>,
  ): { shutdown(): Promise<void> };
  build: { os: string };
  addSignalListener(signal: 'SIGTERM', handler: () => void): void;
  stdin: { readable: ReadableStream<Uint8Array<ArrayBuffer>> };
  exit(code: number): never;
  errors: { AddrInUse: new () => Error; NotCapable: new () => Error };
};

/** Milliseconds after which the pointer to the current release is read again. It is near and small. */
const MAX_AGE = 2_000;

/** Milliseconds that running requests have to end after SIGTERM. */
const SHUTDOWN_TIME = 10_000;

/** The part of the cache that holds kept answers; the rest holds decoded blocks. */
const PART_OF_ANSWERS = 1 / 16;

/** Number of releases other than the current one that stay open between requests. */
const OPEN_RELEASES = 4;

// Deno's console throws an error if the disk of the log is full. Lines are lost then, but no answers.
for (const name of ['log', 'warn', 'error'] as const) {
  const write = console[name].bind(console);
  console[name] = (...parts: unknown[]) => {
    try {
      write(...parts);
    } catch {}
  };
}

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
  basePath,
  cacheBytes,
  operations,
  rateLimit,
  behindProxy,
  retryPolicy,
  log,
  edition,
  isOneOfMany,
  endsWithInput,
}: DenoOptions): Promise<void> {
  const store = /^https?:\/\//.test(index) ? new HttpRangeStore(index) : new LocalFolder(index);
  const answerBytes = cacheBytes * PART_OF_ANSWERS;
  const releases = new Releases(new RetryingStore(store, retryPolicy), new ByteCache(cacheBytes - answerBytes), {
    maxAge: MAX_AGE,
    maxListBytes: MAX_LIST_BYTES_ON_SERVER,
    openReleases: OPEN_RELEASES,
  });
  try {
    const release = await releases.current();
    // Behind a web server this would take a thousand requests. There, a wrong object is found when it is read.
    if (store instanceof LocalFolder) await checkObjects(await release.wholeManifest(), store);
  } catch (error) {
    throw new UsageError(`${index} cannot be served: ${messageOf(error)}`);
  }
  const own = rateLimit && new InMemoryRateLimiter(rateLimit, { behindCache: behindProxy });
  const joint = own && isOneOfMany ? new JointRateLimiter(own) : null;
  const app = createApp({
    operations,
    basePath,
    notOffered,
    edition,
    openRelease: (name) => releases.open(name),
    limiter: joint ?? own,
    answerBytes,
    log: log ? writeLog : undefined,
  });
  // Deno would exit on an unhandled rejection, which is a bug in one request, and would drop all other requests.
  addEventListener('unhandledrejection', (event: PromiseRejectionEvent) => {
    event.preventDefault();
    console.error('Unhandled rejection:', event.reason);
  });
  const forwardedClient = (request: Request) =>
    behindProxy ? clientOf(request.headers.get('x-forwarded-for')?.split(',').at(-1) ?? '') : null;
  const forwardedScheme = (request: Request) => {
    const scheme = request.headers.get('x-forwarded-proto');
    return scheme === 'https' || scheme === 'http' ? scheme : undefined;
  };
  const hostInUrl = host.includes(':') ? `[${host}]` : host;
  try {
    const server = Deno.serve(
      {
        port,
        hostname: host,
        reusePort: isOneOfMany,
        // Without automaticCompression: its brotli takes longer than a lookup, and on one machine it saves nothing. The
        // proxy compresses: docs/deploy.md.
        onListen: (address) => console.log(`Listening on http://${hostInUrl}:${address.port}${basePath ?? '/rest'}`),
      },
      (request, { remoteAddr }) =>
        app.fetch(request, {
          client: rateLimit ? (forwardedClient(request) ?? remoteAddr.hostname) : undefined,
          scheme: behindProxy ? forwardedScheme(request) : undefined,
        }),
    );
    if (Deno.build.os !== 'windows') Deno.addSignalListener('SIGTERM', () => void end(server));
    if (endsWithInput) void follow(joint);
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse)
      throw new UsageError(`Port ${port} of ${host} is in use: choose another with --port`);
    throw new UsageError(`Cannot listen on port ${port} of ${host}: ${messageOf(error)}`);
  }
}

/** Accepts no more connections, waits for the running requests, and ends the process. */
async function end(server: { shutdown(): Promise<void> }): Promise<void> {
  setTimeout(() => Deno.exit(0), SHUTDOWN_TIME);
  await server.shutdown();
  Deno.exit(0);
}

/** Exchanges counts with other processes, if there are any. Ends when the process that started this one has ended. */
async function follow(limiter: JointRateLimiter | null): Promise<void> {
  const input = linesOf(Deno.stdin.readable);
  if (limiter) await exchangeCounts(limiter, input);
  else for await (const _ of input);
  Deno.exit(0);
}

async function* linesOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
