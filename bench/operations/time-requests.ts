/** Times and CPU of single requests to a service that does nothing else. */
import { Agent, request as send } from 'node:http';
import { ServeError } from '../../build-index/serve/served-index.ts';
import { mean, percentile } from '../percentile.ts';
import { cpuMilliseconds } from '../process-accounting.ts';
import { FORGET } from './measured-service.ts';
import type { Percentiles, State, TimedState, Times } from './measurement.ts';
import { requestInit, type MeasuredRequest } from './requests.ts';
import type { RunningService } from './runtimes.ts';

export interface TimeLimits {
  /** For each operation: whichever comes first, but at least LEAST_SAMPLES. */
  seconds: number;
  samples: number;
}

const LEAST_SAMPLES = 3;
/** First requests, which read what they need, with code that is compiled as it is first called. */
export const FIRST = 10;
/** Warm requests before those that count: by then each has what it needs, and what the compiler still does is done for few in a hundred. */
const UNCOUNTED = 100;
/** The same where requests find nothing at hand: code is compiled already. */
const UNCOUNTED_COLD = 5;
const LONGEST = 120_000;

/** Each finds nothing at hand but compiled code. */
export function timeCold(service: RunningService, requests: readonly MeasuredRequest[], limits: TimeLimits): Promise<Times> {
  return inTurn(service, requests, 'cold', async (ask) => {
    await measured(service, ask, { seconds: limits.seconds, samples: UNCOUNTED_COLD });
    return measured(service, ask, limits);
  });
}

/** The first of the operation, and those of which each finds what it needs. */
export function timeWarm(service: RunningService, requests: readonly MeasuredRequest[], limits: TimeLimits): Promise<Record<Exclude<TimedState, 'cold'>, Times>> {
  return inTurn(service, requests, 'warm', async (ask) => {
    const first = await measured(service, ask, { seconds: limits.seconds, samples: FIRST });
    await measured(service, ask, { seconds: limits.seconds / 2, samples: Math.max(UNCOUNTED, requests.length) - FIRST });
    return { first, warm: await measured(service, ask, limits) };
  });
}

/** Asks for some requests in turn, over and over. */
async function inTurn<T>(service: RunningService, requests: readonly MeasuredRequest[], state: State, measure: (ask: () => Promise<number>) => Promise<T>): Promise<T> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let next = 0;
  try {
    return await measure(() => answered(service, agent, requests[next++ % requests.length]!, state));
  } finally {
    agent.destroy();
  }
}

async function measured({ pid }: RunningService, ask: () => Promise<number>, { seconds, samples }: TimeLimits): Promise<Times> {
  const cpu: number[] = [];
  const elapsed: number[] = [];
  const began = performance.now();
  // What the process still does when the answer is here counts for the next request.
  let before = cpuMilliseconds(pid);
  while (elapsed.length < LEAST_SAMPLES || (elapsed.length < samples && performance.now() - began < seconds * 1000)) {
    elapsed.push(await ask());
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
export function answered({ url }: RunningService, agent: Agent, request: MeasuredRequest, state: State): Promise<number> {
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
