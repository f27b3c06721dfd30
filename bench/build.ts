/**
 * Measures a build: throughput in plain text of dumps and VCFs, peak memory of all processes, peak disk usage without
 * the inputs, and the size of the index compared with the inputs as gzip files. Prints a Markdown table. Linux only: it
 * reads /proc.
 *
 *   npm run bench-build -- --dumps DIR [--vcf vcf_config.json] [--out DIR]
 */
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runCommand } from '../cli/run-command.ts';
import { DumpError } from '../build-index/dump/dump-error.ts';
import { objectsOf, ROOT_KEY } from '../src/release/manifest.ts';
import { CachedBlockReader } from '../src/index/blocks/block-reader.ts';
import { ByteCache } from '../src/store/byte-cache.ts';
import { LocalFolder } from '../src/store/local-folder.ts';
import { decodeRoot, readWholeRelease } from '../src/release/root.ts';
import { machine, markdownTable } from './performance-page.ts';
import { runWatched } from './processes.ts';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';

const CLI = fileURLToPath(new URL('../cli/genomic-edge.ts', import.meta.url));
/** Bytes of a file from which its compression ratio is estimated. */
const SAMPLED = 32 * 2 ** 20;
/** Number of evenly spaced pieces that are sampled from a large plain file. */
const PIECES = 16;
const zip = promisify(gzip);

const { dumps, vcf, out } = new Command('bench-build')
  .description('Builds an index and measures time, memory and disk use.')
  .requiredOption('--dumps <dir>', 'folder of dumps, as build-index takes it')
  .option('--vcf <file>', 'vcf_config.json, as build-index takes it')
  .option('--out <dir>', 'folder for the index; without it, the index is removed')
  .parse()
  .opts<{ dumps: string; vcf?: string; out?: string }>();

await runCommand('bench-build', async () => {
  const parent = out === undefined ? tmpdir() : dirname(resolve(out));
  await mkdir(parent, { recursive: true });
  // The build writes only below this folder and the index, so that disk usage can be measured.
  const work = await mkdtemp(join(parent, 'genomic-edge-build-'));
  try {
    const [text, genotypes] = [
      await inputSize([dumps], ['.txt', '.txt.gz']),
      vcf === undefined ? { plain: 0, gzip: 0 } : await inputSize([dirname(vcf)], ['.vcf', '.vcf.gz', '.vcf.bgz']),
    ];
    if (text.plain === 0) throw new DumpError(`${dumps} contains no tables of dumps (.txt or .txt.gz)`);
    const [index, temporary] = [out === undefined ? join(work, 'index') : resolve(out), join(work, 'tmp')];
    await mkdir(temporary);
    const command = [
      process.execPath,
      CLI,
      'build',
      '--dumps',
      dumps,
      ...(vcf === undefined ? [] : ['--vcf', vcf]),
      '--out',
      index,
    ];
    const usage = await runWatched(command, [work, index], { TMPDIR: temporary });
    if (usage.code !== 0) throw new DumpError(`the build failed with exit code ${usage.code}`);
    if (out === undefined) console.error('The index will be removed. Use --out DIR to keep it.');
    const bytes = await indexBytes(index);
    console.log(`${machine()}\n`);
    console.log(
      markdownTable(
        [
          'dumps',
          'MB',
          'MB of VCF',
          'as gzip',
          's',
          'CPU s',
          'MB/s',
          'MB/s of dumps',
          'GiB of memory',
          'MB of disk',
          'to input',
          'MB of index',
          'to gzip',
        ],
        [
          [
            basename(dumps),
            mega(text.plain),
            mega(genotypes.plain),
            mega(text.gzip + genotypes.gzip),
            usage.seconds.toFixed(1),
            usage.cpuSeconds.toFixed(1),
            ((text.plain + genotypes.plain) / 1e6 / usage.seconds).toFixed(1),
            (text.plain / 1e6 / usage.seconds).toFixed(1),
            (usage.memory / 2 ** 30).toFixed(2),
            mega(usage.disk),
            (usage.disk / (text.plain + genotypes.plain)).toFixed(2),
            mega(bytes),
            (bytes / (text.gzip + genotypes.gzip)).toFixed(2),
          ],
        ],
      ),
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
});

/** Bytes of all objects of the current release. */
async function indexBytes(index: string): Promise<number> {
  const store = new LocalFolder(index);
  try {
    const { manifest } = await readWholeRelease(
      decodeRoot(await readFile(join(index, ROOT_KEY))),
      new CachedBlockReader(store, new ByteCache(0)),
    );
    return [...objectsOf(manifest).values()].reduce((sum, { size }) => sum + size, 0);
  } finally {
    await store.close();
  }
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** Size of the input of a build. Sizes of large files are estimated from a sample. */
interface InputSize {
  /** Bytes as text. */
  plain: number;
  /** Bytes as gzip files of the default level; the actual size of compressed files. */
  gzip: number;
}

/** Size of all files below some folders whose names have one of the endings. */
async function inputSize(folders: readonly string[], endings: readonly string[]): Promise<InputSize> {
  const size = { plain: 0, gzip: 0 };
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !endings.some((ending) => entry.name.endsWith(ending))) continue;
      const each = await fileSize(join(entry.parentPath, entry.name));
      size.plain += each.plain;
      size.gzip += each.gzip;
    }
  }
  return size;
}

async function fileSize(path: string): Promise<InputSize> {
  const { size } = await stat(path);
  if (/\.b?gz$/.test(path)) return { plain: size * (await expansion(path, size)), gzip: size };
  return { plain: size, gzip: size * (await shrinking(path, size)) };
}

async function expansion(path: string, size: number): Promise<number> {
  const read = Math.min(size, SAMPLED);
  if (read === 0) return 1;
  let plain = 0;
  const unzipped: AsyncIterable<Buffer> = createReadStream(path, { end: read - 1 }).pipe(createGunzip());
  try {
    for await (const chunk of unzipped) plain += chunk.length;
  } catch (error) {
    // The sample is cut off within a gzip member.
    if (!(error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR')) throw error;
  }
  return plain / read;
}

async function shrinking(path: string, size: number): Promise<number> {
  if (size === 0) return 1;
  const file = await open(path);
  try {
    const length = size <= SAMPLED ? size : SAMPLED / PIECES;
    const pieces = Math.min(PIECES, Math.floor(size / length));
    let zipped = 0;
    for (let each = 0; each < pieces; each++) {
      const piece = Buffer.alloc(length);
      await file.read(piece, 0, length, pieces === 1 ? 0 : Math.floor((each * (size - length)) / (pieces - 1)));
      zipped += (await zip(piece)).length;
    }
    return zipped / (pieces * length);
  } finally {
    await file.close();
  }
}
