/** Dumps and VCFs of a fictional genome of any size up to that of a human chromosome. */
import { mkdir } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { TransferProgress } from '../transfer-bar.ts';
import type { PartNews, PartOrder } from './part-thread.ts';
import { BYTES_OF_STRETCH, PARTS, type Part } from './parts.ts';
import { scaleOf } from './scale.ts';

export const DEFAULT_SEED = 20250115;

/** Of a thread, in MiB: many times what it keeps, but not so much that garbage is left lying until the memory of the machine is used up. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

export interface MakeDataOptions {
  /** Megabases of the chromosome. */
  scale: number;
  seed?: number;
  /** Which parts; all of them unless given. */
  only?: readonly Part[];
  /** Parts that are made at the same time. */
  threads?: number;
}

export interface MadeData {
  bytes: Record<Part, number>;
}

/**
 * Writes `<out>/<species>/<group>/`, `<out>/multi/<group>/` and `<out>/vcf/`, as the demo's generator does.
 *
 * @throws RangeError for a scale that there is not, an error of the system when a file cannot be written
 */
export async function makeData(out: string, { scale: megabases, seed = DEFAULT_SEED, only = PARTS, threads = 2 }: MakeDataOptions, progress?: TransferProgress): Promise<MadeData> {
  const scale = scaleOf(megabases);
  await mkdir(out, { recursive: true });
  const waiting = PARTS.filter((part) => only.includes(part));
  const bytes = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  progress?.begin(waiting.length, waiting.reduce((sum, part) => sum + BYTES_OF_STRETCH[part] * scale.stretches, 0));
  const work = async (): Promise<void> => {
    const thread = new Worker(new URL('./part-thread.ts', import.meta.url), { resourceLimits: HEAP });
    try {
      for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
        progress?.stage(part);
        await makePart(thread, { part, scale, seed, out }, (written) => {
          progress?.bytes(written - bytes[part!]);
          bytes[part!] = written;
        });
        progress?.itemDone();
      }
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, waiting.length) }, work));
  return { bytes };
}

function makePart(thread: Worker, order: PartOrder, onBytes: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      thread.removeAllListeners('message').removeAllListeners('error');
      settle();
    };
    thread.on('message', (news: PartNews) => {
      if ('error' in news) {
        const { error, syscall } = news;
        end(() => reject(syscall === undefined ? new Error(error) : Object.assign(new Error(error), { syscall })));
        return;
      }
      onBytes(news.bytes);
      if (news.done) end(resolve);
    });
    thread.on('error', (error) => end(() => reject(error)));
    thread.postMessage(order);
  });
}
