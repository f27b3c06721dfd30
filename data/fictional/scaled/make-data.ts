/** Dumps and VCFs of a fictional genome of any size up to that of a human chromosome. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DumpError } from '../../../build-index/dump/dump-error.ts';
import { removeAbandoned, workFolder, makeFolder } from '../../../build-index/output/work-folder.ts';
import type { PartReport, PartRequest } from './part-thread.ts';
import { BYTES_OF_TILE, PARTS, VCF, type Part } from './parts.ts';
import { scaleOf } from '../genome/scale.ts';
import { writeVcfConfig } from '../variants/vcf-files.ts';
import { DEFAULT_SEED } from '../workshop.ts';

/** Limits of a thread in MiB: many times its live data, but low enough that garbage is collected early. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** Receives the progress of the parts. */
export interface PartProgress {
  begin(parts: number, bytes: number): void;
  /** @param count bytes written since the last call */
  bytes(count: number): void;
  itemDone(): void;
  /** Called at the start of each part. */
  stage(part: string): void;
}

export interface MakeDataOptions {
  /** Megabases of the chromosome. */
  scale: number;
  seed?: number;
  /** Parts to make; all by default. */
  only?: readonly Part[];
  /** Number of parts made at the same time; 2 by default. */
  threads?: number;
  signal?: AbortSignal;
}

export interface MadeData {
  /** Bytes of the new files by folder: 'fictomys_demonstrans/core', 'vcf'. */
  bytes: Map<string, number>;
}

/**
 * Writes `<out>/<species>/<group>/`, `<out>/multi/<group>/` and `<out>/vcf/`, like the generator of the demo. All files
 * are written to a hidden folder in `out` and moved into place at the end. An interrupted run leaves `out` unchanged.
 *
 * @throws RangeError for an invalid scale, DumpError if it is interrupted or `out` cannot be made, a system error if a
 * file cannot be written
 */
export async function makeData(
  out: string,
  { scale: megabases, seed = DEFAULT_SEED, only = PARTS, threads: maxThreads = 2, signal }: MakeDataOptions,
  progress?: PartProgress,
): Promise<MadeData> {
  const scale = scaleOf(megabases);
  await makeFolder(out);
  await removeAbandoned(out);
  const work = await workFolder(out, 'building');
  const queue = PARTS.filter((part) => only.includes(part));
  progress?.begin(
    queue.length,
    queue.reduce((sum, part) => sum + BYTES_OF_TILE[part] * scale.tiles, 0),
  );
  const threads = Array.from(
    { length: Math.min(maxThreads, queue.length) },
    () => new Worker(new URL(`./part-thread${extname(import.meta.url)}`, import.meta.url), { resourceLimits: HEAP }),
  );
  const makeParts = async (thread: Worker): Promise<void> => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      progress?.stage(part);
      let before = 0;
      await makePart(thread, { part, scale, seed, out: work }, (written) => {
        progress?.bytes(written - before);
        before = written;
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
    const fail = (): void => reject(new DumpError(`interrupted: ${out} is unchanged`));
    if (signal?.aborted) fail();
    signal?.addEventListener('abort', fail, { once: true });
  });
}

/** Moves the files of `made` to `place`. A database replaces the database of the same name as a whole. */
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

/** @param onBytes gets the bytes that the part has written so far */
function makePart(thread: Worker, request: PartRequest, onBytes: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      thread.removeAllListeners('message').removeAllListeners('error');
      settle();
    };
    thread.on('message', (report: PartReport) => {
      if ('error' in report) {
        const { error, syscall } = report;
        end(() => reject(syscall === undefined ? new Error(error) : Object.assign(new Error(error), { syscall })));
        return;
      }
      onBytes(report.bytes);
      if (report.done) end(resolve);
    });
    thread.on('error', (error) => end(() => reject(error)));
    thread.postMessage(request);
  });
}
