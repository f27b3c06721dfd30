/** What publishing would copy, and the costs of a month on Cloudflare. Reads a list and the pointer, writes nothing. */
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { partSize } from './digest.ts';
import type { LocalRelease } from './local-release.ts';
import { checkFormat } from './publish-release.ts';
import type { LocalObject, Target } from './target.ts';

export interface Forecast {
  /**
   * Objects to send. Objects of the right name and size count as present, since names contain hashes. The release's
   * root is not counted.
   */
  missing: LocalObject[];
  missingBytes: number;
  present: number;
  /** Bytes of all releases in the target afterwards. */
  storedBytes: number;
  /** Requests that the upload takes: bodies, beginnings and ends of uploads in parts, lists, lock and pointer. */
  writes: number;
}

/** Lists before and after, heads and puts of the lock, the root, the pointer. */
const REQUESTS_BESIDE_OBJECTS = 8;
const LISTED_A_REQUEST = 1000;

/** Throws PublishError where publishing would be refused for what the target holds. */
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
      REQUESTS_BESIDE_OBJECTS +
      2 * Math.ceil(objects.length / LISTED_A_REQUEST),
  };
}

function uploadRequests(size: number): number {
  const parts = Math.ceil(size / partSize(size));
  return parts <= 1 ? 1 : parts + 2;
}

/*
 * What Cloudflare charges, in US dollars, on 2026-11-21, for standard storage and the paid plan of Workers:
 * https://developers.cloudflare.com/r2/pricing/
 * https://developers.cloudflare.com/kv/platform/pricing/
 * https://developers.cloudflare.com/workers/platform/pricing/
 */
/** So much for each unit beyond those that every month includes. */
interface Price {
  included: number;
  each: number;
}

/** Bytes of a month: a GB is 10⁹ bytes. */
const R2_STORAGE: Price = { included: 10e9, each: 0.015 / 1e9 };
/** Puts, parts of uploads, lists. */
const R2_WRITES: Price = { included: 1e6, each: 4.5 / 1e6 };
/** Gets and heads. */
export const R2_READS: Price = { included: 10e6, each: 0.36 / 1e6 };
export const KV_READS: Price = { included: 10e6, each: 0.5 / 1e6 };
export const WORKER_REQUESTS: Price = { included: 10e6, each: 0.3 / 1e6 };
/** Milliseconds of CPU time. */
export const WORKER_CPU: Price = { included: 30e6, each: 0.02 / 1e6 };
/** The paid plan itself, a month. The free plan has room for 100,000 requests a day. */
const WORKERS_PLAN = 5;

function costOf(amount: number, { included, each }: Price): number {
  return Math.max(0, amount - included) * each;
}

/** Reads of R2 that an answer takes on average when nothing is cached; docs/performance.md lists them by operation. */
const READS_A_REQUEST = 3;
/** Milliseconds, of all threads, as the tables there have it for requests of most kinds. */
const CPU_A_REQUEST = 1;
/** A Worker looks at the pointer once a minute in each place where it runs; this is a busy one. */
const POINTER_READS = 100 * 30 * 24 * 60;

export interface MonthlyCost {
  what: string;
  dollars: number;
}

/**
 * What a month costs on Cloudflare.
 * @param requests of clients, in the month, of which no cache answers any
 */
export function monthlyCost({ storedBytes, writes }: Forecast, requests: number): MonthlyCost[] {
  return [
    { what: `R2 storage, ${(storedBytes / 1e9).toFixed(2)} GB`, dollars: costOf(storedBytes, R2_STORAGE) },
    { what: `R2 writes, ${amount(writes)} for this upload`, dollars: costOf(writes, R2_WRITES) },
    {
      what: `R2 reads, ${amount(requests * READS_A_REQUEST)} for ${amount(requests)} requests`,
      dollars: costOf(requests * READS_A_REQUEST, R2_READS),
    },
    { what: `KV reads, ${amount(POINTER_READS)}`, dollars: costOf(POINTER_READS, KV_READS) },
    {
      what: `Workers, the plan and ${amount(requests)} requests`,
      dollars: WORKERS_PLAN + costOf(requests, WORKER_REQUESTS),
    },
    { what: `CPU, ${CPU_A_REQUEST} ms of each`, dollars: costOf(requests * CPU_A_REQUEST, WORKER_CPU) },
  ];
}

function amount(count: number): string {
  return count.toLocaleString('en');
}
