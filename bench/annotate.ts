/**
 * Measures `genomic-edge annotate`, and compares its consequence terms with those of an independent program, bcftools
 * csq, on the same bases, transcripts and variants. Without bcftools it only measures.
 *
 *   npm run bench-annotate -- --index DIR --species NAME --vcf FILE [--count 100000] [--processes 2]
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { count, runCommand } from '../cli/run-command.ts';
import { AnnotateError } from '../cli/operator-error.ts';
import { openGenome, writeFasta, writeGff3 } from './annotate/bcftools-input.ts';
import { compareCalls } from './annotate/compare-calls.ts';

const PROGRAM = fileURLToPath(new URL('../cli/genomic-edge.ts', import.meta.url));

interface Options {
  index: string;
  species: string;
  vcf: string;
  count: number;
  processes: number;
}

const command = new Command('bench-annotate')
  .description(
    'Measures annotate on the first variants of a VCF file, and compares with bcftools csq if it is installed.',
  )
  .requiredOption('--index <dir>', 'index folder')
  .requiredOption('--species <name>', 'species of the variants')
  .requiredOption('--vcf <file>', 'VCF file, plain text')
  .option('--count <n>', 'variants to take', count(100_000_000), 100_000)
  .option('--processes <n>', 'threads of annotate', count(256), 2)
  .parse();

await runCommand('bench-annotate', async () => {
  const options = command.opts<Options>();
  const folder = await mkdtemp(join(tmpdir(), 'bench-annotate-'));
  try {
    await measure(options, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function measure({ index, species, vcf, count: most, processes }: Options, folder: string): Promise<void> {
  const genome = await openGenome(index, species);
  const input = join(folder, 'in.vcf');
  const variants = await firstLines(vcf, input, most, genome.regions);
  const rows: string[][] = [];
  const ours = join(folder, 'ours.vcf');
  const words = ['--index', index, '--species', species, '--vcf', input, '--processes', String(processes)];
  rows.push(run('annotate', variants, process.execPath, [PROGRAM, 'annotate', ...words, '--out', ours]));
  rows.push(
    run('annotate --format ndjson', variants, process.execPath, [
      PROGRAM,
      'annotate',
      ...words,
      '--format',
      'ndjson',
      '--out',
      join(folder, 'ours.ndjson'),
    ]),
  );
  const hasJudge = spawnSync('bcftools', ['--version']).status === 0;
  const theirs = join(folder, 'theirs.vcf');
  if (hasJudge) {
    const [fasta, gff] = [join(folder, 'bases.fa'), join(folder, 'genes.gff3')];
    await writeFasta(genome, fasta);
    await writeGff3(genome, gff);
    rows.push(
      run('bcftools csq --local-csq', variants, 'bcftools', [
        'csq',
        '--local-csq',
        '-f',
        fasta,
        '-g',
        gff,
        '-o',
        theirs,
        input,
      ]),
    );
  } else console.error('bcftools is not installed: the comparison is left out (apt-get install bcftools)');
  await genome.close();
  console.log('| program | variants | seconds | variants/s | CPU seconds |\n| --- | --: | --: | --: | --: |');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  if (hasJudge) console.log(await compareCalls(ours, theirs));
}

/** The header with the lengths of regions, which bcftools needs, and some variants without their genotypes. */
async function firstLines(
  from: string,
  to: string,
  most: number,
  regions: ReadonlyMap<string, number>,
): Promise<number> {
  const out = createWriteStream(to);
  let written = 0;
  for await (const line of createInterface({ input: createReadStream(from), crlfDelay: Infinity })) {
    if (line.startsWith('##contig')) continue;
    if (line.startsWith('#CHROM'))
      for (const [name, length] of regions) out.write(`##contig=<ID=${name},length=${length}>\n`);
    const columns = line.startsWith('##') ? [line] : line.split('\t', 8);
    // INFO of the file would be measured too.
    if (!line.startsWith('#')) {
      if (written++ === most) break;
      columns[7] = '.';
    }
    if (!out.write(`${columns.join('\t')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return Math.min(written, most);
}

/** Name, variants, seconds, variants a second, seconds of CPU. Throws AnnotateError if the program fails. */
function run(name: string, variants: number, program: string, words: readonly string[]): string[] {
  const began = performance.now();
  const { status, stderr } = spawnSync(
    '/usr/bin/env',
    ['bash', '-c', 'TIMEFORMAT="cpu %U %S"; time "$@"', 'bash', program, ...words],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new AnnotateError(`${name} failed: ${stderr.trim()}`);
  const seconds = (performance.now() - began) / 1000;
  const [, user = '0', system = '0'] = /cpu (\S+) (\S+)/.exec(stderr) ?? [];
  console.error(`${name}: ${stderr.trim()}`);
  return [
    name,
    variants.toLocaleString('en'),
    seconds.toFixed(1),
    Math.round(variants / seconds).toLocaleString('en'),
    (Number(user) + Number(system)).toFixed(1),
  ];
}
