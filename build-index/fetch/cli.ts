/** `npm run fetch-release -- --release N --species NAME … --out DIR [--groups core …] [--dry-run]` */
import { Command, Option } from 'commander';
import { count, interruption, runCommand } from '../command.ts';
import { TransferBar } from '../transfer-bar.ts';
import { GROUPS, RELEASE_GROUPS, SPECIES_GROUPS } from './choose-databases.ts';
import { fetchDumps, type Wish } from './fetch-dumps.ts';
import { DIVISIONS } from './mirror.ts';

const command = new Command('fetch-release')
  .description('Downloads from an Ensembl FTP mirror the database dumps that build-index reads, proves them by their checksums, and goes on where it stopped.')
  .requiredOption('--release <number>', 'of Ensembl, such as 115; with --division of Ensembl Genomes, such as 62', count(100_000))
  .option('--species <names...>', 'production names, such as saccharomyces_cerevisiae', [])
  .addOption(new Option('--groups <names...>', `databases of each species: ${SPECIES_GROUPS.join(', ')}; of the release: ${RELEASE_GROUPS.join(', ')}`).choices(GROUPS).default(['core'], 'core'))
  .addOption(new Option('--division <name>', 'a division of Ensembl Genomes').choices(DIVISIONS))
  .option('--mirror <url>', "address of the folder that holds release-<number>; Ensembl's own unless said")
  .option('--downloads <number>', 'files at once', count(32), 6)
  .option('--dry-run', 'say which files would be fetched and how large they are; write nothing')
  .requiredOption('--out <dir>', 'folder for release-<number>/mysql/<database>')
  .parse();

await runCommand('fetch-release', async () => {
  const bar = new TransferBar('files');
  const lines = await fetchDumps(command.opts<Wish>(), bar, interruption()).finally(() => bar.stop());
  for (const line of lines) console.log(line);
});
