/**
 * What Cloudflare charges, in US dollars, on 2026-11-21, for standard storage and the paid plan of Workers:
 * https://developers.cloudflare.com/r2/pricing/
 * https://developers.cloudflare.com/kv/platform/pricing/
 * https://developers.cloudflare.com/workers/platform/pricing/
 */

/** So much for each unit beyond those that every month includes. */
export interface Price {
  included: number;
  each: number;
}

/** Bytes of a month: a GB is 10⁹ bytes. */
export const R2_STORAGE: Price = { included: 10e9, each: 0.015 / 1e9 };
/** Puts, parts of uploads, lists. */
export const R2_WRITES: Price = { included: 1e6, each: 4.5 / 1e6 };
/** Gets and heads. */
export const R2_READS: Price = { included: 10e6, each: 0.36 / 1e6 };
export const KV_READS: Price = { included: 10e6, each: 0.5 / 1e6 };
export const WORKER_REQUESTS: Price = { included: 10e6, each: 0.3 / 1e6 };
/** Milliseconds of CPU time. */
export const WORKER_CPU: Price = { included: 30e6, each: 0.02 / 1e6 };
/** The paid plan itself, a month. The free plan has room for 100,000 requests a day. */
export const WORKERS_PLAN = 5;

export function costOf(amount: number, { included, each }: Price): number {
  return Math.max(0, amount - included) * each;
}
