/**
 * Sends a mix of requests to a service, as fast as it answers or at a rate that does not wait for answers, and counts
 * what came back.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Random } from '../../../data/fictional/random.ts';
import { drawRequest, sumOf, type LoadMix, type LoadRequest } from './load-requests.ts';

/** What came back of the requests of a stretch of time. */
export interface Stretch {
  /** From the beginning. */
  minute: number;
  /** The other release was published long enough before. */
  after: boolean;
  sent: number;
  /** Statuses other than 200, and connections that failed. */
  failed: number;
  /** Answers that neither release gives. */
  wrong: number;
  /** By the release that answered, in the order of `sums`; where both give the same, the first. */
  byRelease: [number, number];
  /** Microseconds from when a request was due, whenever it could be sent, to the last byte of its answer. */
  times: RecordableHistogram;
}

export function newStretch(minute = 0, after = false): Stretch {
  return { minute, after, sent: 0, failed: 0, wrong: 0, byRelease: [0, 0], times: createHistogram() };
}

/** Seconds after which an answer is not waited for any more. */
const GIVE_UP = 30;
/** Failures that are shown. */
const SHOWN = 20;

export class Arrivals {
  readonly #pool: Pool;
  readonly #mix: LoadMix;
  readonly #random: Random;
  readonly #log: (line: string) => void;
  #shown = 0;

  /** `url`: of the service. */
  constructor(url: string, mix: LoadMix, random: Random, log: (line: string) => void) {
    this.#pool = new Pool(new URL(url).origin, {
      connections: 256,
      pipelining: 1,
      headersTimeout: GIVE_UP * 1000,
      bodyTimeout: GIVE_UP * 1000,
    });
    this.#mix = mix;
    this.#random = random;
    this.#log = log;
  }

  /** Closed loop: each of `workers` sends its next request when it has its answer. */
  async asFastAsPossible(
    workers: number,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<{ seen: Stretch; perSecond: number }> {
    const seen = newStretch();
    const began = performance.now();
    const end = began + seconds * 1000;
    await Promise.all(
      Array.from({ length: workers }, async () => {
        while (performance.now() < end && !signal?.aborted) await this.#ask(performance.now(), seen);
      }),
    );
    return { seen, perSecond: (seen.sent / (performance.now() - began)) * 1000 };
  }

  /**
   * Open loop: request n is due n / rate seconds after the beginning, whatever has become of those before it.
   * `stretchAt` says where each counts, by its due time.
   */
  async atRate(
    rate: number,
    seconds: number,
    stretchAt: (second: number) => Stretch,
    signal?: AbortSignal,
  ): Promise<void> {
    const began = performance.now();
    const underWay = new Set<Promise<void>>();
    const total = Math.floor(rate * seconds);
    for (let sent = 0; sent < total && !signal?.aborted; ) {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate));
      for (; sent < due; sent++) {
        const second = sent / rate;
        const asked = this.#ask(began + second * 1000, stretchAt(second)).finally(() => underWay.delete(asked));
        underWay.add(asked);
      }
      await sleep(1);
    }
    await Promise.all(underWay);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #ask(due: number, seen: Stretch): Promise<void> {
    const request = drawRequest(this.#mix, this.#random);
    seen.sent++;
    try {
      const response = await this.#pool.request({
        method: request.method,
        path: request.path,
        headers: request.headers,
        body: request.body,
      });
      const bytes = new Uint8Array(await response.body.arrayBuffer());
      seen.times.record(Math.max(1, Math.round((performance.now() - due) * 1000)));
      if (response.statusCode !== 200) {
        seen.failed++;
        this.#show(request, `${response.statusCode} ${Buffer.from(bytes).toString().slice(0, 200)}`);
      } else this.#compare(request, bytes, seen);
    } catch (error) {
      seen.failed++;
      this.#show(request, String(error));
    }
  }

  #compare(request: LoadRequest, bytes: Uint8Array, seen: Stretch): void {
    if (!request.sums) return;
    const release = request.sums.indexOf(sumOf(bytes));
    if (release >= 0) {
      // Where both say the same nothing is learnt of which it was.
      if (request.sums[0] !== request.sums[1]) seen.byRelease[release as 0 | 1]++;
      return;
    }
    seen.wrong++;
    this.#show(request, `an answer of neither release: ${Buffer.from(bytes).toString().slice(0, 200)}`);
  }

  #show({ method, path, headers, body }: LoadRequest, seen: string): void {
    if (this.#shown++ < SHOWN) this.#log(`${method} ${path} ${JSON.stringify(headers)} ${body ?? ''}\n  ${seen}`);
  }
}
