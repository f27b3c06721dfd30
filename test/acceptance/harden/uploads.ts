/**
 * Hostile uploads to `POST /vep/:species/batch`: gzip that grows without end, lines and files without end, clients that
 * are slow or go away, many at once. Each must end as documented, while other clients are served and memory stays flat.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { present } from '../../../src/checked.ts';
import { serveIndex, type Runtime } from '../../../cli/serve/serve-index.ts';
import { ROOT_KEY } from '../../../src/release/manifest.ts';
import { decodeRoot } from '../../../src/release/root.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { IsolateHeap } from './isolate-heap.ts';
import type { Probe } from './probe-worker.ts';
import { MemorySamples } from './resident-memory.ts';
import { upload, type Upload, type UploadOutcome } from './upload-client.ts';

export interface UploadsOptions extends HardenOptions {
  runtime: Runtime;
  /** Milliseconds that endless uploads last. */
  lasts?: number;
  /** Most milliseconds of a request of another client. */
  slowest?: number;
  /** Clients of each kind at the same time, and files in the crowd. */
  each?: number;
  crowd?: number;
}

const KIB = 1024;
const MIB = KIB * KIB;
const EACH = 4;
const CROWD = 100;
/** Lines of an upload of the crowd. */
const CROWD_LINES = 1_000;
const LASTS = 20_000;
/** Milliseconds that a server may take to reject a hostile body. */
const PATIENCE = 60_000;
/** Milliseconds in which a service notices that a client went away. */
const NOTICED = 1_000;
/** Most megabytes of the process on Deno: the cache, and a hundred uploads of 4 MiB that wait to be read. */
const MOST_RESIDENT = 1_200;
/** Most megabytes that a Worker's isolate may have. */
const MOST_ALIVE = 128;

const HEADER = Buffer.from('##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n');

interface Attack {
  name: string;
  make: () => Omit<Upload, 'path'>;
  /** Null if the outcome is right, else what is wrong. */
  fault: (outcome: UploadOutcome) => string | null;
}

export async function uploads(options: UploadsOptions): Promise<Figure[]> {
  const { index, runtime, signal, log, lasts = LASTS, slowest = 2_000, each = EACH, crowd = CROWD } = options;
  const { manifest } = decodeRoot(await readFile(join(index, ROOT_KEY)));
  const { vep_species: species = '', vep_record: record = '' } = manifest.samples ?? {};
  const served = await serveIndex({ index, port: 0, host: '127.0.0.1', runtime, inspectorPort: 0 });
  const memory = served.pids ? new MemorySamples(served.pids, 1) : null;
  const heap = runtime === 'workerd' ? await IsolateHeap.open(present(served.inspector, 'inspector')) : null;
  const path = `/vep/${species}/batch`;
  const faults: string[] = [];
  const tally = { uploads: 0, alive: 0 };
  const probes: Probe[] = [];
  let isOver = false;
  const probing = new Worker(new URL('probe-worker.ts', import.meta.url), { workerData: { url: served.url } });
  probing.on('message', (probe: Probe) => probes.push(probe));
  const watching = heap && watch(heap, () => isOver, tally);
  try {
    for (const { name, make, fault } of attacks(record, lasts)) {
      if (signal?.aborted) break;
      const [began, start] = [performance.now(), Date.now()];
      const outcomes = await Promise.all(
        Array.from({ length: name === CROWDED ? crowd : each }, () => upload(served.url, { path, ...make() })),
      );
      tally.uploads += outcomes.length;
      const found = outcomes.flatMap((outcome) => fault(outcome) ?? []);
      faults.push(...found.map((each) => `${name}: ${each}`));
      log(
        `uploads, ${runtime}: ${name}: ${summary(outcomes)}; ${((performance.now() - began) / 1000).toFixed(1)} s` +
          `, others within ${slowestOf(probes.filter((probe) => probe.began >= start)).toFixed(0)} ms` +
          `${memory ? `, ${memory.samples.at(-1)?.megabytes.toFixed(0)} MB` : ''}` +
          `${found.length > 0 ? `\n  WRONG: ${found[0]}` : ''}`,
      );
    }
    // The clients of the last attack went away: their memory and places are free.
    await wait(NOTICED);
    const last = await upload(served.url, { path, ...fileOf(record, 10), leaveAfter: PATIENCE });
    if (last.status !== 200 || !last.isComplete) faults.push(`a valid file afterwards: ${shown(last)}`);
  } finally {
    isOver = true;
    probing.postMessage('end');
    await Promise.all([once(probing, 'exit'), watching]);
    memory?.stop();
    heap?.close();
    await served.stop();
  }
  const prefix = `uploads, ${runtime}: `;
  const failed = probes.filter(({ isGood }) => !isGood).length;
  const slowestProbe = slowestOf(probes);
  const resident = Math.max(0, ...(memory?.samples ?? []).map(({ megabytes }) => megabytes));
  return [
    { name: `${prefix}hostile uploads`, value: tally.uploads, limit: '', ok: tally.uploads > 0 },
    {
      name: `${prefix}that did not end as documented`,
      value: faults.length,
      limit: '0',
      ok: faults.length === 0,
    },
    { name: `${prefix}requests of others meanwhile`, value: probes.length, limit: '', ok: probes.length > 0 },
    { name: `${prefix}of them not answered with 200`, value: failed, limit: '0', ok: failed === 0 },
    {
      name: `${prefix}the slowest of them`,
      value: `${slowestProbe.toFixed(0)} ms`,
      limit: `< ${slowest} ms`,
      ok: slowestProbe < slowest,
    },
    memory
      ? {
          name: `${prefix}largest memory of the process`,
          value: `${resident.toFixed(0)} MB`,
          limit: `< ${MOST_RESIDENT} MB`,
          ok: resident < MOST_RESIDENT,
        }
      : {
          name: `${prefix}largest memory of the isolate, alive`,
          value: `${tally.alive.toFixed(0)} MB`,
          limit: `< ${MOST_ALIVE} MB`,
          ok: tally.alive < MOST_ALIVE,
        },
  ];
}

