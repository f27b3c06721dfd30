/** The measurements of one or more indexes, smallest first, as Markdown. */
import { basename } from 'node:path';
import { at, last } from '../../src/checked.ts';
import { markdownTable, scaledCell } from '../performance-page.ts';
import {
  type FirstRequest,
  type IndexMeasurement,
  type OperationMeasurement,
  type OperationTimes,
  percentile,
  type State,
  type Times,
} from './measurement.ts';
import { BROKEN, type Verdict, verdictOf } from './flatness.ts';
import { ITEMS } from './requests.ts';
import { ONWARD } from './time-requests.ts';
import { KV_READS, R2_READS, WORKER_CPU, WORKER_REQUESTS } from '../../cli/publish/forecast.ts';

/** Upper limit of the CPU time in workerd in milliseconds: p99 of the requests of an isolate, including its first. */
export const CPU_TARGET = 10;
/** Operations without this limit, because their work has no fixed size. */
const LONG_BY_NATURE = /^POST |^GET \/ld\/:species\/region|^GET \/sequence\/proteome/;

const STATES: readonly State[] = ['cold', 'warm'];

/** One operation on every index, in the order of the indexes. */
interface Row {
  operation: string;
  measured: readonly OperationMeasurement[];
}

export function rowsOf(indexes: readonly IndexMeasurement[]): Row[] {
  return at(indexes, 0).operations.map(({ operation }, each) => ({
    operation,
    measured: indexes.map(({ operations }) => at(operations, each)),
  }));
}

export function verdictsOf(indexes: readonly IndexMeasurement[]): Verdict[] {
  const [small, large] = [at(indexes, 0), last(indexes)];
  // Growth cannot be measured with one index.
  if (indexes.length === 1) return small.operations.map(() => '–');
  return rowsOf(indexes).map(({ operation, measured }) =>
    verdictOf(
      { measured: at(measured, 0), indexBytes: small.bytes },
      { measured: last(measured), indexBytes: large.bytes },
      operation.startsWith('POST ') ? ITEMS : 1,
    ),
  );
}

/** Whether an operation with the CPU target exceeds it in workerd on any index. */
export function exceedsTarget({ operation, measured }: Row): boolean {
  return (
    !LONG_BY_NATURE.test(operation) && measured.some(({ times }) => (times.workerd?.onward.cpu.p99 ?? 0) >= CPU_TARGET)
  );
}

export function indexTable(indexes: readonly IndexMeasurement[]): string {
  return markdownTable(
    ['index', 'MB', 'MB of the root', 'operations with data', 'different requests'],
    indexes.map(({ index, bytes, rootBytes, operations }) => [
      basename(index),
      (bytes / 1e6).toFixed(1),
      (rootBytes / 1e6).toFixed(2),
      String(operations.filter(({ requests }) => requests > 0).length),
      String(operations.reduce((sum, { requests }) => sum + requests, 0)),
    ]),
  );
}

/** A table of waves, reads and kilobytes (1000 bytes). */
export function readsTable(indexes: readonly IndexMeasurement[]): string {
  const verdicts = verdictsOf(indexes);
  const heads = [
    'operation',
    ...STATES.flatMap((state) => [`waves, ${state}`, 'reads', 'kB read', 'kB used']),
    'kB of the answer',
    'grows?',
  ];
  return markdownTable(
    heads,
    rowsOf(indexes).map(({ operation, measured }, each) => {
      const cell = (value: (operation: OperationMeasurement) => number | undefined, digits: number): string =>
        scaledCell(measured.map(value), digits);
      const verdict = at(verdicts, each);
      return [
        operation,
        ...STATES.flatMap((state) => [
          cell(({ reads }) => reads?.[state].waves, 0),
          cell(({ reads }) => reads?.[state].reads, 1),
          cell(({ reads }) => kilo(reads?.[state].bytes), 1),
          cell(({ reads }) => kilo(reads?.[state].usedBytes), 1),
        ]),
        cell(({ answerBytes }) => kilo(answerBytes), 1),
        BROKEN.includes(verdict) ? `**${verdict}**` : verdict,
      ];
    }),
  );
}

/**
 * The numbers of timed requests, and a summary of cold CPU times.
 *
 * @param samples warm requests of each operation that were to be timed; slow operations with fewer are listed
 */
export function timesHeading(indexes: readonly IndexMeasurement[], runtime: string, samples: number): string {
  const rows = rowsOf(indexes);
  const timed = (count: (times: OperationTimes) => number) =>
    rows.map(({ operation, measured }) => ({
      operation,
      counts: measured.map(({ times }) => times[runtime] && count(times[runtime])),
    }));
  const fewer = (operations: ReturnType<typeof timed>, wanted: number) => {
    const few = operations.flatMap(({ operation, counts }) =>
      counts.some((count) => count !== undefined && count < wanted) ? [`${operation} (${scaledCell(counts)})`] : [],
    );
    return few.length > 0 ? `, but fewer of ${few.join(', ')}` : '';
  };
  const cold = Math.max(
    ...timed((times) => times.cold.samples)
      .flatMap(({ counts }) => counts)
      .map((count) => count ?? 0),
  );
  return [
    `Times in ${runtime}, milliseconds; of each operation ${cold} cold requests, ${ONWARD} from the first on${fewer(
      timed((times) => times.onward.samples),
      ONWARD,
    )}, and ${samples} warm ones${fewer(
      timed((times) => times.warm.samples),
      samples,
    )}.`,
    'Cold CPU, of all operations but lists, proteomes and linkage of a region: ' +
      `${indexes.map((index) => `${basename(index.index)} ${coldSummary(index, runtime)}`).join('; ')}.`,
    `First requests, ms of CPU of all threads (of the thread that runs the isolate): ${indexes
      .map((index) => `${basename(index.index)} ${firstSummary(index, runtime)}`)
      .join('; ')}.`,
    `Until an instance is loaded: ${scaledCell(indexes.map(({ loading }) => loading[runtime]))} ms of CPU.`,
  ].join('\n\n');
}

