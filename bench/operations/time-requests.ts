/** Elapsed and CPU times of single requests to otherwise idle instances. */
import { Agent, request as send } from 'node:http';
import { setTimeout as passed } from 'node:timers/promises';
import { at } from '../../src/checked.ts';
import { ServeError } from '../../cli/operator-error.ts';
import { cpuClock, isBusy, mainThreadMilliseconds } from '../processes.ts';
import {
  type FirstRequest,
  mean,
  type OperationTimes,
  type Percentiles,
  percentile,
  type Times,
} from './measurement.ts';
import { requestInit, type MeasuredRequest } from './requests.ts';
import type { Instance } from './runtimes.ts';

export interface TimeLimits {
  /** Limits of an operation's warm requests. The first limit reached ends them, but there are at least three. */
  seconds: number;
  samples: number;
}

const LEAST_SAMPLES = 3;
/** Requests before the warm ones. After them the data are in memory and most code is compiled. */
const UNCOUNTED = 100;
/** Number of consecutive requests of an instance, including its first, for the 99th percentile. */
export const ONWARD = 500;
/** Milliseconds. */
const TIMEOUT = 120_000;
/** A process that has used no CPU for this time, and waits for no core, is idle. */
const QUIET_MS = 30;
const NEVER_QUIET_MS = 10_000;

/** Times the first request of each instance, and further requests to the last instance, round-robin. */
export async function timeOperation(
  instances: readonly Instance[],
  requests: readonly MeasuredRequest[],
  { seconds, samples }: TimeLimits,
): Promise<OperationTimes> {
  const cold: (Sample & FirstRequest)[] = [];
  for (const [each, instance] of instances.entries()) {
    const client = new Client(instance, requests, each);
    try {
      const first = await client.askFirst();
      cold.push(first);
      if (each < instances.length - 1) continue;
      const early = await client.askFor({
        seconds: seconds / 2,
        samples: Math.max(UNCOUNTED, requests.length) - 1,
        least: requests.length - 1,
      });
      const warm = await client.askFor({ seconds, samples, least: LEAST_SAMPLES });
      return {
        first: cold.map(({ cpu, thread }) => ({ cpu, thread })),
        cold: timesOf(cold),
        onward: timesOf([first, ...early, ...warm].slice(0, ONWARD)),
        warm: timesOf(warm),
      };
    } finally {
      client.close();
    }
  }
  throw new RangeError('no instance to measure');
}

/** Sends requests to an instance without timing them, so that their code is loaded. */
export async function askAll(instance: Instance, requests: readonly MeasuredRequest[]): Promise<void> {
  const client = new Client(instance, requests, 0);
  try {
    await client.askAll();
  } finally {
    client.close();
  }
}

/** Waits until the process of an instance is idle; returns its CPU time so far in milliseconds. */
export async function quiet({ pid }: Pick<Instance, 'pid'>, clock = cpuClock(pid)): Promise<number> {
  const began = performance.now();
  for (let before = clock(); performance.now() - began < NEVER_QUIET_MS; ) {
    await passed(QUIET_MS);
    const now = clock();
    if (now === before && !isBusy(pid)) return now;
    before = now;
  }
  throw new ServeError(`Process ${pid} has been busy for ${NEVER_QUIET_MS / 1000} s without being asked for anything`);
}

/** Milliseconds. */
interface Sample {
  cpu: number;
  elapsed: number;
}

/** A client with one connection that sends some requests round-robin. */
class Client {
  readonly #instance: Instance;
  readonly #requests: readonly MeasuredRequest[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #clock: () => number;
  #next: number;
  /** CPU time at the end of the last answer. Work of the process after that counts for the next request. */
  #before = 0;

  constructor(instance: Instance, requests: readonly MeasuredRequest[], first: number) {
    this.#instance = instance;
    this.#requests = requests;
    this.#clock = cpuClock(instance.pid);
    this.#next = first;
  }

  /** Times the first request, including the work of the process after the answer. */
  async askFirst(): Promise<Sample & FirstRequest> {
    const { pid } = this.#instance;
    const before = await quiet(this.#instance, this.#clock);
    const threadBefore = mainThreadMilliseconds(pid);
    const elapsed = await this.#answered();
    this.#before = await quiet(this.#instance, this.#clock);
    return { elapsed, cpu: this.#before - before, thread: mainThreadMilliseconds(pid) - threadBefore };
  }

  /** @param least minimum number of requests, regardless of the time they take */
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
    return answered(this.#instance.url, this.#agent, at(this.#requests, this.#next++ % this.#requests.length));
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

/** Milliseconds until the last byte. Throws ServeError for a status other than 200; the request returned 200 before. */
function answered(url: string, agent: Agent, request: MeasuredRequest): Promise<number> {
  const { method, headers, body } = requestInit(request);
  return new Promise((settle, reject) => {
    const fail = (reason: string) => reject(new ServeError(`${method} ${request.path}: ${reason}`));
    const began = performance.now();
    const sent = send(`${url}/rest${request.path}`, { agent, method, timeout: TIMEOUT, headers }, (response) => {
      let error = '';
      response.on('data', (chunk: Buffer) => {
        if (response.statusCode !== 200 && error.length < 300) error += chunk;
      });
      response.on('end', () =>
        response.statusCode === 200 ? settle(performance.now() - began) : fail(`${response.statusCode} ${error}`),
      );
      response.on('error', ({ message }) => fail(`the answer is incomplete: ${message}`));
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT / 1000} s`)));
    sent.on('error', (error) => fail(error.message));
    sent.end(body);
  });
}
