/** Builds genomes of files in a process of its own, which the parent ends if a build takes too long: files.ts. */
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readGenomeConfig } from '../../../build-index/genome-files/genome-config.ts';
import { buildRelease, planInputs } from '../../../build-index/units/build-release.ts';
import { DumpError } from '../../../build-index/dump/dump-error.ts';
import { OperatorError } from '../../../cli/operator-error.ts';
import { StoreError } from '../../../src/store/store.ts';
import { silentProgress } from '../../support/silent-progress.ts';

export interface FileTask {
  /** Contains genomes.yaml. */
  folder: string;
  out: string;
  isStrict: boolean;
  /** Compiles the release too; otherwise only the tables of the files are written. */
  whole: boolean;
}

export interface FileResult {
  /** Null for a build. */
  error: { sentence: string; isExpected: boolean } | null;
  ms: number;
  /** Milliseconds of CPU time, of all threads. */
  computed: number;
  /** Files that the build left open. */
  open: string[];
  /** Largest resident memory of the process so far, in bytes. */
  memory: number;
}

process.on('message', (task: FileTask) => {
  void run(task).then((result) => process.send?.(result));
});

async function run({ folder, out, isStrict, whole }: FileTask): Promise<FileResult> {
  const before = new Set(await openFiles());
  const began = performance.now();
  const usedBefore = process.cpuUsage();
  let error: FileResult['error'] = null;
  try {
    const config = await readGenomeConfig(join(folder, 'genomes.yaml'));
    if (whole) await buildRelease([], out, silentProgress, { ...config, isStrict });
    else await planInputs([], out, { ...config, isStrict });
  } catch (thrown) {
    const isExpected = thrown instanceof DumpError || thrown instanceof OperatorError || thrown instanceof StoreError;
    const sentence = thrown instanceof Error ? (isExpected ? thrown.message : (thrown.stack ?? '')) : String(thrown);
    error = { sentence, isExpected };
  }
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(usedBefore);
  const left = async () => (await openFiles()).filter((each) => !before.has(each));
  let open = await left();
  // Streams close their files a moment after they end.
  for (let wait = 1; open.length > 0 && wait < 1_000; wait *= 2) {
    await setTimeout(wait);
    open = await left();
  }
  return { error, ms, computed: (user + system) / 1000, open, memory: process.resourceUsage().maxRSS * 1024 };
}

/** Paths of the files that this process has open, where the system lists them. */
async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd').catch(() => []);
  const paths = numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => ''));
  return (await Promise.all(paths)).filter((path) => path.startsWith('/') && !path.startsWith('/proc/'));
}

process.send?.('ready');
