/** The memory of the Worker's isolate during concurrent requests of the heaviest kinds. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { present } from '../../../src/checked.ts';
import { Random } from '../../../data/fictional/random.ts';
import { serveWithWorkerd } from '../../../cli/serve/workerd-runtime.ts';
import { ROOT_KEY } from '../../../src/release/manifest.ts';
import { decodeRoot } from '../../../src/release/root.ts';
import { WORKER_MEMORY } from '../../../src/memory-budget.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { heavyRequests, type Asked } from './heavy-requests.ts';
import { IsolateHeap } from './isolate-heap.ts';

/** Concurrent requests: a public service has one isolate for many clients. */
const AT_ONCE = 12;
const DEFAULT_COUNT = 400;
/** Milliseconds between two measurements. */
const PAUSE = 20;

/** Maxima of the isolate, in bytes. */
interface Peak {
  /** Live memory between two turns of the Worker. */
  live: number;
  /** Memory in use, including garbage that V8 has not collected yet. */
  used: number;
  looks: number;
  /** Answers by status. */
  statuses: Map<number, number>;
}

export async function memory(options: HardenOptions): Promise<Figure[]> {
  const { live, used, looks, statuses } = await worstMix(options);
  const answered = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
  options.log(`memory: ${looks} measurements; answers ${answered}; in use with garbage ${megabytes(used)}`);
  const broken = [...statuses].reduce(
    (sum, [status, count]) => sum + ((status >= 500 && status !== 503) || status === 0 ? count : 0),
    0,
  );
  return [
    {
      name: `memory of the isolate with ${AT_ONCE} of the heaviest requests at once, alive`,
      value: megabytes(live),
      limit: `< ${megabytes(WORKER_MEMORY)}`,
      ok: live < WORKER_MEMORY,
    },
    { name: 'answers of the worst mix that broke off or failed', value: broken, limit: '0', ok: broken === 0 },
  ];
}

/** Sends the heaviest requests of a release concurrently in random order, and measures the isolate meanwhile. */
async function worstMix({ seed, count = DEFAULT_COUNT, index, signal, log }: HardenOptions): Promise<Peak> {
  const served = await serveWithWorkerd({ index, port: 0, host: '127.0.0.1', inspectorPort: 0 });
  try {
    const { manifest } = decodeRoot(await readFile(join(index, ROOT_KEY)));
    const asked = await heavyRequests(manifest.samples ?? {}, async (each) => {
      const response = await send(served.url, each, signal);
      return response.ok ? response.json() : response.body?.cancel().then(() => null);
    });
    const heap = await IsolateHeap.open(present(served.inspector, 'inspector'));
    const peak: Peak = { live: 0, used: 0, looks: 0, statuses: new Map() };
    let ended = false;
    const watching = watch(heap, peak, () => ended);
    const random = new Random(seed);
    const limit = pLimit(AT_ONCE);
    const asking = Array.from({ length: count }, () => random.pick(asked)).map((each) =>
      limit(async () => {
        signal?.throwIfAborted();
        const status = await take(served.url, each, signal).catch((error) => {
          log(`memory: ${JSON.stringify(each).slice(0, 150)} broke off: ${String(causeOf(error))}`);
          return 0;
        });
        peak.statuses.set(status, (peak.statuses.get(status) ?? 0) + 1);
      }),
    );
    try {
      await Promise.all(asking);
    } finally {
      ended = true;
      await watching;
      heap.close();
    }
    return peak;
  } finally {
    await served.stop();
  }
}

async function watch(heap: IsolateHeap, peak: Peak, ended: () => boolean): Promise<void> {
  while (!ended()) {
    const used = sum(await heap.use());
    const live = sum(await heap.live());
    peak.used = Math.max(peak.used, used);
    peak.live = Math.max(peak.live, live);
    peak.looks++;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

function sum({ objects, buffers }: { objects: number; buffers: number }): number {
  return objects + buffers;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error;
}

/** Reads an answer to its end. @returns its status */
async function take(url: string, asked: Asked, signal?: AbortSignal): Promise<number> {
  const response = await send(url, asked, signal);
  for await (const _ of response.body ?? []);
  return response.status;
}

// Miniflare compresses in a separate Worker, which would take most of the time. A busy workerd closes connections that
// are about to be reused.
const PLAIN = { 'accept-encoding': 'identity', connection: 'close' };

function send(
  url: string,
  { path, body, accept = 'application/json' }: Asked,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(
    `${url}${path}`,
    body === undefined
      ? { headers: { accept, ...PLAIN }, signal }
      : {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { accept, ...PLAIN, 'content-type': 'application/json' },
          signal,
        },
  );
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
