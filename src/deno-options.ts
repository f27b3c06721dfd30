/**
 * What the service on Deno is told: by options, or else by variables of the environment, as far as it may read them
 * (platforms that start an entry point by itself give nothing else).
 */
import { parseArgs } from 'node:util';
import { operations as catalogue } from './catalogue/catalogue.ts';
import { LOG_REQUESTS } from './http/observation.ts';
import { readRateLimit, type RateLimit } from './http/rate-limit.ts';
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
  /** Bytes of decoded index blocks to keep in memory. */
  cacheBytes: number;
  rateLimit: RateLimit | null;
  /** Clients are known by the last address of X-Forwarded-For, which the proxy in front adds. */
  behindProxy: boolean;
  /** The operations, with the limits that the operator set. */
  operations: readonly Operation[];
  /** How long, and how often, the index is asked when it does not answer. */
  retryPolicy: RetryPolicy;
  /** Write a line of JSON for every request. */
  log: boolean;
  /** Names the software, for ETags: instances that answer for one address share it. */
  edition: string;
}

/** An error that the user can do something about: one line, no stack. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readDenoOptions(): DenoOptions {
  const values = { ...environment(), ...given() };
  if (!values.index) throw new UsageError('Say which index to serve: --index DIR, or the variable INDEX');
  return {
    index: values.index,
    port: wholeNumber('--port', values.port ?? '8787', 65_535),
    host: values.host ?? '127.0.0.1',
    cacheBytes: wholeNumber('--cache', values.cache ?? '256', 1_000_000) * 1024 * 1024,
    operations: usable(values.limits, catalogue, (text) => withLimits(catalogue, text)),
    rateLimit: usable(values['rate-limit'], null, readRateLimit),
    behindProxy: values['behind-proxy'] ?? false,
    retryPolicy: usable(values.patience, RETRY_POLICY, readRetryPolicy),
    log: values.log ?? false,
    // The program may have changed whenever it starts.
    edition: editionName(values.edition ?? Date.now().toString(36)),
  };
}

function given() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return reported(() =>
    parseArgs({
      options: {
        index: text,
        port: text,
        host: text,
        cache: text,
        'rate-limit': text,
        'behind-proxy': flag,
        limits: text,
        patience: text,
        log: flag,
        edition: text,
      },
    }),
  ).values;
}

/** The same from variables, of which those that a Worker has too mean the same there. */
function environment() {
  const [proxy, log] = [variable('BEHIND_PROXY'), variable('LOG')];
  if (proxy !== undefined && !/^[01]$/.test(proxy)) throw new UsageError(`BEHIND_PROXY is 1 or 0, not '${proxy}'`);
  if (log !== undefined && log !== LOG_REQUESTS)
    throw new UsageError(`LOG is '${LOG_REQUESTS}' or nothing, not '${log}'`);
  return {
    index: variable('INDEX'),
    port: variable('PORT'),
    host: variable('HOST'),
    cache: variable('CACHE'),
    'rate-limit': variable('RATE_LIMIT'),
    limits: variable('LIMITS'),
    patience: variable('PATIENCE'),
    'behind-proxy': proxy === '1',
    log: log === LOG_REQUESTS,
    edition: variable('EDITION'),
  };
}

/** Undefined for an empty one, too, and for one that the process may not read. */
function variable(name: string): string | undefined {
  if (Deno.permissions.querySync({ name: 'env', variable: name }).state !== 'granted') return undefined;
  return Deno.env.get(name) || undefined;
}

/** What an option says, or the default without it. Throws UsageError with the one line of an error. */
function usable<T, D>(text: string | undefined, byDefault: D, read: (text: string) => T): T | D {
  return text === undefined ? byDefault : reported(() => read(text));
}

function reported<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function editionName(text: string): string {
  if (!/^[\w.-]{1,64}$/.test(text))
    throw new UsageError(`--edition is a name of letters, digits, _, - and dots, not '${text}'`);
  return text;
}

function wholeNumber(option: string, text: string, maximum: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > maximum)
    throw new UsageError(`${option} must be a whole number up to ${maximum}, not '${text}'`);
  return number;
}