function coldSummary({ operations }: IndexMeasurement, runtime: string): string {
  const cold = operations.flatMap(({ operation, times }) =>
    times[runtime] && !LONG_BY_NATURE.test(operation) ? [{ operation, cpu: times[runtime].cold.cpu }] : [],
  );
  const slow = cold.filter(({ cpu }) => cpu.p50 >= CPU_TARGET).map(({ operation }) => operation);
  const medians = cold.map(({ cpu }) => cpu.p50);
  const named = slow.length > 0 ? ` (${slow.join(', ')})` : '';
  return (
    `median ${percentile(medians, 0.5).toFixed(1)}, ` +
    `${CPU_TARGET} or more in the median of ${slow.length} of ${cold.length}${named}`
  );
}

/** The first requests of all operations. */
function firstSummary({ operations }: IndexMeasurement, runtime: string): string {
  const operationsFirst = operations.flatMap(({ times }) => (times[runtime] ? [times[runtime].first] : []));
  const all = operationsFirst.flat();
  const both = (value: (of: (first: FirstRequest) => number) => number, digits: number) =>
    `${value(({ cpu }) => cpu).toFixed(digits)} (${value(({ thread }) => thread).toFixed(digits)})`;
  const medians = (of: (first: FirstRequest) => number) => operationsFirst.map((some) => percentile(some.map(of), 0.5));
  return (
    `median of all operations ${both((of) => percentile(medians(of), 0.5), 1)}, ` +
    `99th percentile of all ${all.length} requests ${both((of) => percentile(all.map(of), 0.99), 1)}, ` +
    `operations with a median below ${CPU_TARGET}: ` +
    `${both((of) => medians(of).filter((median) => median < CPU_TARGET).length, 0)} of ${operationsFirst.length}`
  );
}

export function timesTable(indexes: readonly IndexMeasurement[], runtime: string): string {
  const columns: [head: string, value: (times: OperationTimes) => number][] = [
    // The 99th percentile of a few samples is their maximum.
    ...percentilesOf('cold', 'most'),
    ['CPU p99, from the first on', ({ onward }) => onward.cpu.p99],
    ...percentilesOf('warm', 'p99'),
  ];
  return markdownTable(
    ['operation', ...columns.map(([head]) => head)],
    rowsOf(indexes).map((row) => [
      runtime === 'workerd' && exceedsTarget(row) ? `**${row.operation}**` : row.operation,
      ...columns.map(([, value]) =>
        scaledCell(
          row.measured.map(({ times }) => times[runtime] && value(times[runtime])),
          1,
        ),
      ),
    ]),
  );
}

function percentilesOf(state: State, highest: string): [head: string, value: (times: OperationTimes) => number][] {
  const value = (of: (times: Times) => number) => (times: OperationTimes) => of(times[state]);
  return [
    [`CPU p50, ${state}`, value(({ cpu }) => cpu.p50)],
    [`CPU ${highest}`, value(({ cpu }) => cpu.p99)],
    ['ms p50', value(({ elapsed }) => elapsed.p50)],
    [`ms ${highest}`, value(({ elapsed }) => elapsed.p99)],
  ];
}

export function costTable(index: IndexMeasurement): string {
  return markdownTable(
    ['operation', ...HIT_SHARES.map((share) => `${share * 100} % hits`)],
    index.operations.flatMap((measured) => {
      const costs = HIT_SHARES.map((share) => dollarsPerMillion(measured, share)).filter((cost) => cost !== null);
      return costs.length > 0 ? [[measured.operation, ...costs.map((cost) => `$${cost.toFixed(2)}`)]] : [];
    }),
  );
}

function kilo(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1000;
}

const HIT_SHARES = [0, 0.5, 0.95] as const;

const MILLION = 1e6;

/**
 * The cost of a million requests in US dollars, beyond the free allowance of a month. A share of `hits` (0 to 1) finds
 * all data in memory: these requests take the warm CPU time and read nothing. The others find nothing in memory, not
 * even the root. Null without times in workerd.
 *
 *   requests + CPU × (hits × warm + misses × cold) + misses × (objects read × R2 + values read × KV)
 */
export function dollarsPerMillion({ reads, times }: OperationMeasurement, hits: number): number | null {
  const { workerd } = times;
  if (!reads || !workerd) return null;
  const misses = 1 - hits;
  const { reads: all, values } = reads.cold;
  const cpu = hits * workerd.warm.cpu.mean + misses * workerd.cold.cpu.mean;
  return (
    MILLION *
    (WORKER_REQUESTS.each + cpu * WORKER_CPU.each + misses * ((all - values) * R2_READS.each + values * KV_READS.each))
  );
}
