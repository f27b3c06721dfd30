import { Command, Option } from 'commander';
import { count, interruption, runCommand } from '../run-command.ts';
import { TransferBar } from '../transfer-bar.ts';
import { GROUPS, RELEASE_GROUPS, SPECIES_GROUPS } from '../fetch/choose-databases.ts';
import { fetchRelease, type FetchOptions } from '../fetch/fetch-release.ts';
import { DIVISIONS } from '../fetch/mirror.ts';

export const command = new Command('fetch')
  .description(
    'Downloads the dumps that a build reads from an Ensembl FTP mirror and verifies their checksums. ' +
      'After an interruption, the same command continues.',
  )
  .requiredOption(
    '--release <number>',
    'release number of Ensembl, such as 115; with --division that of Ensembl Genomes, such as 62',
    count(100_000),
  )
  .addOption(
    new Option('--species <names...>', 'production names of species, such as saccharomyces_cerevisiae').default(
      [],
      'none',
    ),
  )
  .addOption(
    new Option(
      '--groups <names...>',
      `database kinds: of each species ${SPECIES_GROUPS.join(', ')}; of the whole release ${RELEASE_GROUPS.join(', ')}`,
    )
      .choices(GROUPS)
      .default(['core'], 'core'),
  )
  .addOption(new Option('--division <name>', 'a division of Ensembl Genomes').choices(DIVISIONS))
  .option('--mirror <url>', "URL of the folder that contains release-<number> (default: Ensembl's own site)")
  .option('--downloads <number>', 'files to download at once', count(32), 6)
  .option('--dry-run', 'list the files to download and their sizes; write nothing')
  .requiredOption(
    '--out <dir>',
    'folder for release-<number>/mysql/<database>, or release-<number>/<division>/mysql/<database>',
  )
  .addHelpText(
    'after',
    '\nExample:\n  $ genomic-edge fetch --release 115 --species saccharomyces_cerevisiae --out dumps',
  )
  .action((options: FetchOptions) =>
    runCommand('genomic-edge fetch', async () => {
      const bar = new TransferBar('files');
      const lines = await fetchRelease(options, bar, interruption()).finally(() => bar.stop());
      for (const line of lines) console.log(line);
    }),
  );
