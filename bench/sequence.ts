/**
 * Times a slice of a chromosome as FASTA from this service and from `samtools faidx` (Debian package samtools), to a
 * pipe or socket and to a file. samtools starts for each slice, as usual, the service once. Also times the service
 * within this process, without HTTP.
 *
 *   npm run bench-sequence -- [--bases 10000000] [--rounds 9]
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { Command } from 'commander';
import { at, found, present } from '../src/checked.ts';
import { count, runCommand } from '../cli/run-command.ts';
import { serveWithDeno } from '../cli/serve/deno-runtime.ts';
import { ServeError } from '../cli/operator-error.ts';
import { createApp } from '../src/app.ts';
import { operations } from '../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../src/index/blocks/block-reader.ts';
import { Release } from '../src/release/release.ts';
import { ByteCache } from '../src/store/byte-cache.ts';
import { MAX_SEQUENCE_LETTERS } from '../src/memory-budget.ts';
import { LocalFolder } from '../src/store/local-folder.ts';
import { machine, markdownTable } from './performance-page.ts';
import { chromosome, publishMinimal, SPECIES } from './minimal-release.ts';
import { percentile } from './operations/measurement.ts';
import { cpuMilliseconds, cpuOfEnded, processTree } from './processes.ts';
import { randomBytes } from 'node:crypto';
import { IndexFolder } from '../build-index/output/index-folder.ts';
import { PackedSequenceWriter } from '../src/index/sequence/packed-sequence.ts';

const START = 500_001;
const CHROMOSOME = '1';
const LINE = 60;
/** Distance between the starts of two gaps of the assembly. */
const GAP_EVERY = 500_000;
const GAP = 1000;

const { bases, rounds } = new Command('bench-sequence')
  .description('Times a slice of a chromosome as FASTA, and samtools faidx for comparison.')
  .option('--bases <n>', 'length of the slice', count(MAX_SEQUENCE_LETTERS), MAX_SEQUENCE_LETTERS)
  .option('--rounds <n>', 'number of alternating rounds', count(1000), 9)
  .parse()
  .opts<{ bases: number; rounds: number }>();

interface Contender {
  name: string;
  /** Returns milliseconds of CPU time. */
  run(): Promise<number>;
}

