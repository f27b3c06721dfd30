/**
 * Files from strangers: builds genomes of small files, one of which is changed at random (mutate-file.ts). Each build
 * must succeed or fail with one sentence that names a file, in bounded time and memory, and write only below its output
 * folder.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../../../data/fictional/random.ts';
import { FILE_INPUTS } from './file-inputs.ts';
import type { FileResult, FileTask } from './file-worker.ts';
import type { Figure, HardenOptions } from './figure.ts';
import { mutatedFile } from './mutate-file.ts';
import { at, present } from '../../../src/checked.ts';
import { cpuSeconds } from './resident-memory.ts';

export interface FilesOptions extends HardenOptions {
  /** Only this case, whose files are kept. */
  only?: number;
  /** Milliseconds that a build may take. */
  longest?: number;
}

const CASES = 10_000;
const LONGEST = 30_000;
/** Milliseconds between two looks at a build. It is ended when it has computed twice as long as it may. */
const LOOKS = 2_000;
/** Milliseconds after which a build that computes nothing is ended. Other work may have delayed it that long. */
const HANGS = 3_600_000;
/** Resident memory of the process of all builds, which includes Node and DuckDB. */
const MOST_MEMORY = 1.5 * 2 ** 30;
const LONGEST_SENTENCE = 2_000;
/** One of so many builds is a whole one, which takes much longer. */
const WHOLE = 25;
const SHOWN = 20;

const FAULTS = {
  unexpected: 'errors of the program instead of a sentence',
  wordy: 'errors that are too long, or have a line without a file',
  slow: 'builds that took longer than allowed or ended the process',
  astray: 'builds that changed something outside the output folder',
  left: 'builds that left temporary files',
  open: 'builds that left files open',
} as const;

type FaultName = keyof typeof FAULTS;

export async function files({
  seed,
  count = CASES,
  only,
  longest = LONGEST,
  signal,
  log,
}: FilesOptions): Promise<Figure[]> {
  const work = await mkdtemp(join(tmpdir(), 'genomic-edge-files-'));
  const builder = new Builder(join(work, 'tmp'), 2 * longest);
  const faults = new Map<FaultName, number>();
  const tally = { built: 0, refused: 0, slowest: 0, memory: 0 };
  let number = only ?? 0;
  try {
    for (; number < (only === undefined ? count : only + 1) && !signal?.aborted; number++) {
      const { input, task, root } = await prepared(work, seed, number);
      const before = await contentOf(root);
      const result = await builder.run(task);
      const found: [FaultName, string][] = [];
      if (typeof result === 'string') found.push(['slow', result]);
      else {
        tally[result.error ? 'refused' : 'built']++;
        const took = timeAlone(result);
        tally.slowest = Math.max(tally.slowest, took);
        if (took > longest) found.push(['slow', `${took.toFixed(0)} ms`]);
        tally.memory = Math.max(tally.memory, result.memory);
        const { error, open } = result;
        if (open.length > 0) found.push(['open', open.join(' ')]);
        if (error && !error.isExpected) found.push(['unexpected', error.sentence.slice(0, 1000)]);
        else if (error && !isSentence(error.sentence)) found.push(['wordy', error.sentence.slice(0, 1000)]);
        if (only !== undefined) log(`${input.format} ${task.folder}: ${error?.sentence ?? 'built'}`);
      }
      const after = await contentOf(root);
      for (const path of new Set([...before.keys(), ...after.keys()]))
        if (before.get(path) !== after.get(path)) found.push(['astray', path]);
      const left = await readdir(builder.temporary);
      if (left.length > 0) found.push(['left', left.join(' ')]);
      for (const name of left) await rm(join(builder.temporary, name), { recursive: true });
      for (const [name, seen] of found) {
        const times = (faults.get(name) ?? 0) + 1;
        faults.set(name, times);
        if (times <= SHOWN)
          log(
            `${name}: ${input.format} ${input.changed}: ${seen}\n  npm run harden -- --only files ` +
              `--seed ${seed} --request ${number}`,
          );
      }
      if (only === undefined) await rm(root, { recursive: true });
      if (number > 0 && number % 1_000 === 0) log(`files: ${number} cases`);
    }
  } finally {
    builder.stop();
    if (only === undefined) await rm(work, { recursive: true, force: true });
  }
  const prefix = 'files from strangers: ';
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  return [
    { name: `${prefix}files`, value: number - (only ?? 0), limit: '', ok: number > 0 },
    { name: `${prefix}built`, value: tally.built, limit: '', ok: true },
    { name: `${prefix}rejected with a sentence that names a file`, value: tally.refused, limit: '', ok: true },
    ...Object.entries(FAULTS).map(([name, text]): Figure => {
      const times = faults.get(name as FaultName) ?? 0;
      return { name: prefix + text, value: times, limit: '0', ok: times === 0 };
    }),
    { name: `${prefix}slowest build`, value: `${tally.slowest.toFixed(0)} ms`, limit: `< ${longest} ms`, ok: true },
    {
      name: `${prefix}memory of the process`,
      value: megabytes(tally.memory),
      limit: `< ${megabytes(MOST_MEMORY)}`,
      ok: tally.memory < MOST_MEMORY,
    },
  ];
}

