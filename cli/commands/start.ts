import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { buildRelease } from '../../build-index/units/build-release.ts';
import { DumpError } from '../../build-index/dump/dump-error.ts';
import { BuildBar } from '../build-bar.ts';
import { ensureStartIndex } from '../demo-index.ts';
import { addGenomeOptions, type GenomeOptions, inputsOfGenomes, withFiles } from '../genome-options.ts';
import { cacheFolder } from '../installation.ts';
import { runCommand } from '../run-command.ts';
import { portNumber, runService } from '../serve/serve-index.ts';

const EXAMPLES = [
  '/info/species?content-type=application/json',
  '/lookup/symbol/arabidopsis_thaliana/rbcL?expand=1;content-type=application/json',
  '/sequence/id/NP_051067?content-type=text/x-fasta',
  '/sequence/region/coliphage_phix174/NC_001422.1:3981..136:1?content-type=text/plain',
  '/overlap/region/yersinia_pestis_biovar_microtus_str_91001/NC_005816.1:1-9609?feature=gene;content-type=text/x-gff3',
  '/vep/arabidopsis_thaliana/region/NC_000932.1:55000-55000:1/T?content-type=application/json',
];
/** Data that the real genomes lack: genotypes, trees, alignments. */
const FICTIONAL_EXAMPLES = [
  '/lookup/symbol/demo_mouse/DEMSEL1?expand=1;content-type=application/json',
  '/xrefs/symbol/demo_mouse/DEMPRT1L1?content-type=application/json',
];

interface Options extends GenomeOptions {
  vcf?: string[];
  port: number;
}

export const command = addGenomeOptions(new Command('start'))
  .description(
    'Serves files of your genome with Deno: GenBank or EMBL, or FASTA with GFF3 or GTF, and VCF. Without files ' +
      'it serves ' +
      'three small real genomes and the demo data (fictional species). The first start builds the index.',
  )
  .argument('[files...]', 'such as genome.gb, or genome.fa.gz genes.gff3.gz variants.vcf.gz')
  .option('--vcf <file>', 'variants of the genome; repeat for more files', (file: string, files: string[] = []) => [
    ...files,
    file,
  ])
  .option('--port <number>', 'port on 127.0.0.1; 0 for a free one', portNumber, 8787)
  .addHelpText(
    'after',
    '\nExamples:\n  $ genomic-edge start --port 8080\n  $ genomic-edge start genome.gb' +
      '\n  $ genomic-edge start --config genomes.yaml',
  )
  .action((files: string[], { port, ...options }: Options) =>
    runCommand('genomic-edge start', async () => {
      const bar = new BuildBar();
      const all = withFiles(options, files);
      const { vcf = [], ...others } = all;
      const { genomes, shared } = await inputsOfGenomes(others, vcf);
      const [given] = Object.keys(options);
      const isOwn = genomes.length > 0;
      if (!isOwn && given !== undefined)
        throw new DumpError(`--${given} adds to a genome of files: give its files, such as genome.gb`);
      const building = isOwn ? ownIndex(all, { genomes, shared }, bar) : ensureStartIndex(bar, console.error);
      const index = await building.finally(() => bar.stop());
      process.exitCode = await runService({ index, port, host: '127.0.0.1', runtime: 'deno' }, ({ url }) => {
        console.log(`Serving at ${url}`);
        console.log(`A page about each operation: ${new URL('/', url).href}`);
        if (isOwn) return console.log(`The genome: ${url}${EXAMPLES[0]}`);
        console.log('These are real genomes of data/genomes. Try:');
        for (const example of EXAMPLES) console.log(`  ${url}${example}`);
        console.log('and fictional ones, with data that small genomes lack:');
        for (const example of FICTIONAL_EXAMPLES) console.log(`  ${url}${example}`);
      });
    }),
  );

/** The index of some files, in the cache folder. Files that have not changed are not compiled again. */
async function ownIndex(
  given: Omit<Options, 'port'>,
  { genomes, shared }: Awaited<ReturnType<typeof inputsOfGenomes>>,
  bar: BuildBar,
): Promise<string> {
  const { species, config, fasta = [], gff3 = [], gtf = [], flat = [], vcf = [] } = given;
  const files = [...(config === undefined ? [] : [config]), ...fasta, ...gff3, ...gtf, ...flat, ...vcf];
  const name = createHash('sha256')
    .update(JSON.stringify([species, files.map((file) => resolve(file))]))
    .digest('hex');
  const index = join(cacheFolder(), 'genomes', name.slice(0, 16));
  const { notices, departures = [] } = await buildRelease([], index, bar, { genomes, shared });
  bar.stop();
  for (const notice of notices) console.error(notice);
  for (const { first } of departures) if (first[0] !== undefined) console.error(first[0]);
  return index;
}