await runCommand('bench-sequence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-sequence-'));
  try {
    const [fasta, index] = [join(folder, 'made.fa'), join(folder, 'index')];
    const chromosome = makeBases(bases + 2 * START);
    await writeFasta(fasta, chromosome);
    await writeIndex(index, chromosome);
    const indexed = spawnSync('samtools', ['faidx', fasta]);
    if (indexed.error)
      console.log('samtools is not installed (Debian package samtools): only this service is timed.\n');
    else if (indexed.status !== 0) throw new ServeError(`samtools faidx: ${indexed.stderr}`);
    const served = await serveWithDeno({ index, port: 0, host: '127.0.0.1' });
    try {
      const pid = found(processTree(process.pid), (each) => each !== process.pid);
      const contenders = [
        ...(indexed.error ? [] : samtools(fasta, folder)),
        ...overHttp(served.url, pid, folder),
        await inProcess(index),
      ];
      if (!indexed.error) await compare(folder, contenders);
      report(contenders, await time(contenders));
    } finally {
      await served.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function samtools(fasta: string, folder: string): Contender[] {
  const run = async (target: string[]) => {
    const before = cpuOfEnded(process.pid);
    const child = spawn('samtools', ['faidx', fasta, `${CHROMOSOME}:${START}-${START + bases - 1}`, ...target], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    await drain(child.stdout);
    const [code] = await ended;
    if (code !== 0) throw new ServeError(`samtools faidx ended with code ${code}`);
    return cpuOfEnded(process.pid) - before;
  };
  return [
    { name: 'samtools faidx, to a pipe', run: () => run([]) },
    { name: 'samtools faidx, to a file', run: () => run(['-o', join(folder, 'samtools.fa')]) },
  ];
}

function overHttp(url: string, pid: number, folder: string): Contender[] {
  const run = async (take: (response: IncomingMessage) => Promise<void>) => {
    const before = cpuMilliseconds(pid);
    const response = await new Promise<IncomingMessage>((settle, reject) => {
      const address = `${url}/sequence/region/${SPECIES}/${CHROMOSOME}:${START}..${START + bases - 1}`;
      get(address, { headers: { accept: 'text/x-fasta', 'content-type': 'text/x-fasta' } }, settle).on('error', reject);
    });
    if (response.statusCode !== 200) throw new ServeError(`the service returns ${response.statusCode}`);
    await take(response);
    return cpuMilliseconds(pid) - before;
  };
  return [
    { name: 'this service, to a socket', run: () => run(drain) },
    {
      name: 'this service, to a file',
      run: () => run((response) => pipeline(response, createWriteStream(join(folder, 'service.fa')))),
    },
  ];
}

async function inProcess(index: string): Promise<Contender> {
  const store = new LocalFolder(index);
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  const app = createApp({ operations, openRelease: () => release });
  return {
    name: 'this service, within a process',
    async run() {
      const before = process.cpuUsage();
      const response = await app.request(
        `/rest/sequence/region/${SPECIES}/${CHROMOSOME}:${START}..${START + bases - 1}`,
        { headers: { 'content-type': 'text/x-fasta' } },
      );
      for await (const _ of present(response.body, 'the body of the answer'));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    },
  };
}

/** Compares the files of both, without their first line. Throws ServeError if they differ. */
async function compare(folder: string, contenders: readonly Contender[]): Promise<void> {
  for (const { name, run } of contenders) if (name.endsWith('file')) await run();
  const [theirs, ours] = await Promise.all(
    ['samtools.fa', 'service.fa'].map(async (file) =>
      (await readFile(join(folder, file), 'latin1')).replace(/^>.*\n/, ''),
    ),
  );
  if (theirs !== ours) throw new ServeError('samtools and the service return different bases');
}

async function time(contenders: readonly Contender[]): Promise<{ elapsed: number[]; cpu: number[] }[]> {
  const times = contenders.map(({ run }) => ({ run, elapsed: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { run, elapsed, cpu } of times) {
      const began = performance.now();
      cpu.push(await run());
      elapsed.push(performance.now() - began);
    }
  }
  return times;
}

function report(contenders: readonly Contender[], times: Awaited<ReturnType<typeof time>>): void {
  console.log(`${machine()}\n\n${bases} bases as FASTA, ${rounds} rounds, milliseconds:\n`);
  console.log(
    markdownTable(
      ['', 'least', 'median', 'CPU, least', 'median'],
      contenders.map(({ name }, each) => {
        const { elapsed, cpu } = at(times, each);
        return [
          name,
          ...[elapsed, cpu].flatMap((values) => [percentile(values, 0).toFixed(0), percentile(values, 0.5).toFixed(0)]),
        ];
      }),
    ),
  );
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}

/** Random bases with equal frequencies, N in gaps. */
function makeBases(length: number): Uint8Array {
  const bases = new Uint8Array(randomBytes(length)).map((byte) => 'ACGT'.charCodeAt(byte & 3));
  for (let gap = GAP_EVERY; gap < length; gap += GAP_EVERY) bases.fill('N'.charCodeAt(0), gap, gap + GAP);
  return bases;
}

async function writeFasta(path: string, bases: Uint8Array): Promise<void> {
  const head = `>${CHROMOSOME}\n`;
  const lines = new Uint8Array(bases.length + Math.ceil(bases.length / LINE)).fill(10);
  for (let from = 0, to = 0; from < bases.length; from += LINE, to += LINE + 1)
    lines.set(bases.subarray(from, from + LINE), to);
  const file = await open(path, 'w');
  await file.writeFile(head);
  await file.writeFile(lines);
  await file.close();
}

async function writeIndex(folder: string, bases: Uint8Array): Promise<void> {
  const index = await IndexFolder.create(folder);
  const file = await index.createObject(`${SPECIES}/core/sequence`);
  const writer = new PackedSequenceWriter(file);
  writer.begin([]);
  await writer.append(bases);
  const directory = await writer.end();
  const stored = { sequence: [{ start: 1, end: bases.length, from: 1, strand: 1 as const }], directories: [directory] };
  await publishMinimal(index, [chromosome(0, CHROMOSOME, bases.length, stored)], { sequence: await file.finish() });
}
