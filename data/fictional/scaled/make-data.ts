/** Dumps and VCFs of a fictional genome of any size up to that of a human chromosome. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DumpError } from '../../../build-index/dump/dump-error.ts';
import { removeAbandoned, workFolder, makeFolder } from '../../../build-index/output/work-folder.ts';
import type { PartNews, PartOrder } from './part-thread.ts';
import { BYTES_OF_TILE, PARTS, VCF, type Part } from './parts.ts';
import { scaleOf } from '../genome/scale.ts';
import { writeVcfConfig } from '../variants/vcf-files.ts';

export const DEFAULT_SEED = 20250115;

/**
 * Of a thread, in MiB: many times what it keeps, but not so much that garbage is left lying until the memory of the
 * machine is used up.
 */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** Receives the progress of the parts. */
export interface PartProgress {
  begin(parts: number, bytes: number): void;
  /** More bytes were written. */
  bytes(count: number): void;
  itemDone(): void;
  /** A part begins. */
  stage(part: string): void;
}

export interface MakeDataOptions {
  /** Megabases of the chromosome. */
  scale: number;
  seed?: number;
  /** Which parts; all of them unless given. */
  only?: readonly Part[];
  /** Parts that are made at the same time. */
  threads?: number;
  signal?: AbortSignal;
}

export interface MadeData {
  /** Of what was made, by its folder: 'fictomys_demonstrans/core', 'vcf'. */
  bytes: Map<string, number>;
}

/**
 * Writes `<out>/<species>/<group>/`, `<out>/multi/<group>/` and `<out>/vcf/`, as the demo's generator does. All is
 * made in a hidden folder there and moved into place when it is whole: an interrupted run leaves what was there
 * before.
 *
 * @throws RangeError for a scale that there is not, DumpError when it is interrupted or `out` cannot be made, an
 * error of the system when a file cannot be written
 */
export async function makeData(
  out: string,
  { scale: megabases, seed = DEFAULT_SEED, only = PARTS, threads: most = 2, signal }: MakeDataOptions,
  progress?: PartProgress,
): Promise<MadeData> {
  const scale = scaleOf(megabases);
  await makeFolder(out);
  await removeAbandoned(out);
  const work = await workFolder(out, 'building');
  const waiting = PARTS.filter((part) => only.includes(part));
  const bytes = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  progress?.begin(
    waiting.length,
    waiting.reduce((sum, part) => sum + BYTES_OF_TILE[part] * scale.tiles, 0),
  );
  const threads = Array.from(
    { length: Math.min(most, waiting.length) },
    () => new Worker(new URL(`./part-thread${extname(import.meta.url)}`, import.meta.url), { resourceLimits: HEAP }),
  );
  const makeParts = async (thread: Worker): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      progress?.stage(part);
      await makePart(thread, { part, scale, seed, out: work }, (written) => {
        progress?.bytes(written - bytes[part!]);
        bytes[part!] = written;
      });
      progress?.itemDone();
    }
  };
  try {
    await Promise.race([Promise.all(threads.map(makeParts)), interrupted(out, signal)]);
    writeVcfConfig(join(work, VCF), join(out, VCF));
    const made = await bytesByFolder(work);
    await moveInto(out, work);
    return { bytes: made };
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
    await rm(work, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function bytesByFolder(root: string): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = relative(root, entry.parentPath);
    bytes.set(folder, (bytes.get(folder) ?? 0) + (await stat(join(entry.parentPath, entry.name))).size);
  }
  return new Map([...bytes].sort());
}

function interrupted(out: string, signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = (): void => reject(new DumpError(`interrupted: ${out} has what it had before`));
    if (signal?.aborted) refuse();
    signal?.addEventListener('abort', refuse, { once: true });
  });
}

/** Moves what stands in a folder to where it belongs in another; databases as a whole, in place of what was there. */
async function moveInto(place: string, made: string): Promise<void> {
  const entries = await readdir(made, { withFileTypes: true });
  if (entries.some(({ name }) => name === 'table.sql')) {
    await rm(place, { recursive: true, force: true });
    await rename(made, place);
    return;
  }
  await mkdir(place, { recursive: true });
  for (const entry of entries) {
    if (entry.isDirectory()) await moveInto(join(place, entry.name), join(made, entry.name));
    else await rename(join(made, entry.name), join(place, entry.name));
  }
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
