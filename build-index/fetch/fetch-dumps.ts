import { join } from 'node:path';
import { megabytes, type TransferProgress } from '../transfer-bar.ts';
import { chooseDatabases, RELEASE_GROUPS } from './choose-databases.ts';
import { FetchError } from './fetch-error.ts';
import { fetchRelease, missingFiles } from './fetch-release.ts';
import { Mirror } from './mirror.ts';
import { planDatabases, type PlannedDatabase } from './plan.ts';
import { Web } from './web.ts';

/** What an operator asks for. */
export interface Wish {
  release: number;
  species: string[];
  /** Of GROUPS. */
  groups: string[];
  /** Of Ensembl Genomes. */
  division?: string;
  /** Address of the folder that holds release-<number>. */
  mirror?: string;
  out: string;
  /** Files at once. */
  downloads: number;
  /** Say what would be done, and write nothing. */
  dryRun?: boolean;
  /** Milliseconds: see WebOptions. */
  retryAfter?: number;
}

/**
 * From what is asked for to the dumps on the disk.
 *
 * @returns what to tell when it is done, in lines
 * @throws FetchError
 */
export async function fetchDumps(wish: Wish, progress: TransferProgress, signal: AbortSignal): Promise<string[]> {
  const { release, species, groups, division, downloads: atOnce, out, retryAfter } = wish;
  const ofSpecies = groups.filter((group) => !RELEASE_GROUPS.includes(group));
  if (species.length === 0 && ofSpecies.length > 0) throw new FetchError(`Say whose ${ofSpecies.join(', ')} to fetch: --species NAME`);
  const web = new Web({ connections: atOnce, retryAfter });
  try {
    const mirror = new Mirror(web, release, division, wish.mirror);
    const { chosen, missing } = chooseDatabases(await mirror.databases(signal), species, groups, mirror.name);
    for (const sentence of missing) progress.note(sentence);
    if (chosen.length === 0) throw new FetchError(`${mirror.name} has none of the databases asked for`);
    const folder = join(out, mirror.path);
    const plans = await planDatabases(chosen, { web, mirror, folder, atOnce, signal });
    for (const { name, checksums } of plans) if (!checksums) progress.note(`${name}: the mirror tells no checksums, so files are compared by their lengths only.`);
    if (wish.dryRun) return [...plans.flatMap(planLines), `${mirror.name}: ${missingWords(plans)} would be fetched.`];
    const words = missingWords(plans);
    const all = plans.flatMap(({ files }) => files).length;
    const { files } = missingFiles(plans);
    await fetchRelease(plans, { web, folder, atOnce, progress, signal });
    return [
      files.length === 0 ? `${mirror.name}: all ${all} files are in ${folder} already.` : `${mirror.name}: ${words} fetched, ${all - files.length} were there, all in ${folder}.`,
      `Compile them with: npm run build-index -- --dumps ${folder} --out DIR`,
    ];
  } finally {
    await web.close();
  }
}

function planLines(plan: PlannedDatabase): string[] {
  return [`${plan.name}: ${missingWords([plan])} of ${plan.files.length}`, ...missingFiles([plan]).files.map(({ bytes, begun, url }) =>
    `  ${megabytes(bytes).padStart(9)}  ${url.pathname.split('/').at(-1)}${begun > 0 ? ` (${megabytes(begun)} are there)` : ''}`)];
}

function missingWords(plans: readonly PlannedDatabase[]): string {
  const { files, bytes } = missingFiles(plans);
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} (${megabytes(bytes)})`;
}
