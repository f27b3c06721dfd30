/** The memory of the Worker's isolate during concurrent requests of the heaviest kinds. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { present } from '../../../src/checked.ts';
import { Random } from '../../../data/fictional/random.ts';
import { serveWithWorkerd } from '../../../cli/serve/workerd-runtime.ts';
import { ROOT_KEY } from '../../../src/release/manifest.ts';
import { decodeRoot } from '../../../src/release/root.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { heavyRequests, type Asked } from './heavy-requests.ts';
import { IsolateHeap } from './isolate-heap.ts';

/** Concurrent requests: a public service has one isolate for many clients. */
const AT_ONCE = 12;
const DEFAULT_COUNT = 400;
/** Requests of a kind that are sent when only this kind is. */
const OF_A_KIND = 2 * AT_ONCE;
/** Bytes that the isolate may have, of the 128 MB of a Worker: the platform's own are unknown. */
const MOST_ALIVE = 112e6;
/** Milliseconds between two measurements. Each forces a collection, so they also slow the Worker down. */
const PAUSE = 5;

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

/**
 * Sends the heaviest requests of a release to one isolate after the other: all kinds in random order, then each alone,
 * AT_ONCE at a time.
 */
export async function memory({ seed, count = DEFAULT_COUNT, index, signal, log }: HardenOptions): Promise<Figure[]> {
  const served = await serveWithWorkerd({ index, port: 0, host: '127.0.0.1', inspectorPort: 0 });
  const heap = await IsolateHeap.open(present(served.inspector, 'inspector'));
  try {
    const { manifest } = decodeRoot(await readFile(join(index, ROOT_KEY)));
    const kinds = await heavyRequests(manifest.samples ?? {}, async (each) => {
      const response = await send(served.url, each, signal);
      return response.ok ? response.json() : response.body?.cancel().then(() => null);
    });
    const random = new Random(seed);
    const measured = async (name: string, requests: readonly Asked[]) => {
      const peak = await peakOf(served.url, heap, requests, { signal, log });
      const answered = [...peak.statuses].map(([status, times]) => `${status}: ${times}`).join(', ');
      log(
        `memory: ${megabytes(peak.live)} alive, ${megabytes(peak.used)} with garbage, in ${peak.looks} measurements: ` +
          `${name}; answers ${answered}`,
      );
      return { name, ...peak };
    };
    const mix = await measured(
      'all kinds',
      Array.from({ length: count }, () => random.pick(kinds)),
    );
    const alone: (Peak & { name: string })[] = [];
    if (count >= DEFAULT_COUNT)
      for (const kind of kinds) {
        const { path, accept = '', vcf, body } = kind;
        const name = `${path} ${accept}${(vcf ?? body) ? ' POST' : ''}`;
        alone.push(await measured(name, Array<Asked>(OF_A_KIND).fill(kind)));
      }
    const figure = (name: string, value: number): Figure => ({
      name: `memory: ${name}`,
      value: megabytes(value),
      limit: `< ${megabytes(MOST_ALIVE)}`,
      ok: value < MOST_ALIVE,
    });
    const worst = alone.toSorted((one, other) => other.live - one.live)[0];
    const broken = [mix, ...alone]
      .flatMap(({ statuses }) => [...statuses])
      .reduce((sum, [status, times]) => sum + ((status >= 500 && status !== 503) || status === 0 ? times : 0), 0);
    return [
      figure(`alive in the isolate, ${AT_ONCE} of the heaviest requests at once`, mix.live),
      ...(worst ? [figure(`alive in the isolate, ${AT_ONCE} of one kind at once: ${worst.name}`, worst.live)] : []),
      { name: 'memory: answers that broke off or failed', value: broken, limit: '0', ok: broken === 0 },
    ];
  } finally {
    heap.close();
    await served.stop();
  }
}

/** Sends requests, AT_ONCE at a time, and measures the isolate meanwhile. */
async function peakOf(
  url: string,
  heap: IsolateHeap,
  requests: readonly Asked[],
  { signal, log }: Pick<HardenOptions, 'signal' | 'log'>,
): Promise<Peak> {
  const peak: Peak = { live: 0, used: 0, looks: 0, statuses: new Map() };
  let ended = false;
  const watching = watch(heap, peak, () => ended);
  const limit = pLimit(AT_ONCE);
  try {
    await Promise.all(
      requests.map((each) =>
        limit(async () => {
          signal?.throwIfAborted();
          const status = await take(url, each, signal).catch((error) => {
            log(`memory: ${JSON.stringify(each).slice(0, 150)} broke off: ${String(causeOf(error))}`);
            return 0;
          });
          peak.statuses.set(status, (peak.statuses.get(status) ?? 0) + 1);
        }),
      ),
    );
  } finally {
    ended = true;
    await watching;
  }
  return peak;
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
  { path, body, vcf, accept = 'application/json' }: Asked,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { accept, ...PLAIN };
  if (body === undefined && vcf === undefined) return fetch(`${url}${path}`, { headers, signal });
  return fetch(`${url}${path}`, {
    method: 'POST',
    body: vcf ?? JSON.stringify(body),
    headers: { ...headers, 'content-type': vcf === undefined ? 'application/json' : 'text/x-vcf' },
    signal,
  });
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
