import type { OperationMeasurement, Percentiles, Reads, Times } from '../../bench/operations/measurement.ts';

/** An invented measurement of an operation. Cold requests have one more wave and read, and one read of a value. */
export function madeMeasurement({
  operation = 'GET /x',
  cpu,
  answerBytes = 1000,
  ...warm
}: Partial<Reads> & {
  operation?: string;
  cpu?: { cold: number; onward?: number; warm: number };
  answerBytes?: number;
} = {}): OperationMeasurement {
  const reads: Reads = { waves: 2, reads: 2, values: 0, bytes: 20_000, usedBytes: 20_000, ...warm };
  const times = cpu && {
    workerd: {
      first: [{ cpu: cpu.cold, thread: cpu.cold / 2 }],
      cold: timesOf(cpu.cold),
      onward: timesOf(cpu.onward ?? cpu.warm),
      warm: timesOf(cpu.warm),
    },
  };
  return {
    operation,
    requests: 10,
    reads: { warm: reads, cold: { ...reads, waves: reads.waves + 1, reads: reads.reads + 1, values: 1 } },
    answerBytes,
    times: times ?? {},
  };
}

function timesOf(milliseconds: number): Times {
  const all: Percentiles = { mean: milliseconds, p50: milliseconds, p99: 2 * milliseconds };
  return { samples: 100, cpu: all, elapsed: all };
}
