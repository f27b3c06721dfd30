/**
 * Limits the requests of each client per period. All answers have the headers that Ensembl's clients read:
 * X-RateLimit-Limit, -Remaining, -Reset and -Period (requests and seconds), and Retry-After with a 429. Without a limit
 * they show Ensembl's own, unused.
 */
import { ApiError } from '../api-error.ts';

export interface RateLimit {
  /** Requests that a client may send in a period. */
  limit: number;
  /** Seconds. */
  period: number;
}

/** Parses requests/seconds, such as '55000/3600'. Throws an Error for other texts. */
export function readRateLimit(text: string): RateLimit {
  const [, limit, period] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (limit === undefined || period === undefined)
    throw new Error(`Invalid rate limit '${text}': expected requests/seconds, such as 55000/3600`);
  return { limit: Number(limit), period: Number(period) };
}

export interface RateState {
  allowed: boolean;
  /** Requests left in the current period. */
  remaining: number;
  /** Seconds until the next period. */
  reset: number;
}

export interface RateLimiter extends RateLimit {
  /** Whether a shared cache is in front of the service, which sends the answer for one client to other clients. */
  readonly behindCache: boolean;
  /**
   * Counts a request of a client.
   * @param client as returned by clientOf
   * @param requests 0 only returns the state
   */
  take(client: string, requests?: number): RateState | Promise<RateState>;
}

/** The limit of Ensembl's public service. Answers show it if none is set: some clients fail without the headers. */
const ENSEMBL_LIMIT: RateLimit = { limit: 55_000, period: 3600 };

/**
 * Counts a request and adds the rate-limit headers to `headers`; not a promise if the limiter counts in this process.
 * Throws ApiError (429) above the limit.
 * @param client the address of the client
 * @param isLimited false for requests that are never rejected
 */
export function countRequest(
  limiter: RateLimiter,
  client: string,
  isLimited: boolean,
  headers: Record<string, string>,
  requests = 1,
): void | Promise<void> {
  const state = limiter.take(clientOf(client) ?? client, requests);
  const apply = (counted: RateState) => {
    Object.assign(headers, rateHeaders(limiter, isLimited ? counted : { ...counted, allowed: true }));
    if (!counted.allowed && isLimited) throw tooManyRequests(limiter, counted);
  };
  return state instanceof Promise ? state.then(apply) : apply(state);
}

/** Rate headers for requests that are not counted: they show a full limit. */
export function uncountedRateHeaders(limiter: RateLimiter | null | undefined): Record<string, string> {
  return limiter ? sharedRateHeaders(limiter) : { ...UNLIMITED_HEADERS };
}

function rateHeaders({ limit, period }: RateLimit, { allowed, remaining, reset }: RateState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-period': String(period),
    ...(allowed ? {} : { 'retry-after': String(reset) }),
  };
}

/**
 * Rate headers for answers in shared caches. They show the full limit instead of one client's count, or other clients
 * would stop because of it.
 */
export function sharedRateHeaders({ limit, period }: RateLimit): Record<string, string> {
  return rateHeaders({ limit, period }, { allowed: true, remaining: limit, reset: period });
}

const UNLIMITED_HEADERS = sharedRateHeaders(ENSEMBL_LIMIT);

function tooManyRequests({ limit, period }: RateLimit, { reset }: RateState): ApiError {
  return new ApiError(
    `You have sent more than ${limit} requests in ${period} seconds. Please wait ${reset} seconds`,
    429,
  );
}

/** Most clients in memory, about 10 MB. The client whose period began first is removed. */
const MAX_CLIENTS = 100_000;

/** Counts in the memory of one process. A client's period begins with its first request. */
export class InMemoryRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly period: number;
  readonly behindCache: boolean;
  readonly #now: () => number;
  /** Count of each client and end of its period in milliseconds, ordered by start of the period. */
  readonly #clients = new Map<string, { count: number; ends: number }>();

  /** @param options `now` returns the time in milliseconds; tests replace it */
  constructor(
    { limit, period }: RateLimit,
    { behindCache = false, now = () => performance.now() }: { behindCache?: boolean; now?: () => number } = {},
  ) {
    this.limit = limit;
    this.period = period;
    this.behindCache = behindCache;
    this.#now = now;
  }

  take(client: string, requests = 1): RateState {
    const now = this.#now();
    let counted = this.#clients.get(client);
    if (!counted || counted.ends <= now) {
      this.#clients.delete(client);
      counted = { count: 0, ends: now + this.period * 1000 };
      this.#clients.set(client, counted);
      const [oldest = client] = this.#clients.keys();
      if (this.#clients.size > MAX_CLIENTS) this.#clients.delete(oldest);
    }
    counted.count += requests;
    return {
      allowed: counted.count <= this.limit,
      remaining: Math.max(0, this.limit - counted.count),
      // The difference of two times has the error of floating-point numbers.
      reset: Math.min(this.period, Math.max(1, Math.ceil((counted.ends - now) / 1000))),
    };
  }
}

/** The part of a Worker's rate limiting binding that this service uses. */
export interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/**
 * Uses Cloudflare's limiter, which counts per location and returns only whether a request is allowed. The remaining
 * requests are counted in this isolate, so the header may show too many. If the limiter fails, requests are allowed.
 */
export class CloudflareRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly period: number;
  /** wrangler.toml enables the cache of Workers. */
  readonly behindCache = true;
  readonly #binding: RateLimitBinding;
  readonly #local: InMemoryRateLimiter;

  /** @param rate the same as in wrangler.toml: the binding has no property for it */
  constructor(binding: RateLimitBinding, rate: RateLimit) {
    this.limit = rate.limit;
    this.period = rate.period;
    this.#binding = binding;
    this.#local = new InMemoryRateLimiter(rate);
  }

  async take(client: string, requests = 1): Promise<RateState> {
    const counted = this.#local.take(client, requests);
    if (requests === 0) return counted;
    const { success } = await this.#binding.limit({ key: client }).catch((error) => {
      console.error('Rate limiter failed, request allowed:', error);
      return { success: true };
    });
    return success ? { ...counted, allowed: true } : { ...counted, allowed: false, remaining: 0 };
  }
}

const IPV4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
/** An address as proxies write it: alone or with a port, IPv6 in brackets. */
const ADDRESS = new RegExp(
  String.raw`^(?:(${IPV4})(?::\d+)?|\[([\da-f:.]+)(?:%\w+)?\](?::\d+)?|([\da-f:.]*:[\da-f:.]*)(?:%\w+)?)$`,
  'i',
);

/**
 * The name of a client for the limit, from its IP address. IPv6 addresses are cut to their first 64 bits, since a
 * subscriber has a whole /64 network of addresses. Null for a text that is not an address.
 */
export function clientOf(text: string): string | null {
  const [, v4, bracketed, v6 = bracketed] = ADDRESS.exec(text.trim()) ?? [];
  if (v4 !== undefined) return v4;
  if (v6 === undefined) return null;
  // Dual-stack sockets report IPv4 addresses this way.
  const [mapped] = new RegExp(`(?<=^::ffff:)${IPV4}$`, 'i').exec(v6) ?? [];
  if (mapped !== undefined) return mapped;
  const url = `http://[${v6}]/`;
  return URL.canParse(url) ? network(new URL(url).hostname.slice(1, -1)) : null;
}

/** The first four of eight groups of an IPv6 address in canonical form, in which `::` replaces a run of zeros. */
function network(address: string): string {
  const [head = [], tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const groups =
    tail === undefined ? [...head] : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
