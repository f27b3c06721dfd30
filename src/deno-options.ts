/**
 * Options of the service on Deno, from the command line or from environment variables that the process may read.
 * Platforms that start an entry point themselves pass only variables.
 */
import { parseArgs } from 'node:util';
import { operations as catalogue } from './catalogue/catalogue.ts';
import { messageOf } from './caught-error.ts';
import { LOG_REQUESTS } from './http/observation.ts';
import { readRateLimit, type RateLimit } from './http/rate-limit.ts';
import { readBasePath } from './http/request-target.ts';
import { withLimits } from './operation/limits.ts';
import type { Operation } from './operation/operation.ts';
import { RETRY_POLICY, readRetryPolicy, type RetryPolicy } from './store/retry-policy.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  permissions: { querySync(permission: { name: 'env'; variable: string }): { state: string } };
};

export interface DenoOptions {
  index: string;
  port: number;
  host: string;
  /** The only path of the service, '' for the root; undefined for /rest and the root. */
  basePath: string | undefined;
  /** Bytes of decoded index blocks and of kept answers to keep in memory. */
  cacheBytes: number;
  rateLimit: RateLimit | null;
  /**
   * Take a client's address from the last entry of X-Forwarded-For, and its scheme from X-Forwarded-Proto, which the
   * reverse proxy sets.
   */
  behindProxy: boolean;
  /** The operations, with the limits that the operator set. */
  operations: readonly Operation[];
  /** Timeouts and retries of reads from the index. */
  retryPolicy: RetryPolicy;
  /** Write one line of JSON for every request. */
  log: boolean;
  /** Version of the software for ETags. Instances behind one address must share it. */
  edition: string;
  /** One of several processes on the port, which share their counts: src/http/joint-rate-limit.ts. */
  isOneOfMany: boolean;
  /** Ends when its standard input does: when the process that started it has ended, by whatever signal. */
  endsWithInput: boolean;
}

/** An error that the operator can fix. It is printed as one line, without a stack. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readDenoOptions(): DenoOptions {
  const options = commandLine();
  const values = { ...environment(), ...options };
  // Errors name what the operator set: the option, or the variable.
  const nameOf = (option: keyof typeof options) =>
    option in options ? `--${option}` : option.toUpperCase().replace('-', '_');
  if (!values.index) throw new UsageError('no index to serve: set --index DIR or the variable INDEX');
  return {
    index: values.index,
    port: wholeNumber(nameOf('port'), values.port ?? '8787', 65_535),
    host: values.host ?? '127.0.0.1',
    basePath: parsed(values.base, undefined, readBasePath),
    cacheBytes: wholeNumber(nameOf('cache'), values.cache ?? '256', 1_000_000) * 1024 * 1024,
    operations: parsed(values.limits, catalogue, (text) => withLimits(catalogue, text)),
    rateLimit: parsed(values['rate-limit'], null, readRateLimit),
    behindProxy: values['behind-proxy'] ?? false,
    retryPolicy: parsed(values.patience, RETRY_POLICY, (text) => readRetryPolicy(text, nameOf('patience'))),
    log: values.log ?? false,
    // The software may have changed at any restart, so the default is the start time.
    edition: editionName(nameOf('edition'), values.edition ?? Date.now().toString(36)),
    isOneOfMany: options['one-of-many'] ?? false,
    endsWithInput: options['end-with-input'] ?? false,
  };
}

function commandLine() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return withUsageErrors(() =>
    parseArgs({
      options: {
        index: text,
        port: text,
        host: text,
        base: text,
        cache: text,
        'rate-limit': text,
        'behind-proxy': flag,
        limits: text,
        patience: text,
        log: flag,
        edition: text,
        'one-of-many': flag,
        'end-with-input': flag,
      },
    }),
  ).values;
}

/** The same options from environment variables. Names that a Worker has too mean the same there. */
function environment() {
  const [proxy, log] = [variable('BEHIND_PROXY'), variable('LOG')];
  if (proxy !== undefined && !/^[01]$/.test(proxy)) throw new UsageError(`BEHIND_PROXY must be 1 or 0, not '${proxy}'`);
  if (log !== undefined && log !== LOG_REQUESTS)
    throw new UsageError(`LOG must be '${LOG_REQUESTS}' or unset, not '${log}'`);
  return {
    index: variable('INDEX'),
    port: variable('PORT'),
    host: variable('HOST'),
    base: variable('BASE'),
    cache: variable('CACHE'),
    'rate-limit': variable('RATE_LIMIT'),
    limits: variable('LIMITS'),
    patience: variable('PATIENCE'),
    'behind-proxy': proxy === '1',
    log: log === LOG_REQUESTS,
    edition: variable('EDITION'),
  };
}

/** The value of a variable; undefined if it is empty or if the process may not read it. */
function variable(name: string): string | undefined {
  if (Deno.permissions.querySync({ name: 'env', variable: name }).state !== 'granted') return undefined;
  return Deno.env.get(name) || undefined;
}

/** Parses the value of an option, or returns the default. Throws UsageError with the message of the parser. */
function parsed<T, D>(text: string | undefined, byDefault: D, read: (text: string) => T): T | D {
  return text === undefined ? byDefault : withUsageErrors(() => read(text));
}

function withUsageErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function editionName(setting: string, text: string): string {
  if (!/^[\w.-]{1,64}$/.test(text))
    throw new UsageError(`${setting} must have 1 to 64 letters, digits, _, - and dots, not '${text}'`);
  return text;
}

function wholeNumber(setting: string, text: string, maximum: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > maximum)
    throw new UsageError(`${setting} must be a whole number from 0 to ${maximum}, not '${text}'`);
  return number;
}
