/** Memory over time and CPU time of processes, from `ps`, and the growth of memory. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Sum of the resident sets of processes in megabytes. */
async function residentMegabytes(pids: readonly number[]): Promise<number> {
  const sizes = await columnOf('rss', pids);
  return sizes.reduce((sum, each) => sum + Number(each), 0) / 1024;
}

/** Whole seconds of CPU time of processes. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const times = await columnOf('cputime', pids);
  return times.reduce((sum, each) => {
    // [days-]hours:minutes:seconds
    const [seconds = 0, minutes = 0, hours = 0, days = 0] = each.split(/[-:]/).map(Number).reverse();
    return sum + seconds + 60 * (minutes + 60 * (hours + 24 * days));
  }, 0);
}

async function columnOf(name: string, pids: readonly number[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', `${name}=`, '-p', pids.join(',')]);
  return stdout.trim().split(/\s+/);
}

export interface Sample {
  second: number;
  megabytes: number;
}

/** Takes a sample of all processes every `seconds` until stopped. */
export class MemorySamples {
  readonly samples: Sample[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pids: () => readonly number[], seconds: number) {
    const began = performance.now();
    const take = () =>
      void residentMegabytes(pids()).then(
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
