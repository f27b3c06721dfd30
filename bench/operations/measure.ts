/** Measures the operations of the catalogue on one index: reads in this process, times in the runtimes. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '../../src/operation/operation.ts';
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { mean } from '../percentile.ts';
import { CountedService, type Cost, type Memory } from './counted-service.ts';
import { drawRequests } from './drawn-requests.ts';
import type { IndexMeasurement, OperationMeasurement, Reads, State, TimedState, Times } from './measurement.ts';
import type { OperationRequests } from './requests.ts';
import { startService, type Runtime } from './runtimes.ts';
import { timeCold, timeWarm, type TimeLimits } from './time-requests.ts';

/** What measuring takes. */
export interface Effort {
  /** Requests drawn of each operation. */
  requests: number;
  runtimes: readonly Runtime[];
  times: Record<State, TimeLimits>;
}

/** Seconds for which one operation's reads are counted, of however many requests that is. */
const COUNTING = 0.5;

export async function measureIndex(folder: string, operations: readonly Operation[], effort: Effort, tell: (what: string) => void): Promise<IndexMeasurement> {
  tell('drawing requests');
  const { bytes, requests } = await drawRequests(folder, operations, effort.requests);
  tell('counting reads');
  const measured = await countReads(folder, requests);
  for (const runtime of effort.runtimes) {
    const service = await startService(runtime, folder);
    try {
      // What cold requests drop is garbage, which would be collected at the cost of others: they come last.
      for (const state of ['warm', 'cold'] as const) {
        for (const [each, { requests: some, operation }] of requests.entries()) {
          tell(`${runtime}, ${state}: ${operation}`);
          if (some.length === 0) continue;
          const times = measured[each]!.times[runtime] ??= {} as Record<TimedState, Times>;
          Object.assign(times, state === 'warm' ? await timeWarm(service, some, effort.times.warm) : { cold: await timeCold(service, some, effort.times.cold) });
        }
      }
    } finally {
      await service.stop();
    }
  }
  return { index: folder, bytes, rootBytes: (await stat(join(folder, ROOT_KEY))).size, operations: measured };
}

async function countReads(folder: string, operations: readonly OperationRequests[]): Promise<OperationMeasurement[]> {
  const service = new CountedService(folder);
  const measured: OperationMeasurement[] = [];
  for (const { operation, requests } of operations) {
    const costs = { cold: [] as Cost[], warm: [] as Cost[] };
    const began = performance.now();
    for (const request of requests) {
      for (const [state, memory] of [['cold', 'nothing'], ['warm', 'directories']] as ['cold' | 'warm', Memory][]) costs[state].push(await service.cost(request, memory));
      if (performance.now() - began > COUNTING * 1000) break;
    }
    const reads = requests.length > 0 ? { cold: summary(costs.cold), warm: summary(costs.warm) } : null;
    measured.push({ operation, requests: requests.length, reads, answerBytes: mean(costs.cold.map(({ text }) => Buffer.byteLength(text))), times: {} });
  }
  await service.close();
  return measured;
}

function summary(costs: readonly Cost[]): Reads {
  const meanOf = (key: 'reads' | 'values' | 'bytes' | 'usedBytes') => mean(costs.map((cost) => cost[key]));
  return { waves: Math.max(...costs.map(({ waves }) => waves)), reads: meanOf('reads'), values: meanOf('values'), bytes: meanOf('bytes'), usedBytes: meanOf('usedBytes') };
}
