/**
 * Requests what other clients request, all the time, in a thread of its own: the uploads of uploads.ts keep the main
 * thread busy.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { at, present } from '../../../src/checked.ts';

/** A request, which is posted to the main thread. */
export interface Probe {
  /** Milliseconds since the epoch. */
  began: number;
  ms: number;
  isGood: boolean;
}

const PAUSE = 100;
const PATIENCE = 60_000;
const PATHS = ['/info/ping', '/info/species', '/info/rest'];

const { url }: { url: string } = workerData;
const port = present(parentPort, 'the parent of this thread');
let isOver = false;
port.once('message', () => (isOver = true));
for (let number = 0; !isOver; number++) {
  const began = Date.now();
  const from = performance.now();
  const response = await fetch(url + at(PATHS, number % PATHS.length), {
    headers: { accept: 'application/json', connection: 'close' },
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  await response?.arrayBuffer().catch(() => {});
  const probe: Probe = { began, ms: performance.now() - from, isGood: response?.status === 200 };
  port.postMessage(probe);
  await wait(PAUSE);
}
