/** Serves an index with Deno, in its own process with the least permissions that it needs. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MODULE_EXTENSION, PROJECT } from '../installation.ts';
import { ServeError } from '../operator-error.ts';

/** A service that listens, of either runtime. */
export interface ServedIndex {
  /** Base URL of the operations without a slash at the end, such as 'http://127.0.0.1:8787/rest'. */
  url: string;
  /** Resolves with the exit code when the service has ended, by itself or by `stop`. */
  ended: Promise<number>;
  /** Deno: id of the process that serves. */
  pid?: number;
  /** workerd: URL for a debugger, if `inspectorPort` was given. */
  inspector?: URL;
  stop(): Promise<void>;
}

/** Further options of src/deno.ts, under its names. */
interface DenoSettings {
  /** Megabytes of decoded blocks to keep. */
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

export interface ServeOptions extends DenoSettings {
  /** An index folder; for Deno also its URL on a web server. */
  index: string;
  port: number;
  host: string;
  /** The only path of the service, such as '/'; by default the operations answer below /rest and at the root. */
  base?: string;
  /** workerd: port on 127.0.0.1 where a debugger can inspect the Worker; 0 takes a free one. */
  inspectorPort?: number;
  /** workerd: variables of the Worker, as in wrangler.toml. */
  variables?: Readonly<Record<string, string>>;
  /** workerd: gets a sentence before the slow part of the start. */
  note?: (sentence: string) => void;
}

/** Is an index on a web server, rather than in a folder? */
export function isUrl(index: string): boolean {
  return /^https?:\/\//.test(index);
}

/** Resolves when the service listens. Throws ServeError with the service's own message if it ends before. */
export function serveWithDeno({ index, port, host, base, ...settings }: ServeOptions): Promise<ServedIndex> {
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
      join(PROJECT, `src/deno${MODULE_EXTENSION}`),
      '--index',
      folder,
      '--port',
      String(port),
      '--host',
      host,
      ...(base === undefined ? [] : ['--base', base]),
      ...argumentsOf(settings),
    ],
    {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
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
  return new Promise((settle, reject) => {
    let said = '';
    let complaint = '';
    child.once('error', (error) => reject(new ServeError(`Deno does not start: ${error.message}; run npm ci again`)));
    child.stdout.on('data', (text: Buffer) => {
      said += text;
      const url = /Listening on (\S+)/.exec(said)?.[1];
      if (!url) return;
      child.stdout.removeAllListeners('data').pipe(process.stdout, { end: false });
      child.stderr.removeAllListeners('data').pipe(process.stderr, { end: false });
      settle({ url, ended, pid: child.pid, stop });
    });
    child.stderr.on('data', (text: Buffer) => (complaint += text));
    void ended.then((code) =>
      reject(new ServeError(complaint.trim() || `Deno ended with exit code ${code} before it listened`)),
    );
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
