/**
 * Sends a mix of requests to a service, as fast as it answers or at a fixed rate, and counts the answers.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { errorCode } from '../../../cli/operator-error.ts';
import type { Random } from '../../../data/fictional/random.ts';
import { drawRequest, sumOf, type LoadMix, type LoadRequest } from './load-requests.ts';

/** The answers of an interval of time. */
export interface Interval {
  /** Minute since the beginning. */
  minute: number;
  /** Whether the other release had been published long enough before. */
  after: boolean;
  sent: number;
  /** Statuses other than 200, and requests whose connection failed on every try. */
  failed: number;
  /** Requests that were sent again, because their connection ended before the whole answer. */
  repeated: number;
  /** Answers that match neither release. */
  wrong: number;
  /** Answers by release, in the order of `sums`; the first one if both match. */
  byRelease: [number, number];
  /** Microseconds from the due time of a request, even if it was sent later, to the last byte of its answer. */
  times: RecordableHistogram;
}

export function newInterval(minute = 0, after = false): Interval {
  return { minute, after, sent: 0, failed: 0, repeated: 0, wrong: 0, byRelease: [0, 0], times: createHistogram() };
}

/** Seconds after which a request times out. */
const GIVE_UP = 30;
/**
 * Further tries of a request whose connection ended, and milliseconds before each. After a kill, all connections of a
 * process end, also the idle ones that a second try may take.
 */
const TRIES = 3;
const PAUSE = 50;
/** Codes of errors when the server closes a connection. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
/** Maximum of failures that are shown. */
const SHOWN = 20;
/** Requests that may wait at once. More mean that the service is slower than the rate, and would fill the memory. */
const MOST_WAITING = 100_000;

export class Arrivals {
  readonly #pool: Pool;
  readonly #mix: LoadMix;
  readonly #random: Random;
  readonly #log: (line: string) => void;
  #shown = 0;

  /** @param url base URL of the service */
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

  /** Closed loop: each of `workers` sends its next request after its last answer. */
  async asFastAsPossible(
    workers: number,
    seconds: number,
    signal?: AbortSignal,
  ): Promise<{ seen: Interval; perSecond: number }> {
    const seen = newInterval();
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
   * Open loop: request n is due n / rate seconds after the beginning, independently of earlier answers. `intervalAt`
   * returns the interval that counts a request, by its due time. Throws RangeError if the service falls so far behind
   * that too many requests wait.
   */
  async atRate(
    rate: number,
    seconds: number,
    intervalAt: (second: number) => Interval,
    signal?: AbortSignal,
  ): Promise<void> {
    const began = performance.now();
    const underWay = new Set<Promise<void>>();
    const total = Math.floor(rate * seconds);
    for (let sent = 0; sent < total && !signal?.aborted; ) {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate));
      for (; sent < due; sent++) {
        const second = sent / rate;
        const asked = this.#ask(began + second * 1000, intervalAt(second)).finally(() => underWay.delete(asked));
        underWay.add(asked);
      }
      if (underWay.size > MOST_WAITING)
        throw new RangeError(
          `${underWay.size} requests wait: the service answers fewer than ${rate.toFixed(0)} a second`,
        );
      await sleep(1);
    }
    await Promise.all(underWay);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #ask(due: number, seen: Interval): Promise<void> {
    const request = drawRequest(this.#mix, this.#random);
    seen.sent++;
    try {
      const { status, bytes } = await this.#sendAgain(request, seen);
      seen.times.record(Math.max(1, Math.round((performance.now() - due) * 1000)));
      if (status !== 200) {
        seen.failed++;
        this.#show(request, `${status} ${Buffer.from(bytes).toString().slice(0, 200)}`);
      } else this.#compare(request, bytes, seen);
    } catch (error) {
      seen.failed++;
      this.#show(request, String(error));
    }
  }

  /** Like a proxy, sends a request again if the server closed its connection before the whole answer. */
  async #sendAgain(request: LoadRequest, seen: Interval): Promise<{ status: number; bytes: Uint8Array }> {
    for (let left = TRIES; ; left--) {
      try {
        return await this.#send(request);
      } catch (error) {
        if (left === 0 || !CLOSED.has(errorCode(error) ?? '')) throw error;
        if (left === TRIES) seen.repeated++;
        await sleep(PAUSE);
      }
    }
  }

  async #send({ method, path, headers, body }: LoadRequest): Promise<{ status: number; bytes: Uint8Array }> {
    const response = await this.#pool.request({ method, path, headers, body });
    return { status: response.statusCode, bytes: new Uint8Array(await response.body.arrayBuffer()) };
  }

  #compare(request: LoadRequest, bytes: Uint8Array, seen: Interval): void {
    if (!request.sums) return;
    const [older, newer] = request.sums;
    const sum = sumOf(bytes);
    if (sum === older || sum === newer) {
      // Equal answers of both releases do not show which one answered.
      if (older !== newer) seen.byRelease[sum === older ? 0 : 1]++;
      return;
    }
    seen.wrong++;
    this.#show(request, `an answer of neither release: ${Buffer.from(bytes).toString().slice(0, 200)}`);
  }

  #show({ method, path, headers, body }: LoadRequest, seen: string): void {
    if (this.#shown++ < SHOWN) this.#log(`${method} ${path} ${JSON.stringify(headers)} ${body ?? ''}\n  ${seen}`);
  }
}
