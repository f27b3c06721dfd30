/** Times and CPU of single requests to instances that do nothing else. */
import { Agent, request as send } from 'node:http';
import { setTimeout as passed } from 'node:timers/promises';
import { ServeError } from '../../build-index/serve/served-index.ts';
import { mean, percentile } from '../percentile.ts';
import { cpuMilliseconds } from '../process-accounting.ts';
import type { OperationTimes, Percentiles, Times } from './measurement.ts';
import { requestInit, type MeasuredRequest } from './requests.ts';
import type { Instance } from './runtimes.ts';

export interface TimeLimits {
  /** For the warm requests of an operation: whichever comes first, but at least LEAST_SAMPLES. */
  seconds: number;
  samples: number;
}

const LEAST_SAMPLES = 3;
/** Requests before those that count as warm: by then each has what it needs, and what the compiler still does is done for few in a hundred. */
const UNCOUNTED = 100;
const LONGEST = 120_000;
/** A process that has used no CPU for so long has nothing left to do. */
const QUIET_MS = 30;

/** Of each instance its very first request; and of the last of them those that follow, in turn, over and over. */
export async function timeOperation(instances: readonly Instance[], requests: readonly MeasuredRequest[], { seconds, samples }: TimeLimits): Promise<OperationTimes> {
  const cold: Sample[] = [];
  for (const [each, instance] of instances.entries()) {
    const client = new Client(instance, requests, each);
    try {
      await quiet(instance);
      cold.push(await client.ask());
      if (each < instances.length - 1) continue;
      const early = await client.askFor({ seconds: seconds / 2, samples: Math.max(UNCOUNTED, requests.length) - 1 });
      const warm = await client.askFor({ seconds, samples });
      return { cold: timesOf(cold), onward: timesOf([cold.at(-1)!, ...early, ...warm].slice(0, samples)), warm: timesOf(warm) };
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
    for (const _ of requests) await client.ask();
  } finally {
    client.close();
  }
}

/** Waits until the process of an instance has nothing to do, and returns what CPU time it has taken by then, in milliseconds. */
export async function quiet({ pid }: Instance): Promise<number> {
  for (let before = cpuMilliseconds(pid); ; ) {
    await passed(QUIET_MS);
    const now = cpuMilliseconds(pid);
    if (now === before) return now;
    before = now;
  }
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
  #next: number;
  #before: number | null = null;

  constructor(instance: Instance, requests: readonly MeasuredRequest[], first: number) {
    this.#instance = instance;
    this.#requests = requests;
    this.#next = first;
  }

  async ask(): Promise<Sample> {
    const { pid, url } = this.#instance;
    // What the process still does when the answer is here counts for the next request.
    const before = this.#before ?? cpuMilliseconds(pid);
    const elapsed = await answered(url, this.#agent, this.#requests[this.#next++ % this.#requests.length]!);
    this.#before = cpuMilliseconds(pid);
    return { elapsed, cpu: this.#before - before };
  }

  async askFor({ seconds, samples }: TimeLimits): Promise<Sample[]> {
    const all: Sample[] = [];
    const began = performance.now();
    while (all.length < LEAST_SAMPLES || (all.length < samples && performance.now() - began < seconds * 1000)) all.push(await this.ask());
    return all;
  }

  close(): void {
    this.#agent.destroy();
  }
}

function timesOf(samples: readonly Sample[]): Times {
  const of = (values: number[]): Percentiles => ({ mean: mean(values), p50: percentile(values, 0.5), p99: percentile(values, 0.99) });
  return { samples: samples.length, cpu: of(samples.map(({ cpu }) => cpu)), elapsed: of(samples.map(({ elapsed }) => elapsed)) };
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
      response.on('end', () => (response.statusCode === 200 ? settle(performance.now() - began) : fail(`${response.statusCode} ${refused}`)));
      response.on('error', (error) => fail(`the answer broke off: ${error.message}`));
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${LONGEST / 1000} s`)));
    sent.on('error', (error) => fail(error.message));
    sent.end(body);
  });
}
