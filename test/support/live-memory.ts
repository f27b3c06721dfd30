import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const MIB = 1024 * 1024;

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
export async function takeWatched(ask: () => Promise<Response> | Response, every: number, look: (chunk: Uint8Array) => void = () => {}): Promise<Taken> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const response = await ask();
  const taken: Taken = { bytes: 0, largest: 0, alive: 0 };
  let looked = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    taken.bytes += chunk.length;
    taken.largest = Math.max(taken.largest, chunk.length);
    look(chunk);
    if (taken.bytes < looked + every) continue;
    looked = taken.bytes;
    taken.alive = Math.max(taken.alive, used() - before);
  }
  return taken;
}
