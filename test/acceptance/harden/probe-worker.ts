/**
 * Requests what other clients request, all the time, in a thread of its own: the uploads of uploads.ts keep the main
 * thread busy.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { at, present } from '../../../src/checked.ts';

export interface Probes {
  probes: number;
  /** Those that were not answered with 200. */
  failed: number;
  /** Milliseconds. */
  slowest: number;
}

const PAUSE = 100;
const PATIENCE = 60_000;
const PATHS = ['/info/ping', '/info/species', '/info/rest'];

const { url }: { url: string } = workerData;
const port = present(parentPort, 'the parent of this thread');
const tally: Probes = { probes: 0, failed: 0, slowest: 0 };
let isOver = false;
port.once('message', () => (isOver = true));
for (let number = 0; !isOver; number++) {
  const began = performance.now();
  const response = await fetch(url + at(PATHS, number % PATHS.length), {
    headers: { accept: 'application/json', connection: 'close' },
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  await response?.arrayBuffer().catch(() => {});
  tally.probes++;
  if (response?.status !== 200) tally.failed++;
  tally.slowest = Math.max(tally.slowest, performance.now() - began);
  await wait(PAUSE);
}
port.postMessage(tally);
