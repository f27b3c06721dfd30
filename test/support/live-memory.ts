import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { present } from '../../src/checked.ts';

export const MIB = 1024 * 1024;

/** Buffers outside the heap are freed some turns after a collection, so the least of several samples counts. */
const SAMPLES = 3;

/**
 * Bytes of live objects in the heap and of live buffers, after a garbage collection.
 *
 * @param known the first sample of at most so many bytes is the last one, since it cannot raise a maximum. A collection
 *   is slow in a worker that has loaded the modules of many test files
 */
export async function aliveBytes(known = -Infinity): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let least = Infinity;
  for (let sample = 0; sample < SAMPLES; sample++) {
    collect();
    await nextTurn();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
    if (least <= known) break;
  }
  return least;
}

export interface Taken {
  /** Bytes of the whole body. */
  bytes: number;
  /** Bytes of its largest chunk. */
  largest: number;
  /** Largest growth of live memory over its value before the request, in bytes. */
  alive: number;
}

/**
 * Reads the body of a response chunk by chunk and measures live memory at intervals.
 *
 * @param every bytes between two measurements; each collects all garbage
 */
export async function takeWatched(
  ask: () => Promise<Response> | Response,
  every: number,
  look: (chunk: Uint8Array) => void = () => {},
): Promise<Taken> {
  const before = await aliveBytes();
  const response = await ask();
  const taken: Taken = { bytes: 0, largest: 0, alive: 0 };
  let looked = 0;
  for await (const chunk of present(response.body, 'the body')) {
    taken.bytes += chunk.length;
    taken.largest = Math.max(taken.largest, chunk.length);
    look(chunk);
    if (taken.bytes < looked + every) continue;
    looked = taken.bytes;
    taken.alive = Math.max(taken.alive, (await aliveBytes(before + taken.alive)) - before);
  }
  return taken;
}
