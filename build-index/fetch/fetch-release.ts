/** Brings the dumps of a release from a mirror to the disk, as build-index reads them. */
import { statfs } from 'node:fs/promises';
import { eachAtOnce } from '../each-at-once.ts';
import { megabytes, type TransferProgress } from '../transfer-bar.ts';
import { download } from './download.ts';
import { FetchError } from './fetch-error.ts';
import { prepareFolders, type PlannedDatabase, type PlannedFile } from './plan.ts';
import type { Web } from './web.ts';

export interface FetchOptions {
  web: Web;
  /** Folder that the databases go to. */
  folder: string;
  /** Downloads at once. */
  atOnce: number;
  progress: TransferProgress;
  signal: AbortSignal;
}

/** What is not there yet, and how many bytes of it; to within 1 KiB a file. */
export function missingFiles(plans: readonly PlannedDatabase[]): { files: PlannedFile[]; bytes: number } {
  const files = plans.flatMap((plan) => plan.files).filter(({ present }) => !present);
  return { files, bytes: files.reduce((sum, { bytes, begun }) => sum + Math.max(0, bytes - begun), 0) };
}

/**
 * Fetches what a plan lacks. What has come before something fails stays, and the next run goes on from there.
 *
 * @throws FetchError
 */
export async function fetchRelease(plans: readonly PlannedDatabase[], { web, folder, atOnce, progress, signal }: FetchOptions): Promise<void> {
  const { files, bytes } = missingFiles(plans);
  try {
    await prepareFolders(plans);
    await checkRoom(folder, bytes);
    progress.begin(files.length, bytes);
    // The largest first, so that none of them is left for the end alone.
    const ordered = [...files].sort((a, b) => b.bytes - a.bytes);
    await eachAtOnce(ordered, atOnce, signal, async (file, aborted) => {
      await download(file, web, (count) => progress.bytes(count), aborted);
      progress.itemDone();
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException | null)?.code;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new FetchError(`There is no room left in ${folder}; what has come stays: make room and give the same command again`, { cause: error });
    throw error;
  }
}

async function checkRoom(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed) throw new FetchError(`${folder} has room for ${megabytes(bavail * bsize)}, but ${megabytes(needed)} are to be fetched`);
}
