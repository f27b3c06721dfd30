/** Forecasts what publishing copies and costs per month on Cloudflare. Reads a list and the pointer, writes nothing. */
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { partSize } from './digest.ts';
import type { LocalRelease } from './local-release.ts';
import { checkFormat } from './publish-release.ts';
import type { LocalObject, Target } from './target.ts';

export interface Forecast {
  /**
   * Objects to send, without the root. An object with the right name and size is present, since names contain hashes.
   */
  missing: LocalObject[];
  missingBytes: number;
  present: number;
  /** Bytes of all releases in the target after the upload. */
  storedBytes: number;
  /** Requests of the upload: bodies, starts and ends of multipart uploads, lists, lock and pointer. */
  writes: number;
}

/** Requests in addition to those for objects: head and put of the lock, the root and the pointer, and the lists. */
const FIXED_REQUESTS = 8;
const LISTED_PER_REQUEST = 1000;

/** Throws PublishError if the target's format version would make publishing fail. */
export async function forecast({ objects, rootObject }: LocalRelease, target: Target): Promise<Forecast> {
  const pointer = await target.value(ROOT_KEY).read();
  if (pointer) checkFormat(pointer.bytes, target);
  const stored = await target.list('');
  const bytesOf = (some: readonly { size: number }[]) => some.reduce((sum, { size }) => sum + size, 0);
  const isMissing = ({ name, size }: LocalObject) => stored.get(name)?.size !== size;
  const missing = objects.filter(isMissing);
  const sent = [...objects, rootObject].filter(isMissing);
  return {
    missing,
    missingBytes: bytesOf(missing),
    present: objects.length - missing.length,
    storedBytes: bytesOf([...stored.values()]) + bytesOf(sent),
    writes:
      sent.reduce((sum, { size }) => sum + uploadRequests(size), 0) +
      FIXED_REQUESTS +
      2 * Math.ceil(objects.length / LISTED_PER_REQUEST),
  };
}

function uploadRequests(size: number): number {
  const parts = Math.ceil(size / partSize(size));
  return parts <= 1 ? 1 : parts + 2;
}

/*
 * Cloudflare's prices in US dollars on 2026-11-21, for standard storage and the paid plan of Workers:
 * https://developers.cloudflare.com/r2/pricing/
 * https://developers.cloudflare.com/kv/platform/pricing/
 * https://developers.cloudflare.com/workers/platform/pricing/
 */
/** The price of each unit beyond the units that a month includes. */
interface Price {
  included: number;
  each: number;
}

/** Per byte and month. A GB is 10⁹ bytes. */
const R2_STORAGE: Price = { included: 10e9, each: 0.015 / 1e9 };
/** Per put, upload part or list. */
const R2_WRITES: Price = { included: 1e6, each: 4.5 / 1e6 };
/** Per get or head. */
export const R2_READS: Price = { included: 10e6, each: 0.36 / 1e6 };
export const KV_READS: Price = { included: 10e6, each: 0.5 / 1e6 };
export const WORKER_REQUESTS: Price = { included: 10e6, each: 0.3 / 1e6 };
/** Per millisecond of CPU time. */
export const WORKER_CPU: Price = { included: 30e6, each: 0.02 / 1e6 };
/** The paid plan, per month. The free plan allows 100,000 requests per day. */
const WORKERS_PLAN = 5;

function costOf(amount: number, { included, each }: Price): number {
  return Math.max(0, amount - included) * each;
}

/** Average reads of R2 per request when nothing is cached; docs/performance.md lists them by operation. */
const READS_PER_REQUEST = 3;
/** Milliseconds of CPU time of most requests, from docs/performance-operations.md. */
const CPU_PER_REQUEST = 1;
/** Reads in a month of a busy service: a Worker reads the pointer once a minute in each of 100 places. */
const POINTER_READS = 100 * 30 * 24 * 60;

export interface MonthlyCost {
  what: string;
  dollars: number;
}

/**
 * The costs of a month on Cloudflare.
 * @param requests of clients in a month that no cache answers
 */
export function monthlyCost({ storedBytes, writes }: Forecast, requests: number): MonthlyCost[] {
  return [
    { what: `R2 storage, ${(storedBytes / 1e9).toFixed(2)} GB`, dollars: costOf(storedBytes, R2_STORAGE) },
    { what: `R2 writes, ${amount(writes)} for this upload`, dollars: costOf(writes, R2_WRITES) },
    {
      what: `R2 reads, ${amount(requests * READS_PER_REQUEST)} for ${amount(requests)} requests`,
      dollars: costOf(requests * READS_PER_REQUEST, R2_READS),
    },
    { what: `KV reads, ${amount(POINTER_READS)}`, dollars: costOf(POINTER_READS, KV_READS) },
    {
      what: `Workers plan and ${amount(requests)} requests`,
      dollars: WORKERS_PLAN + costOf(requests, WORKER_REQUESTS),
    },
    { what: `CPU, ${CPU_PER_REQUEST} ms per request`, dollars: costOf(requests * CPU_PER_REQUEST, WORKER_CPU) },
  ];
}

function amount(count: number): string {
  return count.toLocaleString('en');
}
