/** A process of Deno that serves an index, with the least permissions that it needs. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { present } from '../../src/checked.ts';
import { COUNTS_MARK } from '../../src/http/joint-rate-limit.ts';
import { MODULE_EXTENSION, PROJECT } from '../installation.ts';
import { ServeError } from '../operator-error.ts';
import { LogOutput } from './log-output.ts';

export interface DenoOptions extends DenoSettings {
  /** An index folder, or its URL on a web server. */
  index: string;
  port: number;
  host: string;
  /** The only path of the service, such as '/'; by default the operations answer below /rest and at the root. */
  base?: string;
}

/** Further options of src/deno.ts, under its names. */
interface DenoSettings {
  /** Megabytes of decoded blocks and kept answers to keep. */
  cache?: string;
  rateLimit?: string;
  behindProxy?: boolean;
  /** JSON: src/operation/limits.ts. */
  limits?: string;
  /** JSON: src/store/retry-policy.ts. */
  patience?: string;
  edition?: string;
  log?: boolean;
}

/**
 * Settings of V8 for a process that serves many kinds of requests (measurements in docs/reliability.md):
 *
 * - A full collection starts when the heap has grown by 15 %. By default V8 waits longer: memory rose for minutes, by
 *   50 to 100 MB, before each collection.
 * - New objects get two areas of at most 8 MB instead of 32 MB: 50 MB less for each process. It takes 1.03 of
 *   the CPU time, for effects of variants up to 1.16.
 * - Functions are compiled and optimized after 200 and 800 calls instead of 400 and 3,000. By default the compiled code
 *   still grew after a million requests. Now it grows little after 800,000, and requests take less CPU time.
 */
const V8_FLAGS = [
  '--heap-growing-percent=15',
  '--max-semi-space-size=8',
  '--invocation-count-for-maglev=200',
  '--invocation-count-for-turbofan=800',
].join(',');

/** Made for the first line, since they change how the streams of this process handle errors. */
let output: LogOutput | null = null;
let errors: LogOutput | null = null;

/** Is an index on a web server, rather than in a folder? */
export function isUrl(index: string): boolean {
  return /^https?:\/\//.test(index);
}

/** A process that listens. */
export interface DenoProcess {
  /** Base URL of the operations. */
  url: string;
  pid: number;
  /** Resolves with the exit code when the process has ended, by itself or by `stop`. */
  ended: Promise<number>;
  /** Lets the running requests end. */
  stop(): Promise<void>;
  /** Writes a line to the standard input. */
  send(line: string): void;
}

/** One of several processes that listen on the same port. */
export interface Membership {
  /** Gets each line of counts that the process reports: src/http/joint-rate-limit.ts. */
  onCounts(line: string): void;
}

/** Resolves when the process listens. Throws ServeError with its own message if it ends before. */
export function startDeno(
  { index, port, host, base, ...settings }: DenoOptions,
  membership: Membership | null = null,
): Promise<DenoProcess> {
  const folder = isUrl(index) ? index : resolve(index);
  const bind = `${host.includes(':') ? `[${host}]` : host}${port === 0 ? '' : `:${port}`}`;
  const mayReach = [bind, ...(isUrl(index) ? [new URL(index).host] : [])];
  const child = spawn(
    denoBinary(),
    [
      'run',
      '--no-prompt',
      '--no-remote',
      `--config=${join(PROJECT, 'deno.json')}`,
      `--allow-net=${mayReach.join(',')}`,
      // Deno splits paths at commas; two commas are an escaped one.
      ...(isUrl(index) ? [] : [`--allow-read=${folder.replaceAll(',', ',,')}`]),
      // Several processes may listen on a port only with this flag.
      ...(membership ? ['--unstable-net'] : []),
      join(PROJECT, `src/deno${MODULE_EXTENSION}`),
      '--index',
      folder,
      '--port',
      String(port),
      '--host',
      host,
      ...(base === undefined ? [] : ['--base', base]),
      ...argumentsOf(settings),
      ...(membership ? ['--one-of-many'] : []),
      // A signal may end this process before it can end that one.
      '--end-with-input',
    ],
    {
      cwd: PROJECT,
      stdio: 'pipe',
      env: {
        // By default glibc keeps memory in an arena for each thread. These grew by 30 MB in 360,000 requests, a
        // single arena by 5 (docs/reliability.md). A single one costs 2 to 3 % of CPU time.
        MALLOC_ARENA_MAX: '1',
        // Buffers of a MiB and more go back to the system when they are freed. By default glibc raises this limit to
        // the size of the largest one that was freed, up to 32 MB. Later buffers then fragment the arena.
        MALLOC_MMAP_THRESHOLD_: '1048576',
        ...process.env,
        // The last value of a flag counts.
        DENO_V8_FLAGS: [V8_FLAGS, process.env['DENO_V8_FLAGS']].filter(Boolean).join(','),
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
      },
    },
  );

  // The exit code as shells report it: a process that the system killed, such as for lack of memory, has failed.
  const ended = new Promise<number>((settle) =>
    child.once('close', (code, signal) =>
      settle(code ?? (signal === null || signal === 'SIGTERM' ? 0 : 128 + constants.signals[signal])),
    ),
  );
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  // A process that has ended takes no input.
  child.stdin.on('error', () => {});
  const send = (line: string) => void child.stdin.write(`${line}\n`);
  return new Promise((settle, reject) => {
    let complaint: string | null = '';
    child.once('error', (error) => reject(new ServeError(`Deno does not start: ${error.message}; run npm ci again`)));
    // Whole lines, so that those of several processes do not mix.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^Listening on (\S+)/.exec(line)?.[1];
      if (line.startsWith(COUNTS_MARK)) membership?.onCounts(line.slice(COUNTS_MARK.length));
      else if (complaint === null) (output ??= new LogOutput(process.stdout)).line(line);
      else if (url !== undefined) {
        complaint = null;
        settle({ url, ended, pid: present(child.pid, 'the id of the process'), stop, send });
      }
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (complaint === null) (errors ??= new LogOutput(process.stderr)).line(line);
      else complaint += `${line}\n`;
    });
    void ended.then((code) => {
      const flag = /V8 did not recognize flag '[^']*'/.exec(complaint ?? '')?.[0];
      const sentence = flag && `${flag}; the environment variable DENO_V8_FLAGS sets flags of V8`;
      reject(new ServeError(sentence ?? (complaint?.trim() || `Deno ended with exit code ${code} before it listened`)));
    });
  });
}

function argumentsOf({ cache, rateLimit, behindProxy, limits, patience, edition, log }: DenoSettings): string[] {
  return [
    ...(cache === undefined ? [] : ['--cache', cache]),
    ...(rateLimit === undefined ? [] : ['--rate-limit', rateLimit]),
    ...(behindProxy ? ['--behind-proxy'] : []),
    ...(limits === undefined ? [] : ['--limits', limits]),
    ...(patience === undefined ? [] : ['--patience', patience]),
    ...(edition === undefined ? [] : ['--edition', edition]),
    ...(log ? ['--log'] : []),
  ];
}

/**
 * Path of the Deno binary. npm's wrapper script is no substitute, since it does not forward signals. Unpacks the binary
 * if npm ran no install scripts.
 */
export function denoBinary(): string {
  const require = createRequire(import.meta.url);
  const installed = join(
    dirname(require.resolve('deno/package.json')),
    process.platform === 'win32' ? 'deno.exe' : 'deno',
  );
  if (existsSync(installed)) return installed;
  const { runInstall }: { runInstall(): string } = require('deno/install_api.cjs');
  return runInstall();
}
