/**
 * A limit that the processes of one service count together. Each process counts its own requests, and several times a
 * second reports them to the others. So a client can exceed the limit by the requests of one such interval.
 *
 * The process that started the service passes the counts on. They are lines of text: on the standard output of a
 * process its own counts, after COUNTS_MARK, and on its standard input those of the others, without the mark.
 */
import type { InMemoryRateLimiter, RateLimiter, RateState } from './rate-limit.ts';

/** The beginning of a line of counts on the standard output. The rest is a JSON object of requests by client. */
export const COUNTS_MARK = '#counts ';

/** Milliseconds between two reports of counts. */
const INTERVAL = 100;

export class JointRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly period: number;
  readonly behindCache: boolean;
  readonly #all: InMemoryRateLimiter;
  #unsent = new Map<string, number>();

  /** @param all counts the requests of all processes */
  constructor(all: InMemoryRateLimiter) {
    this.#all = all;
    this.limit = all.limit;
    this.period = all.period;
    this.behindCache = all.behindCache;
  }

  take(client: string, requests = 1): RateState {
    if (requests > 0) this.#unsent.set(client, (this.#unsent.get(client) ?? 0) + requests);
    return this.#all.take(client, requests);
  }

  /** The requests counted since the last call, as a line of text; null for none. */
  report(): string | null {
    if (this.#unsent.size === 0) return null;
    const line = JSON.stringify(Object.fromEntries(this.#unsent));
    this.#unsent = new Map();
    return line;
  }

  /** Counts the requests that another process reported. */
  add(line: string): void {
    for (const [client, requests] of Object.entries(JSON.parse(line) as Record<string, number>))
      this.#all.take(client, requests);
  }
}

/** Exchanges counts with the other processes until the input ends, which it does when no one can pass them on. */
export async function exchangeCounts(limiter: JointRateLimiter, lines: AsyncIterable<string>): Promise<void> {
  const timer = setInterval(() => {
    const report = limiter.report();
    if (report !== null) console.log(COUNTS_MARK + report);
  }, INTERVAL);
  for await (const line of lines) limiter.add(line);
  clearInterval(timer);
}
