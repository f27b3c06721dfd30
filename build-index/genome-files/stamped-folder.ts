/** Folders of written tables, which stay as they are while their inputs do. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DumpError } from '../dump/dump-error.ts';
import { removeAbandoned, workFolder } from '../output/work-folder.ts';

/** The file that identifies the inputs of a folder, and keeps the result of writing it. */
const STAMP = 'made-from.json';

/** In milliseconds. */
const DAY = 86_400_000;

/**
 * Writes a folder, unless it was written from the same inputs. The time of its files follows from the inputs, so that
 * equal inputs give equal units of a build, and others do not.
 *
 * @param paths of the files that `write` reads
 * @param identity what else decides the content of the folder
 * @param write fills a folder that then gets the name; its result must be JSON
 * @throws DumpError for a file that cannot be read or is empty
 */
export async function stampedFolder<Result extends object>(
  folder: string,
  paths: readonly string[],
  identity: unknown,
  write: (work: string) => Promise<Result>,
): Promise<Result> {
  const inputs = await Promise.all(paths.map(inputOf));
  const from = createHash('sha256')
    .update(JSON.stringify([identity, inputs]))
    .digest('hex');
  const parent = resolve(folder, '..');
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const made = async () => {
    const stamp = await stampOf<Result>(folder);
    return stamp?.from === from ? stamp : null;
  };
  const before = await made();
  if (before) return before;
  const work = await workFolder(parent, 'building');
  try {
    const result = await write(work);
    // Units of a build know their inputs by size and time: other options or code give other times.
    const newest = new Date(
      Math.max(...inputs.map(({ modified }) => modified)) + (Number.parseInt(from.slice(0, 8), 16) % DAY),
    );
    for (const entry of await readdir(work, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), newest, newest);
    await writeFile(join(work, STAMP), JSON.stringify({ ...result, from }));
    // Another build of the same inputs may already use its folder, which is equal.
    const meanwhile = await made();
    if (meanwhile) return meanwhile;
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
    return result;
  } catch (error) {
    // Another build of the same inputs may have made its release, and removed the units that this build needs.
    const meanwhile = await made();
    if (meanwhile) return meanwhile;
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Null for a folder without stamp, or with a damaged one: it is written again. */
async function stampOf<Result>(folder: string): Promise<(Result & { from: string }) | null> {
  try {
    return JSON.parse(await readFile(join(folder, STAMP), 'utf8'));
  } catch {
    return null;
  }
}

async function inputOf(path: string): Promise<{ path: string; size: number; modified: number }> {
  const stats = await stat(path).catch((cause: Error) => {
    throw new DumpError(`${path} cannot be read: ${cause.message}`, { cause });
  });
  if (stats.isDirectory()) throw new DumpError(`${path} is a folder; give a file`);
  if (stats.size === 0) throw new DumpError(`${path} is empty`);
  return { path: resolve(path), size: stats.size, modified: Math.floor(stats.mtimeMs) };
}
