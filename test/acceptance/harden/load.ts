/**
 * Load: requests of the whole catalogue at 80 % of the measured capacity, at a fixed rate. Half-way, a release is
 * published into the served folder, one of several processes is killed, and all are replaced. Runs on Deno, which
 * notices a new release within seconds.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { generateDemo } from '../../../data/fictional/demo.ts';
import { Random } from '../../../data/fictional/random.ts';
import { serveWithDeno } from '../../../cli/serve/deno-runtime.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import { Arrivals, newInterval, type Interval } from './arrivals.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { loadFigures, loadTable, type LoadRun } from './load-figures.ts';
import { loadRequests } from './load-requests.ts';
import { cpuSeconds, MemorySamples } from './resident-memory.ts';
import type { ServedIndex } from '../../../cli/serve/served-index.ts';
import { at, present } from '../../../src/checked.ts';

export interface LoadOptions extends HardenOptions {
  port?: number;
  /** Addresses to try for each operation. */
  tried?: number;
  /** Processes of the service. */
  processes?: number;
  /** Index of another release of the same genomes. By default it is made next to `index`. */
  next?: string;
}

/** Share of the measured capacity that is requested. */
const SHARE = 0.8;
/** Concurrent requests while capacity is measured. Seconds of warm-up and measurement in runs of a minute or more. */
const WORKERS = 32;
const WARM_UP = 20;
const MEASURED = 30;
/** Seconds within which the service must switch to a published release; it checks every two seconds. */
const CHANGE = 4;
/** Seconds from the kill of a process to the replacement of all. */
const KILLED = 2;
/** Maximum of seconds that a run may be extended. */
const MOST_EXTRA = 90;
/**
 * Megabytes of cached blocks and kept answers: less than the index, so that blocks are read from disk all the time.
 */
const CACHE = '4';

/** Publishes another release into `index`, which should be a copy. */
export async function load({
  seed,
  minutes = 30,
  index,
  signal,
  log,
  port = 0,
  tried,
  processes = 1,
  next: given,
}: LoadOptions): Promise<Figure[]> {
  const next = given ?? (await otherRelease(`${index}-next`, seed));
  const mix = await loadRequests([index, next], seed, tried, log);
  log(`load: ${mix.length} operations, ${mix.reduce((sum, { length }) => sum + length, 0)} different requests`);
  const served = await serveWithDeno({ index, port, host: '127.0.0.1', cache: CACHE, processes });
  const arrivals = new Arrivals(served.url, mix, new Random(seed).fork('arrivals'), log);
  const pids = present(served.pids, 'the processes');
  try {
    const brief = Math.min(1, minutes / 2);
    await arrivals.asFastAsPossible(WORKERS, WARM_UP * brief, signal);
    const before = [await cpuSeconds(pids()), await cpuSeconds([process.pid])];
    const capacity = await arrivals.asFastAsPossible(WORKERS, MEASURED * brief, signal);
    const [server, generator] = [
      (await cpuSeconds(pids())) - at(before, 0),
      (await cpuSeconds([process.pid])) - at(before, 1),
    ];
    log(
      `load: ${capacity.perSecond.toFixed(0)} requests/s with ${WORKERS} under way; seconds of CPU: ${server} of ` +
        `the service, ${generator} of the generator, in ${MEASURED * brief}`,
    );
    const memory = new MemorySamples(pids, Math.min(5, minutes * 2));
    const intervals = await arrive(
      arrivals,
      capacity.perSecond * SHARE,
      minutes * 60,
      () => publish(next, index),
      () => replace(served),
      signal,
    ).finally(() => memory.stop());
    const run: LoadRun = {
      processes,
      minutes,
      rate: capacity.perSecond * SHARE,
      capacity: capacity.perSecond,
      measured: capacity.seen,
      intervals,
      memory: memory.samples,
    };
    log(loadTable(run));
    return loadFigures(run);
  } finally {
    await arrivals.close();
    await served.stop();
  }
}

/** A release of the demo data with another seed. */
export async function otherRelease(folder: string, seed: number): Promise<string> {
  await generateDemo(join(folder, 'dumps'), { seed: seed + 1 });
  await buildRelease([join(folder, 'dumps')], join(folder, 'index'), silentProgress, {
    vcfConfig: join(folder, 'dumps/vcf/vcf_config.json'),
  });
  return join(folder, 'index');
}

/** Publishes in a separate process, like an operator. */
async function publish(release: string, folder: string): Promise<void> {
  const script = fileURLToPath(new URL('../../../cli/genomic-edge.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, 'publish', '--index', release, '--to', folder]);
}

/** Kills one of several processes, and replaces all once the service has started another. */
async function replace({ pids, restart }: ServedIndex): Promise<void> {
  const before = present(pids, 'the processes')();
  if (before.length > 1) {
    process.kill(at(before, 0), 'SIGKILL');
    await sleep(KILLED * 1000);
  }
  await restart?.();
  const after = present(pids, 'the processes')();
  if (after.length !== before.length || after.some((pid) => before.includes(pid)))
    throw new Error(`of the processes ${before.join(', ')}, ${after.join(', ')} were left after a restart`);
}

/** Runs the load. @returns an interval per minute; the minute of the release change has two */
async function arrive(
  arrivals: Arrivals,
  rate: number,
  seconds: number,
  publishNext: () => Promise<void>,
  replaceProcesses: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Interval[]> {
  const intervals: Interval[] = [];
  let changed = Infinity;
  let isReplaced = false;
  const change = sleep(seconds * 500, undefined, { signal })
    .then(publishNext)
    .then(() => {
      changed = performance.now() + CHANGE * 1000;
    })
    .then(replaceProcesses)
    .finally(() => {
      isReplaced = true;
    });
  // Awaited after the last request.
  change.catch(() => {});
  const intervalAt = (second: number) => {
    const [minute, after] = [Math.floor(second / 60), performance.now() > changed];
    let last = intervals.at(-1);
    if (!last || last.minute !== minute || last.after !== after) intervals.push((last = newInterval(minute, after)));
    return last;
  };
  await arrivals.atRate(rate, seconds, intervalAt, signal);
  // Publishing may take longer than a short run on a busy machine, so the run continues until the new release answers
  // from new processes.
  const isOver = () => isReplaced && intervals.some(({ after }) => after);
  for (let extra = 0; !isOver() && extra < MOST_EXTRA && !signal?.aborted; extra += 2) {
    await arrivals.atRate(rate, 2, (second) => intervalAt(seconds + extra + second), signal);
  }
  await change;
  return intervals;
}
