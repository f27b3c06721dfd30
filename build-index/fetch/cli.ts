/** `npm run fetch-release -- --release N --species NAME … --out DIR [--groups core …] [--dry-run]` */
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { count, interruption, runCommand } from '../command.ts';
import { megabytes, TransferBar } from '../transfer-bar.ts';
import { chooseDatabases, GROUPS, RELEASE_GROUPS, SPECIES_GROUPS } from './choose-databases.ts';
import { FetchError } from './fetch-error.ts';
import { fetchRelease, missingFiles } from './fetch-release.ts';
import { DIVISIONS, Mirror } from './mirror.ts';
import { planDatabases, type PlannedDatabase } from './plan.ts';
import { Web } from './web.ts';

interface Options {
  release: number;
  species: string[];
  out: string;
  groups: string[];
  division?: string;
  mirror?: string;
  downloads: number;
  dryRun?: boolean;
}

const command = new Command('fetch-release')
  .description('Downloads from an Ensembl FTP mirror the database dumps that build-index reads, proves them by their checksums, and goes on where it stopped.')
  .requiredOption('--release <number>', "of Ensembl, such as 115; with --division of Ensembl Genomes, such as 62", count(100_000))
  .option('--species <names...>', 'production names, such as saccharomyces_cerevisiae', [])
  .addOption(new Option('--groups <names...>', `databases of each species: ${SPECIES_GROUPS.join(', ')}; of the release: ${RELEASE_GROUPS.join(', ')}`).choices(GROUPS).default(['core'], 'core'))
  .addOption(new Option('--division <name>', 'a division of Ensembl Genomes').choices(DIVISIONS))
  .option('--mirror <url>', 'https:// address of the folder that holds release-<number>; Ensembl’s own unless said')
  .option('--downloads <number>', 'files at once', count(32), 6)
  .option('--dry-run', 'say which files would be fetched and how large they are; write nothing')
  .requiredOption('--out <dir>', 'folder for release-<number>/mysql/<database>')
  .parse();

await runCommand('fetch-release', async () => {
  const options = command.opts<Options>();
  const { release, species, groups, division, mirror: site, downloads: atOnce, out } = options;
  if (species.length === 0 && !groups.every((group) => RELEASE_GROUPS.includes(group))) throw new FetchError(`Say whose ${groups.filter((group) => SPECIES_GROUPS.includes(group)).join(', ')} to fetch: --species NAME`);
  const web = new Web({ connections: atOnce });
  const bar = new TransferBar('files');
  const signal = interruption();
  try {
    const mirror = new Mirror(web, release, division, site);
    const { chosen, missing } = chooseDatabases(await mirror.databases(signal), species, groups, mirror.name);
    for (const sentence of missing) console.error(sentence);
    if (chosen.length === 0) throw new FetchError(`${mirror.name} has none of the databases asked for`);
    const folder = join(out, mirror.path);
    const plans = await planDatabases(chosen, { web, mirror, folder, atOnce, signal });
    for (const { name, checksums } of plans) if (!checksums) console.error(`${name}: the mirror tells no checksums, so files are compared by their lengths only.`);
    if (options.dryRun) return tellPlan(plans, mirror);
    const { files, bytes } = missingFiles(plans);
    await fetchRelease(plans, { web, folder, atOnce, progress: bar, signal });
    bar.stop();
    const all = plans.flatMap((plan) => plan.files).length;
    console.log(files.length === 0 ? `${mirror.name}: all ${all} files are in ${folder} already.` : `${mirror.name}: ${files.length} files fetched (${megabytes(bytes)}), ${all - files.length} were there, all in ${folder}.`);
    console.log(`Compile them with: npm run build-index -- --dumps ${folder} --out DIR`);
  } catch (error) {
    bar.stop();
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
    throw new FetchError('interrupted: give the same command again to go on where it stopped');
  } finally {
    bar.stop();
    await web.close();
  }
});

function tellPlan(plans: readonly PlannedDatabase[], mirror: Mirror): void {
  for (const plan of plans) {
    const { files, bytes } = missingFiles([plan]);
    console.log(`${plan.name}: ${files.length} of ${plan.files.length} files, ${megabytes(bytes)}`);
    for (const file of files) console.log(`  ${megabytes(file.bytes).padStart(9)}  ${file.url.pathname.split('/').at(-1)}${file.begun > 0 ? ` (${megabytes(file.begun)} are there)` : ''}`);
  }
  const { files, bytes } = missingFiles(plans);
  console.log(`${mirror.name}: ${files.length} files (${megabytes(bytes)}) would be fetched.`);
}
