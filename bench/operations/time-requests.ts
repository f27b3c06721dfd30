/** Times and CPU of single requests to a service that does nothing else. */
import { Agent, request as send } from 'node:http';
import { ServeError } from '../../build-index/serve/served-index.ts';
import { mean, percentile } from '../percentile.ts';
import { cpuMilliseconds } from '../process-accounting.ts';
import { FORGET } from './measured-service.ts';
import type { Percentiles, State, Times } from './measurement.ts';
import { requestInit, type MeasuredRequest } from './requests.ts';
import type { RunningService } from './runtimes.ts';

export interface TimeLimits {
  /** For each operation and state: whichever comes first, but at least LEAST_SAMPLES. */
  seconds: number;
  samples: number;
}

const LEAST_SAMPLES = 3;
/** Requests before those that count, for the compiler's sake. */
const WARM_UP = 5;
const LONGEST = 120_000;

/** Requests in turn, over and over. Cold, each finds nothing at hand; warm, what the requests before have left. */
export async function timeRequests(service: RunningService, requests: readonly MeasuredRequest[], state: State, limits: TimeLimits): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (each: number) => answered(service, agent, requests.at(each % requests.length)!, state);
  try {
    const began = performance.now();
    // Those from the end: the first that count are to find their blocks missing.
    for (let each = 1; each <= WARM_UP && performance.now() - began < limits.seconds * 1000; each++) await ask(-each);
    return await measured(service, ask, limits);
  } finally {
    agent.destroy();
  }
}

async function measured({ pid }: RunningService, ask: (each: number) => Promise<number>, { seconds, samples }: TimeLimits): Promise<Times> {
  const cpu: number[] = [];
  const elapsed: number[] = [];
  const began = performance.now();
  // What the process still does when the answer is here counts for the next request.
  let before = cpuMilliseconds(pid);
  while (elapsed.length < LEAST_SAMPLES || (elapsed.length < samples && performance.now() - began < seconds * 1000)) {
    elapsed.push(await ask(elapsed.length));
    const now = cpuMilliseconds(pid);
    cpu.push(now - before);
    before = now;
  }
  return { samples: elapsed.length, cpu: percentiles(cpu), elapsed: percentiles(elapsed) };
}

function percentiles(values: readonly number[]): Percentiles {
  return { mean: mean(values), p50: percentile(values, 0.5), p99: percentile(values, 0.99) };
}

/** Milliseconds until the last byte. Throws ServeError for an answer other than 200: it has been answered before. */
function answered({ url }: RunningService, agent: Agent, request: MeasuredRequest, state: State): Promise<number> {
  const { method, headers, body } = requestInit(request);
  return new Promise((settle, reject) => {
    const fail = (reason: string) => reject(new ServeError(`${method} ${request.path}: ${reason}`));
    const began = performance.now();
    const sent = send(`${url}/rest${request.path}`, { agent, method, timeout: LONGEST, headers: { ...headers, ...(state === 'cold' ? { [FORGET]: '1' } : {}) } }, (response) => {
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
