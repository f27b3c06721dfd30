/** Measures the operations of the catalogue on one index: reads in this process, times in the runtimes. */
import { at, last } from '../../src/checked.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServeError } from '../../cli/operator-error.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { CountedService, type Cost } from './counted-service.ts';
import { type IndexMeasurement, mean, type OperationMeasurement, percentile, type Reads } from './measurement.ts';
import { drawRequests, type OperationRequests } from './requests.ts';
import { openHost, type Instances, type Runtime } from './runtimes.ts';
import { askAll, quiet, timeOperation, type TimeLimits } from './time-requests.ts';

/** The extent of a measurement. */
export interface Effort {
  /** Number of different requests of each operation. */
  requests: number;
  runtimes: readonly Runtime[];
  /** Number of instances of the service for each operation; each gives one cold time. */
  instances: number;
  /** Limits of warm requests. */
  times: TimeLimits;
}

/**
 * Counting the reads of an operation stops after answers with this number of characters, since all proteomes give
 * similar counts. A time limit would make the counts depend on the machine.
 */
const MAX_ANSWERED = 20e6;
/** Operations whose instances run at a time. */
const AT_A_TIME = 4;

export async function measureIndex(
  folder: string,
  operations: readonly Operation[],
  effort: Effort,
  showStep: (step: string) => void,
): Promise<IndexMeasurement> {
  showStep('drawing requests');
  const { bytes, requests } = await drawRequests(folder, operations, effort.requests);
  showStep('counting reads');
  const measured = await countReads(folder, requests);
  const loading: IndexMeasurement['loading'] = {};
  const answered = requests.flatMap(({ operation, requests: some }, each) =>
    some.length > 0 ? [{ operation, some, times: at(measured, each).times }] : [],
  );
  for (const runtime of effort.runtimes) {
    const host = await openHost(runtime, folder);
    const loads: number[] = [];
    try {
      for (let start = 0; start < answered.length; start += AT_A_TIME) {
        const group = answered.slice(start, start + AT_A_TIME);
        showStep(`${runtime}: starting`);
        const instances = await host.start(group.length * effort.instances);
        try {
          loads.push(await loadingOf(instances));
          // The last requests, because other instances get the first ones.
          if (instances.neighbour)
            await askAll(
              instances.neighbour,
              group.map(({ some }) => last(some)),
            );
          for (const [each, { operation, some, times }] of group.entries()) {
            showStep(`${runtime}: ${operation}`);
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

/** CPU milliseconds that an instance needs to load: the mean of their processes, or its share of a common process. */
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
    const costs: Record<'cold' | 'warm', Cost[]> = { cold: [], warm: [] };
    let answered = 0;
    for (const request of requests) {
      const cold = await service.cost(request, 'nothing');
      costs.cold.push(cold);
      costs.warm.push(await service.cost(request, 'directories'));
      if (cold.status !== 200)
        throw new ServeError(`${operation} returns ${cold.status} for ${request.path}: ${cold.text.slice(0, 200)}`);
      if ((answered += cold.text.length) > MAX_ANSWERED) break;
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
