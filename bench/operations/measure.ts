/** Measures the operations of the catalogue on one index: reads in this process, times in the runtimes. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServeError } from '../../cli/operator-error.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { mean, percentile } from './measurement.ts';
import { CountedService, type Cost, type Memory } from './counted-service.ts';
import { drawRequests } from './requests.ts';
import type { IndexMeasurement, OperationMeasurement, Reads } from './measurement.ts';
import type { OperationRequests } from './requests.ts';
import { openHost, type Instances, type Runtime } from './runtimes.ts';
import { askAll, quiet, timeOperation, type TimeLimits } from './time-requests.ts';

/** What measuring takes. */
export interface Effort {
  /** Requests drawn of each operation. */
  requests: number;
  runtimes: readonly Runtime[];
  /** Instances of the service for each operation, each asked for its first request. */
  instances: number;
  /** Of warm requests. */
  times: TimeLimits;
}

/**
 * Letters of answers after which no more reads of an operation are counted: proteomes say the same again and again. No
 * matter of time: it would make the figures those of the machine.
 */
const MOST_ANSWERED = 20e6;
/** Operations whose instances run at a time. */
const AT_A_TIME = 4;

export async function measureIndex(
  folder: string,
  operations: readonly Operation[],
  effort: Effort,
  tell: (what: string) => void,
): Promise<IndexMeasurement> {
  tell('drawing requests');
  const { bytes, requests } = await drawRequests(folder, operations, effort.requests);
  tell('counting reads');
  const measured = await countReads(folder, requests);
  const loading: IndexMeasurement['loading'] = {};
  const answered = requests.flatMap(({ operation, requests: some }, each) =>
    some.length > 0 ? [{ operation, some, times: measured[each]!.times }] : [],
  );
  for (const runtime of effort.runtimes) {
    const host = await openHost(runtime, folder);
    const loads: number[] = [];
    try {
      for (let at = 0; at < answered.length; at += AT_A_TIME) {
        const group = answered.slice(at, at + AT_A_TIME);
        tell(`${runtime}: starting`);
        const instances = await host.start(group.length * effort.instances);
        try {
          loads.push(await loadingOf(instances));
          // Another request than those that come first elsewhere, where there are as many.
          if (instances.neighbour)
            await askAll(
              instances.neighbour,
              group.map(({ some }) => some.at(-1)!),
            );
          for (const [each, { operation, some, times }] of group.entries()) {
            tell(`${runtime}: ${operation}`);
            times[runtime] = await timeOperation(
              instances.fresh.slice(each * effort.instances, (each + 1) * effort.instances),
              some,
              effort.times,
            );
          }
        } finally {
          await instances.stop();
        }
      }
    } finally {
      await host.stop();
    }
    loading[runtime] = percentile(loads, 0.5);
  }
  return { index: folder, bytes, rootBytes: (await stat(join(folder, ROOT_KEY))).size, loading, operations: measured };
}

/**
 * CPU time that an instance has taken until it had nothing more to do, in milliseconds: their share where all have one
 * process, the mean where each has its own.
 */
async function loadingOf({ neighbour, fresh }: Instances): Promise<number> {
  if (neighbour) return (await quiet(neighbour)) / (fresh.length + 1);
  const used: number[] = [];
  for (const instance of fresh) used.push(await quiet(instance));
  return mean(used);
}

async function countReads(folder: string, operations: readonly OperationRequests[]): Promise<OperationMeasurement[]> {
  const service = new CountedService(folder);
  const measured: OperationMeasurement[] = [];
  for (const { operation, requests } of operations) {
    const costs = { cold: [] as Cost[], warm: [] as Cost[] };
    let answered = 0;
    for (const request of requests) {
      for (const [state, memory] of [
        ['cold', 'nothing'],
        ['warm', 'directories'],
      ] as ['cold' | 'warm', Memory][])
        costs[state].push(await service.cost(request, memory));
      const { status, text } = costs.cold.at(-1)!;
      if (status !== 200)
        throw new ServeError(`${operation}, asked for ${request.path}, answers ${status}: ${text.slice(0, 200)}`);
      if ((answered += text.length) > MOST_ANSWERED) break;
    }
    const reads = requests.length > 0 ? { cold: summary(costs.cold), warm: summary(costs.warm) } : null;
    measured.push({
      operation,
      requests: requests.length,
      reads,
      answerBytes: mean(costs.cold.map(({ text }) => Buffer.byteLength(text))),
      times: {},
    });
  }
  await service.close();
  return measured;
}

function summary(costs: readonly Cost[]): Reads {
  const meanOf = (key: 'reads' | 'values' | 'bytes' | 'usedBytes') => mean(costs.map((cost) => cost[key]));
  return {
    waves: Math.max(...costs.map(({ waves }) => waves)),
    reads: meanOf('reads'),
    values: meanOf('values'),
    bytes: meanOf('bytes'),
    usedBytes: meanOf('usedBytes'),
  };
}