const CROWDED = 'many files at once';

/** @param record a line of VCF that has effects, with blanks for tabs */
function attacks(record: string, lasts: number): Attack[] {
  const line = Buffer.from(`${record.replaceAll(' ', '\t')}\n`);
  const lines = Buffer.concat(Array.from({ length: 500 }, () => line));
  const columns = record.split(' ');
  const rejected =
    (...statuses: number[]) =>
    (outcome: UploadOutcome) =>
      statuses.includes(outcome.status ?? 0) && /"error":"[^"]{10,}/.test(outcome.text) ? null : shown(outcome);
  /** Rejected with 4xx, or the answer that has begun ends with a line that says why. */
  const ended = (outcome: UploadOutcome) =>
    outcome.endedBy === 'server' && (outcome.status === 200 ? /##ERROR=/ : /"error":"[^"]{10,}/).test(outcome.text)
      ? null
      : shown(outcome);
  /** A Worker annotates two files at a time, and others wait for 10 s. */
  const busy = rejected(503);
  const warned = (outcome: UploadOutcome) =>
    outcome.status === 200 && outcome.isComplete && outcome.text.includes('CSQ_WARNING=') ? null : busy(outcome);
  const left = (outcome: UploadOutcome) => (outcome.endedBy === 'client' ? null : shown(outcome));
  /** Endless files are annotated until their client leaves. If too many come at once, some get 503 or 429 instead. */
  const going = (outcome: UploadOutcome) =>
    outcome.status === 503 || outcome.status === 429 ? rejected(503, 429)(outcome) : left(outcome);
  const zip = { 'Content-Type': 'application/gzip' };
  const bomb = (letter: string, times: number) => () => ({
    headers: zip,
    body: cut(bombOf(letter, times)),
    leaveAfter: PATIENCE,
  });
  const tooMany = [413, 400, 429, 503];
  return [
    { name: 'gzip of 64 MiB of one letter', make: bomb('A', 64), fault: rejected(...tooMany) },
    { name: 'gzip of 64 MiB of empty lines', make: bomb('\n', 64), fault: ended },
    { name: 'gzip of 64 MiB of header lines', make: bomb('#\n', 64), fault: rejected(...tooMany) },
    {
      name: 'gzip within gzip of 64 MiB',
      make: () => ({ headers: zip, body: cut(gzipSync(bombOf('A', 64))), leaveAfter: PATIENCE }),
      fault: rejected(...tooMany),
    },
    {
      name: 'a line without end',
      make: () => ({ body: endless(HEADER, Buffer.alloc(64 * KIB, 'A')), leaveAfter: PATIENCE }),
      fault: rejected(413, 429, 503),
    },
    {
      name: 'a header without end',
      make: () => ({
        body: endless(HEADER.subarray(0, 21), Buffer.from('##x=y\n'.repeat(10_000))),
        leaveAfter: PATIENCE,
      }),
      fault: rejected(413, 429, 503),
    },
    {
      name: 'a line with 300,000 alleles',
      make: () => ({
        body: [
          HEADER,
          Buffer.from(
            `${columns.slice(0, 4).join('\t')}\t${'A,C,'.repeat(75_000)}${'AT,CT,'.repeat(75_000)}G\t.\t.\t.\n`,
          ),
        ],
        leaveAfter: PATIENCE,
      }),
      fault: warned,
    },
    {
      name: 'a line with 100,000 different alleles',
      make: () => ({
        body: [HEADER, lineOf(columns, 100_000)],
        leaveAfter: PATIENCE,
      }),
      fault: warned,
    },
    {
      name: 'lines with 500 different alleles without end',
      make: () => ({ body: endless(HEADER, lineOf(columns, 500)), leaveAfter: lasts }),
      fault: going,
    },
    {
      name: 'a line with 500,000 lengths',
      make: () => ({
        body: [HEADER, Buffer.from(`${columns.slice(0, 4).join('\t')}\t<DEL>\t.\t.\tSVLEN=${'1,'.repeat(500_000)}1\n`)],
        leaveAfter: PATIENCE,
      }),
      fault: (outcome) => (outcome.status === 200 && outcome.isComplete ? null : busy(outcome)),
    },
    {
      name: 'empty lines without end',
      make: () => ({ body: endless(HEADER, Buffer.alloc(64 * KIB, '\n')), leaveAfter: lasts }),
      fault: going,
    },
    {
      name: 'a file without end, read at full speed',
      make: () => ({ body: endless(HEADER, lines), leaveAfter: lasts }),
      fault: going,
    },
    {
      name: 'a file without end, whose answer is never read',
      make: () => ({ body: endless(HEADER, lines), reads: 'nothing', leaveAfter: lasts }),
      // What the service does not read fills the buffers of the system, about 6 MB, after the first 4 MiB.
      fault: (outcome) => (outcome.sent < 40 * MIB ? null : shown(outcome)),
    },
    {
      name: 'a file without end, whose answer is read byte by byte',
      make: () => ({ body: endless(HEADER, lines), reads: 'slowly', leaveAfter: lasts }),
      fault: (outcome) => (outcome.sent < 40 * MIB ? null : shown(outcome)),
    },
    {
      name: 'a file that is sent byte by byte',
      make: () => ({ body: bytesOf(Buffer.concat([HEADER, lines])), pause: 1000, leaveAfter: lasts }),
      fault: going,
    },
    {
      name: CROWDED,
      make: () => ({ ...fileOf(record, CROWD_LINES), leaveAfter: 3 * PATIENCE }),
      fault: (outcome) => (outcome.status === 200 && outcome.isComplete ? null : rejected(429, 503)(outcome)),
    },
    {
      name: 'clients that go away at once',
      make: () => ({ body: endless(HEADER, lines), leaveAfter: 300 }),
      fault: () => null,
    },
  ];
}

