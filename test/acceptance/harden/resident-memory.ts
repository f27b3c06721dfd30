/** Memory over time and CPU time of processes, from `ps`, and the growth of memory. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Resident sets of processes in megabytes, by process id. */
async function residentSets(pids: readonly number[]): Promise<Map<number, number>> {
  const rows = await rowsOf(['pid', 'rss'], pids);
  return new Map(rows.map(([pid, kilobytes]) => [Number(pid), Number(kilobytes) / 1024]));
}

/** Whole seconds of CPU time of processes. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const rows = await rowsOf(['cputime'], pids);
  return rows.reduce((sum, [time = '']) => {
    // [days-]hours:minutes:seconds
    const [seconds = 0, minutes = 0, hours = 0, days = 0] = time.split(/[-:]/).map(Number).reverse();
    return sum + seconds + 60 * (minutes + 60 * (hours + 24 * days));
  }, 0);
}

/** Columns of `ps`, with a row for each process that runs. */
async function rowsOf(columns: readonly string[], pids: readonly number[]): Promise<string[][]> {
  const { stdout } = await promisify(execFile)('ps', [
    '-o',
    columns.map((each) => `${each}=`).join(),
    '-p',
    pids.join(),
  ]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}

export interface Sample {
  second: number;
  /** Of all processes. */
  megabytes: number;
}

/** A sample with the megabytes of each process, by its id. */
export interface ProcessSample extends Sample {
  ofEach: ReadonlyMap<number, number>;
}

/** Takes a sample of all processes every `seconds` until stopped. */
export class MemorySamples {
  readonly samples: ProcessSample[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pids: () => readonly number[], seconds: number) {
    const began = performance.now();
    const take = () =>
      void residentSets(pids()).then(
        (ofEach) => {
          const megabytes = [...ofEach.values()].reduce((sum, each) => sum + each, 0);
          this.samples.push({ second: (performance.now() - began) / 1000, megabytes, ofEach });
        },
        () => {},
      );
    take();
    this.#timer = setInterval(take, seconds * 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Growth in megabytes per minute: the slope by least squares. 0 for fewer than two samples. */
export function growth(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [second, megabytes] = [mean((sample) => sample.second), mean((sample) => sample.megabytes)];
  const spread = samples.reduce((sum, sample) => sum + (sample.second - second) ** 2, 0);
  return spread === 0
    ? 0
    : (samples.reduce((sum, sample) => sum + (sample.second - second) * (sample.megabytes - megabytes), 0) / spread) *
        60;
}

/**
 * What processes hold: of each process the least of its samples in each window, and their sum. In between, memory rises
 * with garbage until the runtime collects it.
 * @param window in seconds; windows begin at the first sample
 */
export function heldMemory(samples: readonly ProcessSample[], window: number): Sample[] {
  const first = samples[0]?.second ?? 0;
  const windows = Map.groupBy(samples, ({ second }) => Math.floor((second - first) / window));
  return [...windows].map(([number, inWindow]) => {
    const least = new Map<number, number>();
    for (const { ofEach } of inWindow)
      for (const [pid, megabytes] of ofEach) least.set(pid, Math.min(megabytes, least.get(pid) ?? Infinity));
    return {
      second: first + (number + 0.5) * window,
      megabytes: [...least.values()].reduce((sum, each) => sum + each, 0),
    };
  });
}
