/**
 * Measures builds of a genome as files: FASTA, then with GFF3, then with VCF. Writes the files from an index of dumps,
 * and counts which answers of both indexes are equal. Prints Markdown tables. Linux only: it reads /proc.
 *
 *   npm run bench-files -- --index INDEX --species NAME [--vcf FILE …] --out DIR
 */
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { DumpError } from '../build-index/dump/dump-error.ts';
import { runCommand } from '../cli/run-command.ts';
import { LocalFolder } from '../src/store/local-folder.ts';
import { type ExportedGenome, exportGenome } from '../test/support/exported-genome.ts';
import { type RunningService, runService } from '../test/support/running-service.ts';
import { machine, markdownTable } from './performance-page.ts';
import { runWatched } from './processes.ts';

const CLI = fileURLToPath(new URL('../cli/genomic-edge.ts', import.meta.url));
/** Lines of each VCF file whose effects are compared. */
const COMPARED_LINES = 1000;
/** Bases of a request for features. */
const PIECE = 4_000_000;

const { index, species, vcf, out } = new Command('bench-files')
  .description('Measures builds of a genome as FASTA, GFF3 and VCF, and compares the answers with those of its dumps.')
  .requiredOption('--index <dir>', 'index of dumps')
  .requiredOption('--species <name>', 'a genome of the index')
  .option(
    '--vcf <file>',
    'variants, plain; repeat for more files',
    (file: string, files: string[]) => [...files, file],
    [],
  )
  .requiredOption('--out <dir>', 'folder for the files and the index')
  .parse()
  .opts<{ index: string; species: string; vcf: string[]; out: string }>();

/** Builds the index of some files. */
async function measured(name: string, options: readonly string[]): Promise<string[]> {
  const paths = options.filter((option) => !option.startsWith('--'));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const target = resolve(out, 'index');
  const command = [process.execPath, CLI, 'build', ...options, '--species', species, '--out', target];
  const { code, seconds, cpuSeconds, memory } = await runWatched(command, [target], {});
  if (code !== 0) throw new DumpError(`the build failed with exit code ${code}`);
  const rates = [bytes / 1e6 / seconds, bytes / 1e6 / cpuSeconds].map((rate) => rate.toFixed(1));
  return [
    name,
    (bytes / 1e6).toFixed(0),
    seconds.toFixed(1),
    cpuSeconds.toFixed(1),
    ...rates,
    (memory / 2 ** 30).toFixed(2),
  ];
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  gene: ['id', 'start', 'end', 'strand', 'biotype', 'version', 'external_name', 'canonical_transcript'],
  transcript: ['id', 'Parent', 'start', 'end', 'strand', 'biotype', 'version', 'is_canonical'],
  exon: ['id', 'Parent', 'start', 'end', 'strand', 'rank', 'ensembl_phase', 'ensembl_end_phase', 'constitutive'],
  cds: ['id', 'Parent', 'start', 'end', 'strand', 'phase'],
};
const EFFECTS = [
  'transcript_id',
  'variant_allele',
  'consequence_terms',
  'codons',
  'amino_acids',
  'cds_start',
  'cds_end',
];

type Row = Readonly<Record<string, unknown>>;
const only = (keys: readonly string[], rows: readonly Row[]): Row[] =>
  rows.map((row) => Object.fromEntries(keys.map((key) => [key, row[key]])));

/** How many features, effects and variants are equal. */
async function compared(
  dumps: RunningService,
  files: RunningService,
  { regions }: ExportedGenome,
): Promise<string[][]> {
  const table: string[][] = [];
  const compare = async (name: string, ask: (service: RunningService) => Promise<readonly unknown[]>) => {
    const [one = [], other = []] = (await Promise.all([ask(dumps), ask(files)])).map((list) =>
      list.map((each) => JSON.stringify(each)),
    );
    const left = new Set(one);
    const equal = other.filter((text) => left.delete(text)).length;
    table.push([name, String(equal), String(Math.max(one.length, other.length) - equal)]);
  };
  for (const [feature, keys] of Object.entries(KEYS))
    await compare(`overlap/region ${feature}`, async (service) => {
      const found: Row[] = [];
      for (const [name, length] of regions)
        for (let start = 1; start <= length; start += PIECE) {
          const slice = `${name}:${start}-${Math.min(length, start + PIECE - 1)}`;
          found.push(...(await service.get(`/overlap/region/${species}/${slice}?feature=${feature}`)).json);
        }
      return only(keys, found);
    });
  for (const path of vcf) {
    const variants = await firstLines(path);
    await compare('vep/batch, effects on transcripts', async (service) => {
      const rows: Row[] = (await service.post(`/vep/${species}/batch`, { variants })).json;
      return rows.map(({ id, transcript_consequences: list }) => [id, Array.isArray(list) ? only(EFFECTS, list) : []]);
    });
    await compare('variation', async (service) => {
      const ids = variants.slice(0, 200).map((line) => line.split('\t')[2]);
      const found: Row[] = Object.values((await service.post(`/variation/${species}`, { ids })).json);
      return found.map(({ name, var_class, ambiguity, mappings }) => [
        name,
        var_class,
        ambiguity,
        Array.isArray(mappings) ? only(['location', 'allele_string', 'strand'], mappings) : [],
      ]);
    });
  }
  return table;
}

/** The first eight columns of the first variants of a file. */
async function firstLines(path: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (!line.startsWith('#')) lines.push(line.split('\t', 8).join('\t'));
    if (lines.length === COMPARED_LINES) break;
  }
  return lines;
}

await runCommand('bench-files', async () => {
  await mkdir(out, { recursive: true });
  const dumps = await runService(new LocalFolder(index));
  const exported = await exportGenome(dumps, species, out);
  const { fasta, gff3 } = exported;
  const rows = [
    await measured('FASTA', ['--fasta', fasta]),
    await measured('and GFF3', ['--fasta', fasta, '--gff3', gff3]),
  ];
  const all = ['--fasta', fasta, '--gff3', gff3, ...vcf.flatMap((file) => ['--vcf', file])];
  if (vcf.length > 0) rows.push(await measured('and VCF', all));
  console.log(`${machine()}\n`);
  console.log(markdownTable(['files', 'MB', 's', 'CPU s', 'MB/s', 'MB / CPU s', 'GiB of memory'], rows));
  const files = await runService(new LocalFolder(join(out, 'index')));
  console.log(`\n${markdownTable(['answers', 'equal', 'not equal'], await compared(dumps, files, exported))}`);
  await Promise.all([dumps.close(), files.close()]);
});
