/** Memory over time and CPU time of a process, from `ps`, and the growth of memory. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Resident set of a process in megabytes. */
async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / 1024;
}

/** Whole seconds of CPU time of a process. */
export async function cpuSeconds(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'cputime=', '-p', String(pid)]);
  // [days-]hours:minutes:seconds
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = stdout.trim().split(/[-:]/).map(Number).reverse();
  return seconds + 60 * (minutes + 60 * (hours + 24 * days));
}

export interface Sample {
  second: number;
  megabytes: number;
}

/** Takes a sample every `seconds` until stopped. */
export class MemorySamples {
  readonly samples: Sample[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number, seconds: number) {
    const began = performance.now();
    const take = () =>
      void residentMegabytes(pid).then(
        (megabytes) => this.samples.push({ second: (performance.now() - began) / 1000, megabytes }),
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
