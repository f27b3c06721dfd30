/** What publishing would move, and what the target would cost a month on Cloudflare. Reads a list and the pointer, writes nothing. */
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { partSize } from './digest.ts';
import type { LocalRelease } from './local-release.ts';
import { costOf, KV_READS, R2_READS, R2_STORAGE, R2_WRITES, WORKER_CPU, WORKER_REQUESTS, WORKERS_PLAN } from './prices.ts';
import { checkFormat } from './publish-release.ts';
import type { LocalObject, Target } from './target.ts';

export interface Forecast {
  /** Objects to send; those of the right name and size count as there, as their names hold their hashes. The release's root, which goes up with them, is not counted. */
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
    missing, missingBytes: bytesOf(missing), present: objects.length - missing.length,
    storedBytes: bytesOf([...stored.values()]) + bytesOf(sent),
    writes: sent.reduce((sum, { size }) => sum + uploadRequests(size), 0) + REQUESTS_BESIDE_OBJECTS + 2 * Math.ceil(objects.length / LISTED_A_REQUEST),
  };
}

function uploadRequests(size: number): number {
  const parts = Math.ceil(size / partSize(size));
  return parts <= 1 ? 1 : parts + 2;
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
    { what: `R2 reads, ${amount(requests * READS_A_REQUEST)} for ${amount(requests)} requests`, dollars: costOf(requests * READS_A_REQUEST, R2_READS) },
    { what: `KV reads, ${amount(POINTER_READS)}`, dollars: costOf(POINTER_READS, KV_READS) },
    { what: `Workers, the plan and ${amount(requests)} requests`, dollars: WORKERS_PLAN + costOf(requests, WORKER_REQUESTS) },
    { what: `CPU, ${CPU_A_REQUEST} ms of each`, dollars: costOf(requests * CPU_A_REQUEST, WORKER_CPU) },
  ];
}

function amount(count: number): string {
  return count.toLocaleString('en');
}
