/**
 * What building an index takes: time for the plain text of dumps and VCFs, most memory of all processes, most disk beside these inputs,
 * and the index's size beside them as gzip files. A row of Markdown. Linux only: what processes use stands in /proc.
 *
 *   npm run bench-build -- --dumps DIR [--vcf vcf_config.json] [--out DIR]
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runCommand } from '../../build-index/command.ts';
import { DumpError } from '../../build-index/dump/dump-error.ts';
import { objectsOf } from '../../src/release/manifest-objects.ts';
import { ROOT_KEY } from '../../src/release/manifest.ts';
import { decodeRoot, wholeManifest } from '../../src/release/root.ts';
import { machine } from '../machine.ts';
import { markdownTable } from '../markdown-table.ts';
import { inputSize } from './input-size.ts';
import { runWatched } from './watched-process.ts';

const BUILD = fileURLToPath(new URL('../../build-index/cli.ts', import.meta.url));

const { dumps, vcf, out } = new Command('bench-build')
  .description('Builds an index and tells what that took.')
  .requiredOption('--dumps <dir>', 'folder of dumps, as build-index takes it')
  .option('--vcf <file>', 'vcf_config.json, as build-index takes it')
  .option('--out <dir>', 'where the index shall stay; it is removed otherwise')
  .parse().opts<{ dumps: string; vcf?: string; out?: string }>();

await runCommand('bench-build', async () => {
  const parent = out === undefined ? tmpdir() : dirname(resolve(out));
  await mkdir(parent, { recursive: true });
  // All that is written during the build stands below one folder, and can be weighed.
  const work = await mkdtemp(join(parent, 'genomic-edge-build-'));
  try {
    const [text, genotypes] = [await inputSize([dumps], ['.txt', '.txt.gz']), vcf === undefined ? { plain: 0, gzip: 0 } : await inputSize([dirname(vcf)], ['.vcf', '.vcf.gz', '.vcf.bgz'])];
    if (text.plain === 0) throw new DumpError(`${dumps} holds no dumps: tables as .txt or .txt.gz`);
    const [index, temporary] = [out === undefined ? join(work, 'index') : resolve(out), join(work, 'tmp')];
    await mkdir(temporary);
    const command = [process.execPath, BUILD, '--dumps', dumps, ...(vcf === undefined ? [] : ['--vcf', vcf]), '--out', index];
    const usage = await runWatched(command, [work, index], { TMPDIR: temporary });
    if (usage.code !== 0) throw new DumpError(`build-index ended with code ${usage.code}`);
    if (out === undefined) console.error('The index is removed again: --out DIR would keep it.');
    const bytes = await indexBytes(index);
    console.log(`${machine()}\n`);
    console.log(markdownTable(
      ['dumps', 'MB', 'MB of VCF', 'as gzip', 's', 'CPU s', 'MB/s', 'MB/s of dumps', 'GiB of memory', 'MB of disk', 'to input', 'MB of index', 'to gzip'],
      [[
        basename(dumps), mega(text.plain), mega(genotypes.plain), mega(text.gzip + genotypes.gzip), usage.seconds.toFixed(1), usage.cpuSeconds.toFixed(1),
        ((text.plain + genotypes.plain) / 1e6 / usage.seconds).toFixed(1), (text.plain / 1e6 / usage.seconds).toFixed(1), (usage.memory / 2 ** 30).toFixed(2),
        mega(usage.disk), (usage.disk / (text.plain + genotypes.plain)).toFixed(2), mega(bytes), (bytes / (text.gzip + genotypes.gzip)).toFixed(2),
      ]],
    ));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
});

/** All objects of the release that is served, each once. */
async function indexBytes(index: string): Promise<number> {
  const manifest = wholeManifest(decodeRoot(await readFile(join(index, ROOT_KEY))));
  return [...objectsOf(manifest).values()].reduce((sum, { size }) => sum + size, 0);
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
