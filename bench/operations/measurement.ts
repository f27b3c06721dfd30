/** Measurements of operations on indexes. */

/** Reads of several requests. Bytes are those stored in objects, without the root. */
export interface Reads {
  /** Maximum number of dependent waves. */
  waves: number;
  /** Mean number of reads, including reads of values. */
  reads: number;
  /** Mean number of reads of values. */
  values: number;
  /** Mean bytes read. */
  bytes: number;
  /** Mean bytes of the blocks that requests needed. */
  usedBytes: number;
}

/** Milliseconds of single requests, one at a time. */
export interface Times {
  samples: number;
  /** CPU of the runtime's process, all threads. */
  cpu: Percentiles;
  /** From the request to the last byte of the answer. */
  elapsed: Percentiles;
}

export interface Percentiles {
  mean: number;
  p50: number;
  p99: number;
}

/** `cold`: nothing in memory; `warm`: the root and the first levels of directories in memory. */
export type State = 'cold' | 'warm';

/** CPU milliseconds of an instance's first request. */
export interface FirstRequest {
  /** Of all threads of the process. */
  cpu: number;
  /** Of the thread that runs the JavaScript, without threads that compile or collect garbage for it. */
  thread: number;
}

export interface OperationTimes {
  /** The first request of each instance. */
  first: FirstRequest[];
  /** Summary of `first`. */
  cold: Times;
  /** Consecutive requests of one instance, including its first. */
  onward: Times;
  /** Later requests of the same instance, whose data are in memory and whose code is compiled. */
  warm: Times;
}

export interface OperationMeasurement {
  /** As in the catalogue: 'GET /lookup/id/:id'. */
  operation: string;
  /** Number of different requests; 0 if the index has no data for the operation. */
  requests: number;
  /** Null without requests. */
  reads: Record<State, Reads> | null;
  /** Mean bytes of an answer before compression. */
  answerBytes: number;
  /** By runtime. */
  times: Partial<Record<string, OperationTimes>>;
}

export interface IndexMeasurement {
  index: string;
  /** Bytes of all objects. */
  bytes: number;
  rootBytes: number;
  /** CPU milliseconds until an instance of the service is loaded, by runtime. */
  loading: Partial<Record<string, number>>;
  operations: OperationMeasurement[];
}

/** The percentile at a share (0 to 1) by the nearest-rank method; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
