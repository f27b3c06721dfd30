/** Downloads the dumps of a release from a mirror, in the layout that `genomic-edge build` reads. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { eachAtOnce } from '../each-at-once.ts';
import { commandLine } from '../installation.ts';
import { FetchError, errorCode } from '../operator-error.ts';
import { megabytes, type TransferProgress } from '../transfer-bar.ts';
import { chooseDatabases, RELEASE_GROUPS } from './choose-databases.ts';
import { download } from './download.ts';
import { Mirror } from './mirror.ts';
import { planDatabases, prepareFolders, type PlannedDatabase, type PlannedFile } from './plan.ts';
import { Web } from './web.ts';

export interface FetchOptions {
  release: number;
  species: string[];
  /** Members of GROUPS. */
  groups: string[];
  /** Division of Ensembl Genomes. */
  division?: string;
  /** URL of the folder that contains release-<number>. */
  mirror?: string;
  out: string;
  /** Files to download at once. */
  downloads: number;
  /** List the missing files, and write nothing. */
  dryRun?: boolean;
  /** Milliseconds, as in WebOptions. */
  retryAfter?: number;
}

/**
 * Downloads the missing files of the chosen databases.
 *
 * @returns lines for the operator
 * @throws FetchError
 */
export async function fetchRelease(
  options: FetchOptions,
  progress: TransferProgress,
  signal: AbortSignal,
): Promise<string[]> {
  const { release, species, groups, division, downloads: atOnce, out, retryAfter } = options;
  const ofSpecies = groups.filter((group) => !RELEASE_GROUPS.includes(group));
  if (species.length === 0 && ofSpecies.length > 0)
    throw new FetchError(
      `--groups ${ofSpecies.join(' ')} needs a species: add --species NAME, such as saccharomyces_cerevisiae`,
    );
  const web = new Web({ connections: atOnce, retryAfter, note: (sentence) => progress.note(sentence) });
  try {
    const mirror = new Mirror(web, release, division, options.mirror);
    const { chosen, missing } = chooseDatabases(await mirror.databases(signal), species, groups, mirror.name);
    for (const sentence of missing) progress.note(sentence);
    if (chosen.length === 0)
      throw new FetchError(`${mirror.name} has none of the requested databases: change --groups`);
    const folder = join(out, mirror.path);
    const plans = await planDatabases(chosen, { web, mirror, folder, atOnce, signal });
    for (const { name, checksums } of plans)
      if (!checksums) progress.note(`${name}: the mirror lists no checksums, so only the sizes of files are verified.`);
    if (options.dryRun)
      return [...plans.flatMap(planLines), `${mirror.name}: ${missingWords(plans)} would be downloaded.`];
    const words = missingWords(plans);
    const all = plans.flatMap(({ files }) => files).length;
    const { files } = missingFiles(plans);
    await downloadMissing(plans, { web, folder, atOnce, progress, signal });
    return [
      files.length === 0
        ? `${mirror.name}: all ${all} files are in ${folder} already.`
        : `${mirror.name}: ${words} downloaded to ${folder}, ${all - files.length} were there already.`,
      `Compile them with: ${commandLine('build', 'build-index')} --dumps ${folder} --out DIR`,
    ];
  } finally {
    await web.close();
  }
}

function planLines(plan: PlannedDatabase): string[] {
  return [
    `${plan.name}: ${missingWords([plan])} of ${plan.files.length}`,
    ...missingFiles([plan]).files.map(({ bytes, begun, url }) => {
      const partly = begun > 0 ? ` (${megabytes(begun)} are there already)` : '';
      return `  ${megabytes(bytes).padStart(9)}  ${url.pathname.split('/').at(-1)}${partly}`;
    }),
  ];
}

function missingWords(plans: readonly PlannedDatabase[]): string {
  const { files, bytes } = missingFiles(plans);
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} (${megabytes(bytes)})`;
}

/** The files to download, and their missing bytes to within 1 KiB per file. */
function missingFiles(plans: readonly PlannedDatabase[]): { files: PlannedFile[]; bytes: number } {
  const files = plans.flatMap((plan) => plan.files).filter(({ present }) => !present);
  return { files, bytes: files.reduce((sum, { bytes, begun }) => sum + Math.max(0, bytes - begun), 0) };
}

interface Downloading {
  web: Web;
  /** Folder of the databases. */
  folder: string;
  atOnce: number;
  progress: TransferProgress;
  signal: AbortSignal;
}

/**
 * Downloads the missing files. After a failure, the next run continues with the bytes that arrived.
 * @throws FetchError
 */
async function downloadMissing(
  plans: readonly PlannedDatabase[],
  { web, folder, atOnce, progress, signal }: Downloading,
): Promise<void> {
  const { files, bytes } = missingFiles(plans);
  try {
    await prepareFolders(plans);
    await checkRoom(folder, bytes);
    progress.begin(files.length, bytes);
    // Largest first, so that no large file is left to download alone at the end.
    const ordered = [...files].sort((a, b) => b.bytes - a.bytes);
    await eachAtOnce(ordered, atOnce, signal, async (file, aborted) => {
      await download(file, web, (count) => progress.bytes(count), aborted);
      progress.itemDone();
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new FetchError(
        `no space is left in ${folder}: free some, then run the same command again; it continues with the files there`,
        { cause: error },
      );
    throw error;
  }
}

async function checkRoom(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed)
    throw new FetchError(
      `${folder} has ${megabytes(bavail * bsize)} of free space, but the download needs ${megabytes(needed)}: ` +
        'free some, or choose another --out',
    );
}
