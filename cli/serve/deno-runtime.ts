/** Serves an index with Deno, in a process of its own that may do no more than it must. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MODULE_EXTENSION, PROJECT } from '../installation.ts';
import { ServeError } from '../operator-error.ts';

/** What the two runtimes give back once they listen. */
export interface ServedIndex {
  /** Where the operations stand: 'http://127.0.0.1:8787/rest'. */
  url: string;
  /** Resolves with an exit code when the service has ended, of itself or by `stop`. */
  ended: Promise<number>;
  /** Deno: the process that answers. */
  pid?: number;
  /** Where a debugger finds the isolate, if asked for. */
  inspector?: URL;
  stop(): Promise<void>;
}

/** What src/deno.ts takes beside; as it names them. */
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
  /** A built folder; for Deno also the URL of one behind a web server. */
  index: string;
  port: number;
  host: string;
  /** workerd: shows the isolate of the Worker to a debugger at this port of 127.0.0.1; 0 takes a free one. */
  inspectorPort?: number;
  /** workerd: variables of the Worker, as wrangler.toml would set them. */
  variables?: Readonly<Record<string, string>>;
}

/** Resolves when the service listens. Throws ServeError with the service's own sentence when it ends before. */
export function serveWithDeno({ index, port, host, ...settings }: ServeOptions): Promise<ServedIndex> {
  const isUrl = /^https?:\/\//.test(index);
  const folder = isUrl ? index : resolve(index);
  const bind = `${host.includes(':') ? `[${host}]` : host}${port === 0 ? '' : `:${port}`}`;
  const mayReach = [bind, ...(isUrl ? [new URL(index).host] : [])];
  const child = spawn(
    denoBinary(),
    [
      'run',
      '--no-prompt',
      '--no-remote',
      `--config=${join(PROJECT, 'deno.json')}`,
      `--allow-net=${mayReach.join(',')}`,
      // A comma would divide the path into two.
      ...(isUrl ? [] : [`--allow-read=${folder.replaceAll(',', ',,')}`]),
      join(PROJECT, `src/deno${MODULE_EXTENSION}`),
      '--index',
      folder,
      '--port',
      String(port),
      '--host',
      host,
      ...argumentsOf(settings),
    ],
    {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    },
  );

  // As shells count it: a process that was killed, for want of memory say, has not ended well.
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
    child.once('error', (error) => reject(new ServeError(`Deno does not start: ${error.message}`)));
    child.stdout.on('data', (text: Buffer) => {
      said += text;
      const url = /Listening on (\S+)/.exec(said)?.[1];
      if (!url) return;
      child.stdout.removeAllListeners('data').pipe(process.stdout, { end: false });
      child.stderr.removeAllListeners('data').pipe(process.stderr, { end: false });
      settle({ url, ended, pid: child.pid, stop });
    });
    child.stderr.on('data', (text: Buffer) => (complaint += text));
    void ended.then((code) => reject(new ServeError(complaint.trim() || `Deno ended with code ${code}`)));
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
 * The binary itself: npm's script around it passes no signals on. Where npm ran no install scripts, the package unpacks
 * it here.
 */
export function denoBinary(): string {
  const require = createRequire(import.meta.url);
  const installed = join(
    dirname(require.resolve('deno/package.json')),
    process.platform === 'win32' ? 'deno.exe' : 'deno',
  );
  if (existsSync(installed)) return installed;
  const { runInstall } = require('deno/install_api.cjs') as { runInstall(): string };
  return runInstall();
}
