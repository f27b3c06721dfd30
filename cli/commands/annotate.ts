import { availableParallelism } from 'node:os';
import { stat } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { ApiError } from '../../src/api-error.ts';
import type { BatchFormat } from '../../src/handlers/vep/batch/vcf-annotator.ts';
import { annotateFile } from '../annotate/annotate-file.ts';
import { AnnotateBar } from '../annotate/annotate-bar.ts';
import { chooseSpecies } from '../annotate/open-index.ts';
import { vepOptions } from '../annotate/vep-options.ts';
import { AnnotateError } from '../operator-error.ts';
import { count, interruption, runCommand } from '../run-command.ts';

interface Options {
  index: string;
  vcf: string;
  out: string;
  species?: string;
  format: BatchFormat;
  processes: number;
  option: string[];
}

export const command = new Command('annotate')
  .description(
    'Predicts the effects of the variants of a VCF file from an index, without a server. Writes the file with the ' +
      "field CSQ of Ensembl's VEP, or one JSON object per line. Variants in order of position are fastest.",
  )
  .requiredOption('--index <dir>', 'index folder')
  .requiredOption('--vcf <file>', 'VCF file: plain, gzip or bgzip; - for standard input')
  .requiredOption('--out <file>', 'file to write, in bgzip if its name ends with .gz; - for standard output')
  .option('--species <name>', 'species of the variants (default: the only one of the index)')
  .addOption(new Option('--format <format>', 'format to write').choices(['vcf', 'ndjson']).default('vcf'))
  .option('--processes <n>', 'threads that annotate', count(256), availableParallelism())
  .option(
    '--option <name[=value]>',
    'option of /vep, such as hgvs, canonical, pick or distance=1000; repeat it for more',
    (text: string, texts: string[]) => [...texts, text],
    [],
  )
  .addHelpText(
    'after',
    '\nExample:\n  $ genomic-edge annotate --index index --vcf in.vcf.gz --out out.vcf.gz --option hgvs',
  )
  .action(({ index, vcf, out, species: name, format, processes: threads, option }: Options) =>
    runCommand('genomic-edge annotate', async () => {
      const species = await chooseSpecies(index, name);
      const options = asked(() => vepOptions(species, option, format === 'vcf' ? ['numbers'] : []));
      const bar = new AnnotateBar(await sizeOf(vcf));
      const began = performance.now();
      try {
        const counts = await annotateFile({
          index,
          species,
          options,
          format,
          vcf,
          out,
          threads,
          signal: interruption(),
          progress: (read, lines) => bar.update(read, lines),
        });
        bar.stop();
        report(counts, (performance.now() - began) / 1000);
      } finally {
        bar.stop();
      }
    }),
  );

type Counts = Awaited<ReturnType<typeof annotateFile>>;

/** On standard error, since standard output may be the file. */
function report({ lines, unannotated, reason, otherReference }: Counts, seconds: number): void {
  const speed = Math.round(lines / seconds).toLocaleString('en');
  console.error(
    `${lines.toLocaleString('en')} variants in ${seconds.toFixed(1)} s, ${speed} per second. ` +
      `Peak memory ${Math.round(process.resourceUsage().maxRSS / 1000)} MB.`,
  );
  if (unannotated > 0)
    console.error(
      `${unannotated.toLocaleString('en')} lines are kept without annotation; the first because: ${reason}`,
    );
  if (otherReference > 0)
    console.error(
      `${otherReference.toLocaleString('en')} variants have a REF that differs from the genome; ` +
        'is it the right assembly?',
    );
}

function asked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) throw new AnnotateError(error.message.trim());
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