/** Writes the files of a case. */
async function prepared(work: string, seed: number, number: number) {
  const random = new Random(seed).fork(`file ${number}`);
  const input = at(FILE_INPUTS, number % FILE_INPUTS.length);
  const root = join(work, String(number));
  const folder = join(root, 'in');
  const changed = mutatedFile(input, root, random);
  for (const [name, text] of Object.entries(input.files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), name === input.changed ? changed : text);
  }
  const out = join(root, 'out');
  await mkdir(out);
  const task: FileTask = { folder, out, isStrict: random.chance(0.1), whole: random.chance(1 / WHOLE) };
  return { input, task, root };
}

/** Milliseconds that a build takes on a machine without other work: at most those that its process computed. */
export function timeAlone({ ms, computed }: Pick<FileResult, 'ms' | 'computed'>): number {
  return Math.min(ms, computed);
}

/** A few lines at most, each of which names a file or an option. */
function isSentence(text: string): boolean {
  return text.length <= LONGEST_SENTENCE && text.split(/[\n\r]/).every((line) => /\/\S|--\w/.test(line));
}

/** The files of a folder with their bytes, but those of the output. */
async function contentOf(root: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path);
    if (name === 'out' || name.startsWith('out/')) continue;
    found.set(name, entry.isFile() ? await readFile(path, 'latin1') : 'folder');
  }
  return found;
}

/** A process that builds one case after the other, and is replaced when it hangs or ends. */
class Builder {
  readonly temporary: string;
  readonly #most: number;
  #child: ChildProcess | null = null;

  /** @param most milliseconds of CPU time after which a build is ended */
  constructor(temporary: string, most: number) {
    this.temporary = temporary;
    this.#most = most;
  }

  /** A sentence if the build takes too long or ends the process. */
  async run(task: FileTask): Promise<FileResult | string> {
    const child = (this.#child ??= await this.#started());
    const ended = new AbortController();
    const end = (why: string) => ended.abort(why);
    const began = performance.now();
    const before = await cpuSeconds([present(child.pid, 'the process')]);
    const looking = setInterval(() => {
      if (performance.now() - began > HANGS) end(`no result within ${HANGS} ms`);
      cpuSeconds([present(child.pid, 'the process')]).then(
        (seconds) => (seconds - before) * 1000 > this.#most && end(`no result after ${this.#most} ms of CPU time`),
        () => {},
      );
    }, LOOKS);
    child.once('exit', () => end('the process ended'));
    child.send(task);
    try {
      const [result] = await once(child, 'message', { signal: ended.signal });
      return result as FileResult;
    } catch {
      this.stop();
      return String(ended.signal.reason);
    } finally {
      clearInterval(looking);
      child.removeAllListeners('exit');
    }
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #started(): Promise<ChildProcess> {
    await mkdir(this.temporary, { recursive: true });
    const child = fork(fileURLToPath(new URL('file-worker.ts', import.meta.url)), {
      env: { ...process.env, TMPDIR: this.temporary },
      execArgv: ['--max-old-space-size=1024'],
    });
    await once(child, 'message');
    return child;
  }
}
