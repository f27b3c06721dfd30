/**
 * Load: requests over the whole catalogue at 80 % of what the service was measured to answer, arriving whether it keeps
 * up or not, and a release published into its folder half-way. On Deno, which notices a new release within seconds.
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
import { Arrivals, newStretch, type Stretch } from './arrivals.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { loadFigures, loadTable, type LoadRun } from './load-figures.ts';
import { loadRequests } from './load-requests.ts';
import { cpuSeconds, MemorySamples } from './resident-memory.ts';
import { at } from '../../../src/checked.ts';

export interface LoadOptions extends HardenOptions {
  port?: number;
  /** Addresses tried for each operation. */
  tried?: number;
}

/** Share of the measured capacity that is asked for. */
const SHARE = 0.8;
/**
 * Requests under way at a time while capacity is measured, and seconds of warming up and of measuring before a run of a
 * minute or more.
 */
const WORKERS = 32;
const WARM_UP = 20;
const MEASURED = 30;
/** Seconds after the release was published within which the service must have gone over: it looks every two. */
const CHANGE = 4;
/** Seconds that a run may be longer. */
const MOST_EXTRA = 90;
/** Megabytes of blocks kept: less than the index has, so that cold ones are read from the disk all the time. */
const CACHE = '4';

/** Publishes into `index`, which should be a copy; leaves another release beside it. */
export async function load({
  seed,
  minutes = 30,
  index,
  signal,
  log,
  port = 0,
  tried,
}: LoadOptions): Promise<Figure[]> {
  const next = await otherRelease(`${index}-next`, seed);
  const mix = await loadRequests([index, next], seed, tried, log);
  log(`load: ${mix.length} operations, ${mix.reduce((sum, { length }) => sum + length, 0)} different requests`);
  const served = await serveWithDeno({ index, port, host: '127.0.0.1', cache: CACHE });
  const arrivals = new Arrivals(served.url, mix, new Random(seed).fork('arrivals'), log);
  try {
    const brief = Math.min(1, minutes / 2);
    await arrivals.asFastAsPossible(WORKERS, WARM_UP * brief, signal);
    const before = [await cpuSeconds(served.pid!), await cpuSeconds(process.pid)];
    const capacity = await arrivals.asFastAsPossible(WORKERS, MEASURED * brief, signal);
    const [server, generator] = [
      (await cpuSeconds(served.pid!)) - at(before, 0),
      (await cpuSeconds(process.pid)) - at(before, 1),
    ];
    log(
      `load: ${capacity.perSecond.toFixed(0)} requests/s with ${WORKERS} under way; seconds of CPU: ${server} of ` +
        `the service, ${generator} of the generator, in ${MEASURED * brief}`,
    );
    const memory = new MemorySamples(served.pid!, Math.min(5, minutes * 2));
    const stretches = await arrive(
      arrivals,
      capacity.perSecond * SHARE,
      minutes * 60,
      () => publish(next, index),
      signal,
    ).finally(() => memory.stop());
    const run: LoadRun = {
      minutes,
      rate: capacity.perSecond * SHARE,
      capacity: capacity.perSecond,
      measured: capacity.seen,
      stretches,
      memory: memory.samples,
    };
    log(loadTable(run));
    return loadFigures(run);
  } finally {
    await arrivals.close();
    await served.stop();
  }
}

/** A release of another world of the demo. */
async function otherRelease(folder: string, seed: number): Promise<string> {
  await generateDemo(join(folder, 'dumps'), { seed: seed + 1 });
  await buildRelease([join(folder, 'dumps')], join(folder, 'index'), silentProgress, {
    vcfConfig: join(folder, 'dumps/vcf/vcf_config.json'),
  });
  return join(folder, 'index');
}

/** In a process of its own, as an operator does it. */
async function publish(release: string, folder: string): Promise<void> {
  const script = fileURLToPath(new URL('../../../cli/genomic-edge.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, 'publish', '--index', release, '--to', folder]);
}

/** A stretch for every minute; the one in which the release changes is divided. */
async function arrive(
  arrivals: Arrivals,
  rate: number,
  seconds: number,
  publishNext: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  let changed = Infinity;
  const change = sleep(seconds * 500, undefined, { signal })
    .then(publishNext)
    .then(() => {
      changed = performance.now() + CHANGE * 1000;
    });
  // Awaited when the last request has been sent.
  change.catch(() => {});
  const stretchAt = (second: number) => {
    const [minute, after] = [Math.floor(second / 60), performance.now() > changed];
    let last = stretches.at(-1);
    if (!last || last.minute !== minute || last.after !== after) stretches.push((last = newStretch(minute, after)));
    return last;
  };
  await arrivals.atRate(rate, seconds, stretchAt, signal);
  // A busy machine may publish for longer than a short run is: it goes on until the new release has answered for a
  // while.
  for (let extra = 0; !stretches.some(({ after }) => after) && extra < MOST_EXTRA && !signal?.aborted; extra += 2) {
    await arrivals.atRate(rate, 2, (second) => stretchAt(seconds + extra + second), signal);
  }
  await change;
  return stretches;
}
