/**
 * Annotates a VCF file from an index, on several threads. This thread reads and writes; pieces of the file are in
 * memory only while threads work on them, and are written in their order.
 */
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { extname, resolve } from 'node:path';
import { AnnotateError, errorCode, messageOf } from '../operator-error.ts';
import { END_BLOCK } from './bgzip.ts';
import type { Counts } from '../../src/handlers/vep/batch/vcf-annotator.ts';
import { ThreadPool } from '../../build-index/thread-pool.ts';
import type { Annotated, Refused, ToWorker, WorkerTask } from './messages.ts';
import { openVcf } from './vcf-input.ts';

const WORKER = new URL(`worker${extname(import.meta.url)}`, import.meta.url);
/** Pieces per thread that may be read, annotated or waiting for an earlier one to be written. */
const AHEAD = 3;

export interface AnnotateTask extends Omit<WorkerTask, 'compress'> {
  /** A file, or '-' for standard input. */
  vcf: string;
  /** A file, compressed if its name ends with '.gz' or '.bgz', or '-' for standard output. */
  out: string;
  threads: number;
  signal: AbortSignal;
  /** Bytes read and lines written so far. */
  progress: (read: number, lines: number) => void;
}

/** Returns what was annotated. Throws AnnotateError; then there is no file `out`, or the one that was there before. */
export async function annotateFile(task: AnnotateTask): Promise<Counts> {
  const { vcf, out, threads, signal, progress, ...work } = task;
  if (out !== '-' && resolve(vcf) === resolve(out))
    throw new AnnotateError(`--out is the file that --vcf names (${vcf}); give another name`);
  const partial = `${out}.partial`;
  let read = 0;
  const input = await openVcf(vcf, (bytes) => (read += bytes));
  const compress = /\.b?gz$/.test(out);
  const sink = await openSink(out === '-' ? null : partial, out);
  const failed = (message: string) => new AnnotateError(message);
  const pool = new ThreadPool<WorkerTask, ToWorker, Annotated | Refused>(WORKER, threads, failed);
  const total: Counts = { lines: 0, read: 0, unannotated: 0, reason: null, otherReference: 0 };
  try {
    pool.begin({ ...work, compress });
    const open: Promise<Annotated | Refused>[] = [];
    let number = 0;
    const put = async () => {
      const answer = await open.shift();
      if (!answer) return;
      if ('badLine' in answer)
        throw new AnnotateError(
          `${vcf}, line ${input.header.length + total.read + answer.badLine + 1}: ${answer.message}`,
        );
      await sink.write(answer.bytes);
      total.lines += answer.lines;
      total.read += answer.read;
      total.unannotated += answer.unannotated;
      total.otherReference += answer.otherReference;
      total.reason ??= answer.reason;
      progress(read, total.lines);
    };
    const begin = (header: readonly string[] | null, lines: Uint8Array) => {
      const answer = pool.run({ number: number++, header, lines });
      // Errors are seen when the answer is taken.
      answer.catch(() => {});
      open.push(answer);
    };
    begin(input.header, new Uint8Array(0));
    for await (const piece of input.pieces) {
      if (signal.aborted) throw new AnnotateError('interrupted; nothing was written');
      begin(null, piece);
      if (open.length >= AHEAD * threads) await put();
    }
    while (open.length > 0) await put();
    if (compress) await sink.write(END_BLOCK);
    await sink.end();
    if (out !== '-') await rename(partial, out);
    return total;
  } catch (error) {
    await sink.end().catch(() => {});
    if (out !== '-') await rm(partial, { force: true });
    throw error;
  } finally {
    await pool.close();
  }
}

interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** @param path null for standard output @param out as the user named it */
async function openSink(path: string | null, out: string): Promise<Sink> {
  const stream = path === null ? process.stdout : createWriteStream(path);
  let failure: Error | null = null;
  stream.on('error', (error) => (failure = error));
  const check = () => {
    if (!failure) return;
    const why = errorCode(failure) === 'ENOENT' ? 'its folder does not exist' : messageOf(failure);
    throw new AnnotateError(`${out} cannot be written: ${why}`);
  };
  if (path !== null) {
    await Promise.race([once(stream, 'open'), once(stream, 'error')]).catch(() => {});
    if (await isFolder(out)) failure = new Error('it is a folder');
    check();
  }
  return {
    async write(bytes) {
      check();
      if (!stream.write(bytes)) await untilDrained(stream);
      check();
    },
    async end() {
      if (path === null) return;
      await new Promise<void>((settle) => {
        stream.end(() => settle());
        if (failure) settle();
      });
      check();
    },
  };
}

/** Also ends when the stream does, which then has an error. */
async function untilDrained(stream: NodeJS.WritableStream): Promise<void> {
  const ended = new AbortController();
  const waits = ['drain', 'close'].map((event) => once(stream, event, { signal: ended.signal }));
  await Promise.race(waits).catch(() => {});
  ended.abort();
  await Promise.allSettled(waits);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
