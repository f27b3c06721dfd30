import { realpath } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { count, interruption, runCommand } from '../run-command.ts';
import { megabytes, TransferBar } from '../transfer-bar.ts';
import { forecast, monthlyCost } from '../publish/forecast.ts';
import { openLocalRelease } from '../publish/local-release.ts';
import { openTarget } from '../publish/target-address.ts';
import { isSystemError, systemSentence } from '../../build-index/system-error.ts';
import { PublishError } from '../operator-error.ts';
import { publishRelease } from '../publish/publish-release.ts';
import { listReleases, rollBack } from '../publish/releases.ts';
import type { Target } from '../publish/target.ts';

interface Options {
  index?: string;
  to: string;
  release?: string;
  dryRun?: boolean;
  list?: boolean;
  rollback?: string | true;
  uploads: number;
  readBack?: boolean;
  requests: number;
}

export const command = new Command('publish')
  .description(
    'Copies a release to an S3-compatible store, to R2 and KV, or to another folder, and makes it current there.',
  )
  .option('--index <dir>', 'index folder')
  .requiredOption(
    '--to <target>',
    'a folder, s3://bucket/prefix?endpoint=URL&region=NAME, or r2://bucket?account=ID&kv=NAMESPACE-ID',
  )
  .option('--release <id>', 'release of the index folder (default: its current one)')
  .addOption(
    new Option(
      '--dry-run',
      'print what would be copied and the monthly costs; write nothing. ' +
        's3: and r2: targets are listed, which needs credentials; a folder needs none',
    ).conflicts(['list', 'rollback']),
  )
  .addOption(new Option('--list', 'list the releases of the target').conflicts(['rollback']))
  .option('--rollback [release]', 'make a release of the target current again; without an id, the previous one')
  .option('--uploads <number>', 'uploads to run at once; each needs 16 MB of memory or more', count(64), 8)
  .option('--read-back', 'read every object back and compare its SHA-256, even if the store has verified its MD5')
  .option('--requests <number>', 'requests per month, for the costs of --dry-run', count(1e12), 1_000_000)
  .addHelpText(
    'after',
    `
Credentials come from the environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (or AWS_PROFILE …); for r2: also
CLOUDFLARE_API_TOKEN.

Example:
  $ genomic-edge publish --index index --to r2://genomic-edge-index`,
  )
  .action((options: Options) =>
    runCommand('genomic-edge publish', async () => {
      // A mistyped folder must not look like an empty target.
      const existing = options.list === true || options.rollback !== undefined;
      const target = await openTarget(options.to, options.uploads, existing);
      if (options.list) await list(target);
      else if (options.rollback) await goBack(target, options.rollback);
      else await publish(target, options);
    }),
  );

async function publish(
  target: Target,
  { index, release: wanted, dryRun, uploads, readBack = false, requests }: Options,
): Promise<void> {
  if (index === undefined) throw new PublishError('--index is missing: give the index folder to publish, --index DIR');
  const release = await openLocalRelease(index, wanted);
  if ((await realpath(index)) === (await realpath(target.name).catch(() => null)))
    throw new PublishError(`--to ${target.name} is the index folder itself: give another folder or a bucket`);
  if (dryRun) {
    const expected = await forecast(release, target);
    console.log(
      `Release ${release.id} in ${target.name}: ${expected.missing.length} objects would be sent ` +
        `(${megabytes(expected.missingBytes)}), ${expected.present} are there already.`,
    );
    const costs = monthlyCost(expected, requests);
    console.log('Costs of a month on Cloudflare:');
    for (const { what, dollars } of costs) console.log(`  ${dollars.toFixed(2).padStart(8)} USD  ${what}`);
    console.log(
      `  ${costs
        .reduce((sum, { dollars }) => sum + dollars, 0)
        .toFixed(2)
        .padStart(8)} USD  total`,
    );
    return;
  }
  const bar = new TransferBar('objects');
  const publishing = publishRelease(release, target, { uploads, readBack, progress: bar, signal: interruption() });
  const { uploaded, uploadedBytes, present, flipped } = await publishing
    .finally(() => bar.stop())
    .catch((error: unknown) => {
      throw isSystemError(error) ? new PublishError(systemSentence(error, target.name), { cause: error }) : error;
    });
  console.log(
    `Release ${release.id} ${flipped ? 'is now' : 'was already'} current in ${target.name}: ` +
      `${uploaded} ${uploaded === 1 ? 'object' : 'objects'} sent (${megabytes(uploadedBytes)}), ` +
      `${present} were there already, all are verified.`,
  );
}

async function list(target: Target): Promise<void> {
  const { releases, current, fault } = await listReleases(target);
  for (const { id, objects, bytes, completed } of releases) {
    const time = completed?.toISOString().slice(0, 16).replace('T', ' ') ?? 'incomplete      ';
    console.log(`${id === current ? '*' : ' '} ${id}  ${time}  ${objects} objects  ${megabytes(bytes)}`);
  }
  if (fault !== null) console.log(`${fault}. Publish again, or choose a release with --rollback RELEASE.`);
  else if (current === null) console.log(`No release is current in ${target.name}.`);
  else if (!releases.some(({ id, completed }) => id === current && completed))
    console.log(
      `The current release, ${current}, is incomplete in ${target.name}. Publish it again, or choose another with ` +
        '--rollback RELEASE.',
    );
}

async function goBack(target: Target, wanted: string | true): Promise<void> {
  const { from, to } = await rollBack(
    target,
    wanted === true ? undefined : wanted,
    (sentence) => console.error(sentence),
    undefined,
    interruption(),
  );
  console.log(
    `Release ${to} is now current in ${target.name}${from && from !== to ? `; before, it was ${from}` : ''}.`,
  );
}
