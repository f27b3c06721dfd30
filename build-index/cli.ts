/** `npm run build-index -- --dumps DIR [--dumps DIR …] [--vcf vcf_config.json] --out DIR` */
import { Command } from 'commander';
import { buildRelease } from './compile/release.ts';
import { runCommand } from './command.ts';
import { BuildBar } from './build-bar.ts';

const command = new Command('build-index')
  .description('Compiles dump folders of an Ensembl release into an index folder that `npm run serve` serves.')
  .requiredOption('--dumps <dir>', 'folder of database dumps; may be given several times', (dir: string, dirs: string[] = []) => [...dirs, dir])
  .option('--vcf <file>', 'vcf_config.json that lists VCF files with genotypes or frequencies')
  .requiredOption('--out <dir>', 'index folder to write; releases that it holds already stay')
  .parse();

await runCommand('build-index', async () => {
  const { dumps, out, vcf } = command.opts<{ dumps: string[]; out: string; vcf?: string }>();
  const bar = new BuildBar();
  const began = performance.now();
  try {
    const { id, genomes, notices } = await buildRelease(dumps, out, bar, { vcfConfig: vcf });
    bar.stop();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`Release ${id} with ${genomes} ${genomes === 1 ? 'genome' : 'genomes'} is ready in ${out} (${seconds} s).`);
    for (const notice of notices) console.log(notice);
  } finally {
    bar.stop();
  }
});
