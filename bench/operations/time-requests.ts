/** Times and CPU of single requests to instances that do nothing else. */
import { Agent, request as send } from 'node:http';
import { setTimeout as passed } from 'node:timers/promises';
import { ServeError } from '../../cli/operator-error.ts';
import { mean, percentile } from './measurement.ts';
import { cpuClock } from '../processes.ts';
import type { OperationTimes, Percentiles, Times } from './measurement.ts';
import { requestInit, type MeasuredRequest } from './requests.ts';
import type { Instance } from './runtimes.ts';

export interface TimeLimits {
  /** For the warm requests of an operation: whichever comes first, but at least three. */
  seconds: number;
  samples: number;
}

const LEAST_SAMPLES = 3;
/**
 * Requests before those that count as warm: by then each has what it needs, and what the compiler still does is done
 * for few in a hundred.
 */
const UNCOUNTED = 100;
/** Requests of an instance, from its first on, of which the 99th percentile is taken. */
export const ONWARD = 500;
const LONGEST = 120_000;
/** A process that has used no CPU for so long has nothing left to do. */
const QUIET_MS = 30;
const NEVER_QUIET_MS = 10_000;

/** Of each instance its very first request; and of the last of them those that follow, in turn, over and over. */
export async function timeOperation(
  instances: readonly Instance[],
  requests: readonly MeasuredRequest[],
  { seconds, samples }: TimeLimits,
): Promise<OperationTimes> {
  const cold: Sample[] = [];
  for (const [each, instance] of instances.entries()) {
    const client = new Client(instance, requests, each);
    try {
      cold.push(await client.askFirst());
      if (each < instances.length - 1) continue;
      const early = await client.askFor({
        seconds: seconds / 2,
        samples: Math.max(UNCOUNTED, requests.length) - 1,
        least: requests.length - 1,
      });
      const warm = await client.askFor({ seconds, samples, least: LEAST_SAMPLES });
      return {
        cold: timesOf(cold),
        onward: timesOf([cold.at(-1)!, ...early, ...warm].slice(0, ONWARD)),
        warm: timesOf(warm),
      };
    } finally {
      client.close();
    }
  }
  throw new RangeError('no instance to ask');
}

/** Asks an instance for each of some requests, so that it has called what they call. */
export async function askAll(instance: Instance, requests: readonly MeasuredRequest[]): Promise<void> {
  const client = new Client(instance, requests, 0);
  try {
    await client.askAll();
  } finally {
    client.close();
  }
}

/**
 * Waits until the process of an instance has nothing to do, and returns what CPU time it has taken by then, in
 * milliseconds.
 */
export async function quiet({ pid }: Pick<Instance, 'pid'>, clock = cpuClock(pid)): Promise<number> {
  const began = performance.now();
  for (let before = clock(); performance.now() - began < NEVER_QUIET_MS; ) {
    await passed(QUIET_MS);
    const now = clock();
    if (now === before) return now;
    before = now;
  }
  throw new ServeError(`Process ${pid} has been busy for ${NEVER_QUIET_MS / 1000} s without being asked for anything`);
}

/** Milliseconds. */
interface Sample {
  cpu: number;
  elapsed: number;
}

/** A client with one connection, that asks for some requests in turn. */
class Client {
  readonly #instance: Instance;
  readonly #requests: readonly MeasuredRequest[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #clock: () => number;
  #next: number;
  /** CPU time when the last answer was here: what the process still does then counts for the next request. */
  #before = 0;

  constructor(instance: Instance, requests: readonly MeasuredRequest[], first: number) {
    this.#instance = instance;
    this.#requests = requests;
    this.#clock = cpuClock(instance.pid);
    this.#next = first;
  }

  /** The first request, with all that the process does for it, behind the answer too. */
  async askFirst(): Promise<Sample> {
    const before = await quiet(this.#instance, this.#clock);
    const elapsed = await this.#answered();
    this.#before = await quiet(this.#instance, this.#clock);
    return { elapsed, cpu: this.#before - before };
  }

  /** @param least requests, whatever time they take */
  async askFor({ seconds, samples, least }: TimeLimits & { least: number }): Promise<Sample[]> {
    const all: Sample[] = [];
    const began = performance.now();
    while (all.length < least || (all.length < samples && performance.now() - began < seconds * 1000)) {
      const [elapsed, before] = [await this.#answered(), this.#before];
      this.#before = this.#clock();
      all.push({ elapsed, cpu: this.#before - before });
    }
    return all;
  }

  async askAll(): Promise<void> {
    for (const _ of this.#requests) await this.#answered();
  }

  #answered(): Promise<number> {
    return answered(this.#instance.url, this.#agent, this.#requests[this.#next++ % this.#requests.length]!);
  }

  close(): void {
    this.#agent.destroy();
  }
}

function timesOf(samples: readonly Sample[]): Times {
  const of = (values: number[]): Percentiles => ({
    mean: mean(values),
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
  });
  return {
    samples: samples.length,
    cpu: of(samples.map(({ cpu }) => cpu)),
    elapsed: of(samples.map(({ elapsed }) => elapsed)),
  };
}

/** Milliseconds until the last byte. Throws ServeError for an answer other than 200: it has been answered before. */
function answered(url: string, agent: Agent, request: MeasuredRequest): Promise<number> {
  const { method, headers, body } = requestInit(request);
  return new Promise((settle, reject) => {
    const fail = (reason: string) => reject(new ServeError(`${method} ${request.path}: ${reason}`));
    const began = performance.now();
    const sent = send(`${url}/rest${request.path}`, { agent, method, timeout: LONGEST, headers }, (response) => {
      let refused = '';
      response.on('data', (chunk: Buffer) => {
        if (response.statusCode !== 200 && refused.length < 300) refused += chunk;
      });
      response.on('end', () =>
        response.statusCode === 200 ? settle(performance.now() - began) : fail(`${response.statusCode} ${refused}`),
      );
      response.on('error', (error) => fail(`the answer broke off: ${error.message}`));
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${LONGEST / 1000} s`)));
    sent.on('error', (error) => fail(error.message));
    sent.end(body);
  });
}
