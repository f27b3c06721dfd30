/** What is measured of an operation on one index. */

/** Of several requests. Bytes are stored ones of objects, without the root. */
export interface Reads {
  /** Dependent waves of the request that has most. */
  waves: number;
  /** Mean number of reads, those of values among them; and these alone. */
  reads: number;
  values: number;
  /** Means. */
  bytes: number;
  usedBytes: number;
}

/** Milliseconds; of one request at a time. */
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

/** 'cold': nothing at hand. */
export type State = 'cold' | 'warm';

export interface OperationTimes {
  /** The very first requests of instances of the service. */
  cold: Times;
  /** Those of one instance in turn, from its first on. */
  onward: Times;
  /** Later ones of the same instance, which has what they need, and whose code is compiled. */
  warm: Times;
}

export interface OperationMeasurement {
  /** As in the catalogue: 'GET /lookup/id/:id'. */
  operation: string;
  /** Different requests; 0 where the index has no data for the operation. */
  requests: number;
  /** Warm: the directories that tables begin with are at hand, but no records. Null without requests. */
  reads: Record<State, Reads> | null;
  /** Mean bytes of an answer, not compressed. */
  answerBytes: number;
  /** By runtime. */
  times: Partial<Record<string, OperationTimes>>;
}

export interface IndexMeasurement {
  index: string;
  /** Bytes of all objects, and of the root. */
  bytes: number;
  rootBytes: number;
  /** CPU time until an instance of the service is loaded, in milliseconds, by runtime. */
  loading: Partial<Record<string, number>>;
  operations: OperationMeasurement[];
}

/** The smallest value that at least this share (0 to 1) of some values does not exceed (nearest rank); NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
