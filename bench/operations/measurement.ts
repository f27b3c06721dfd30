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

/** Warm times: the process has what requests need, and their code is compiled. 'first': the first of the operation in a process that has answered others. */
export type TimedState = State | 'first';

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
  times: Partial<Record<string, Record<TimedState, Times>>>;
}

export interface IndexMeasurement {
  index: string;
  /** Bytes of all objects, and of the root. */
  bytes: number;
  rootBytes: number;
  operations: OperationMeasurement[];
}
