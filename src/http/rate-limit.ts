/**
 * How much a client may ask for in a stretch of time, said in the headers that Ensembl's clients read:
 * X-RateLimit-Limit,
 * -Remaining, -Reset and -Period (requests and seconds), and Retry-After with a refusal (429).
 */
import { ApiError } from '../api-error.ts';

export interface RateLimit {
  /** Requests that a client may send in a period. */
  limit: number;
  /** Seconds. */
  period: number;
}

/** From '55000/3600': requests and seconds. Throws an Error for anything else. */
export function readRateLimit(text: string): RateLimit {
  const [, limit, period] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (limit === undefined || period === undefined)
    throw new Error(`A limit of requests reads as requests/seconds, such as 55000/3600, not '${text}'`);
  return { limit: Number(limit), period: Number(period) };
}

export interface RateState {
  allowed: boolean;
  /** Requests left in this period. */
  remaining: number;
  /** Seconds until the next one begins. */
  reset: number;
}

export interface RateLimiter extends RateLimit {
  /** Does a cache stand in front of the service, that shows one client what was answered to another? */
  readonly behindCache: boolean;
  /** Counts a request of a client, who is known by a name (client-address.ts). */
  take(client: string): RateState | Promise<RateState>;
}

export function rateHeaders(
  { limit, period }: RateLimit,
  { allowed, remaining, reset }: RateState,
): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-period': String(period),
    ...(allowed ? {} : { 'retry-after': String(reset) }),
  };
}

/**
 * The same with what a cache may show to anybody for as long as it keeps it: nobody's count, but the whole limit, which
 * no client exceeds. Clients that read that nothing is left would stop asking for somebody else's sake.
 */
export function sharedRateHeaders({ limit, period }: RateLimit): Record<string, string> {
  return rateHeaders({ limit, period }, { allowed: true, remaining: limit, reset: period });
}

export function tooManyRequests({ limit, period }: RateLimit, { reset }: RateState): ApiError {
  return new ApiError(
    `You have sent more than ${limit} requests in ${period} seconds. Please wait ${reset} seconds`,
    429,
  );
}

/** Clients counted at once; those who have been counted longest give way. Some 10 MB. */
const MAX_CLIENTS = 100_000;

/** Counts in the memory of one process, in periods that begin with the first request of a client. */
export class CountedRequests implements RateLimiter {
  readonly limit: number;
  readonly period: number;
  readonly behindCache: boolean;
  readonly #now: () => number;
  /** The count of each client and when its period ends, in milliseconds; the one that began longest ago first. */
  readonly #clients = new Map<string, { count: number; ends: number }>();

  /** `now`: the time in milliseconds; for tests. */
  constructor(
    { limit, period }: RateLimit,
    { behindCache = false, now = Date.now }: { behindCache?: boolean; now?: () => number } = {},
  ) {
    this.limit = limit;
    this.period = period;
    this.behindCache = behindCache;
    this.#now = now;
  }

  take(client: string): RateState {
    const now = this.#now();
    let counted = this.#clients.get(client);
    if (!counted || counted.ends <= now) {
      this.#clients.delete(client);
      counted = { count: 0, ends: now + this.period * 1000 };
      this.#clients.set(client, counted);
      if (this.#clients.size > MAX_CLIENTS) this.#clients.delete(this.#clients.keys().next().value!);
    }
    counted.count++;
    return {
      allowed: counted.count <= this.limit,
      remaining: Math.max(0, this.limit - counted.count),
      reset: Math.max(1, Math.ceil((counted.ends - now) / 1000)),
    };
  }
}

/** The part of a Worker's rate limiting binding that is used. */
export interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/**
 * Asks Cloudflare's limiter, which counts for a whole location. It tells only whether a request may pass: what remains
 * is what this isolate has counted, which is no less than what is left. A limiter that fails holds nobody back.
 */
export class BoundRequests implements RateLimiter {
  readonly limit: number;
  readonly period: number;
  /** That of Workers: wrangler.toml. */
  readonly behindCache = true;
  readonly #binding: RateLimitBinding;
  readonly #counted: CountedRequests;

  /** @param rate as the binding's in wrangler.toml, which does not tell it */
  constructor(binding: RateLimitBinding, rate: RateLimit) {
    this.limit = rate.limit;
    this.period = rate.period;
    this.#binding = binding;
    this.#counted = new CountedRequests(rate);
  }

  async take(client: string): Promise<RateState> {
    const counted = this.#counted.take(client);
    const { success } = await this.#binding.limit({ key: client }).catch((error) => {
      console.error('The limiter of requests fails:', error);
      return { success: true };
    });
    return success ? { ...counted, allowed: true } : { ...counted, allowed: false, remaining: 0 };
  }
}

/** Who a client is to the limit of requests: an address, or the network that one subscriber has. */

const IPV4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
/** An address as proxies write it: alone, or with a port, IPv6 then in brackets. */
const WRITTEN = new RegExp(
  String.raw`^(?:(${IPV4})(?::\d+)?|\[([\da-f:.]+)(?:%\w+)?\](?::\d+)?|([\da-f:.]*:[\da-f:.]*)(?:%\w+)?)$`,
  'i',
);

/**
 * The name of whoever has an address. Of IPv6 the first 64 bits: a subscriber has at least so many addresses, and would
 * never run out of them. Null for a text that is no address.
 */
export function clientOf(text: string): string | null {
  const [, v4, bracketed, v6 = bracketed] = WRITTEN.exec(text.trim()) ?? [];
  if (v4 !== undefined) return v4;
  if (v6 === undefined) return null;
  // IPv4 as a socket for both kinds tells it.
  const [mapped] = new RegExp(`(?<=^::ffff:)${IPV4}$`, 'i').exec(v6) ?? [];
  if (mapped !== undefined) return mapped;
  const url = `http://[${v6}]/`;
  return URL.canParse(url) ? network(new URL(url).hostname.slice(1, -1)) : null;
}

/** The first four of eight groups of an address in its canonical form, which leaves out the longest run of zeros. */
function network(address: string): string {
  const [head = '', tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':'))) as
    | [string[], string[]?]
    | [];
  const groups =
    tail === undefined ? [...head] : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
