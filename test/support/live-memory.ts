import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const MIB = 1024 * 1024;

/**
 * Looks at what is alive, of which the least is it: what a collection lets go of outside the heap is gone some turns
 * later.
 */
const LOOKS = 3;

/** Bytes that the process keeps alive, in the heap and in buffers. */
export async function aliveBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let least = Infinity;
  for (let look = 0; look < LOOKS; look++) {
    collect();
    await nextTurn();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}

export interface Taken {
  /** Of the whole body, and of its largest chunk. */
  bytes: number;
  largest: number;
  /** Most bytes that were alive beside what was there before, looked at after every few MiB. */
  alive: number;
}

/**
 * Takes the body of an answer, chunk by chunk, and looks now and then at what the process keeps alive.
 *
 * @param every bytes between two looks: each collects all garbage
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
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    taken.bytes += chunk.length;
    taken.largest = Math.max(taken.largest, chunk.length);
    look(chunk);
    if (taken.bytes < looked + every) continue;
    looked = taken.bytes;
    taken.alive = Math.max(taken.alive, (await aliveBytes()) - before);
  }
  return taken;
}