/** @param columns of a line @param alleles number of alternative alleles, which all differ */
function lineOf(columns: readonly string[], alleles: number): Buffer {
  const word = (number: number) =>
    number
      .toString(4)
      .padStart(9, '0')
      .replaceAll(/./g, (digit) => 'ACGT'[Number(digit)] ?? '');
  const all = Array.from({ length: alleles }, (_, each) => word(each)).join();
  return Buffer.from(`${[...columns.slice(0, 4), all].join('\t')}\t.\t.\t.\n`);
}

function fileOf(record: string, lines: number): Omit<Upload, 'path' | 'leaveAfter'> {
  const line = `${record.replaceAll(' ', '\t')}\n`;
  return { body: cut(Buffer.concat([HEADER, Buffer.from(line.repeat(lines))])) };
}

const bombs = new Map<string, Buffer>();

/** @param times MiB of a text, as gzip */
function bombOf(text: string, times: number): Buffer {
  const known = bombs.get(text + times);
  if (known) return known;
  const made = gzipSync(Buffer.alloc(times * MIB, text), { level: 9 });
  bombs.set(text + times, made);
  return made;
}

function* cut(bytes: Buffer): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 64 * KIB) yield bytes.subarray(from, from + 64 * KIB);
}

function* endless(first: Uint8Array, next: Uint8Array): Generator<Uint8Array> {
  yield first;
  for (;;) yield next;
}

function* bytesOf(bytes: Buffer): Generator<Uint8Array> {
  for (let index = 0; index < bytes.length; index++) yield bytes.subarray(index, index + 1);
}

function slowestOf(probes: readonly Probe[]): number {
  return probes.reduce((slowest, { ms }) => Math.max(slowest, ms), 0);
}

async function watch(heap: IsolateHeap, isOver: () => boolean, tally: { alive: number }): Promise<void> {
  while (!isOver()) {
    const { objects, buffers } = await heap.live();
    tally.alive = Math.max(tally.alive, (objects + buffers) / 1e6);
    await wait(250);
  }
}

function shown({ status, sent, received, text, endedBy, isComplete, ms }: UploadOutcome): string {
  return (
    `${status ?? 'no answer'}, ${sent} bytes sent, ${received} received, ended by the ${endedBy} after ` +
    `${ms.toFixed(0)} ms, ${isComplete ? 'complete' : 'incomplete'}: …${text.slice(-200).replaceAll(/\s+/g, ' ')}`
  );
}

function summary(outcomes: readonly UploadOutcome[]): string {
  const counts = new Map<string, number>();
  for (const { status, endedBy, isComplete, text } of outcomes) {
    const how =
      endedBy === 'client'
        ? 'until its client left'
        : isComplete
          ? ''
          : text.includes('##ERROR=')
            ? 'with a reason at its end'
            : 'broken off';
    const name = `${status ?? 'no answer'} ${how}`.trim();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}
