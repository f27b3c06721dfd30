import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RELEASE_ROOT, ROOT_KEY } from '../../src/release/manifest.ts';
import {
  decodeReleaseList,
  encodeReleaseList,
  RELEASES_KEY,
  withRelease,
  type ListedRelease,
  listedRoot,
} from '../../src/release/release-list.ts';
import { replaceValue } from './work-folder.ts';

/** The releases that an index folder lists and still contains, in the order of publishing. */
export async function listedReleases(folder: string): Promise<ListedRelease[]> {
  const list = await readFile(join(folder, RELEASES_KEY)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!list) return [];
  const stored = await Promise.all(
    decodeReleaseList(list).map(async (release) => {
      const size = await stat(join(folder, release.id, RELEASE_ROOT)).then(
        (stats) => stats.size,
        () => null,
      );
      return size === release.rootBytes ? [release] : [];
    }),
  );
  return stored.flat();
}

/** Adds a release to the list of its folder. */
export async function listRelease(folder: string, added: Omit<ListedRelease, 'published'>): Promise<void> {
  const before = await listedReleases(folder);
  const published = before.find(({ id }) => id === added.id)?.published ?? new Date().toISOString();
  await replaceValue(folder, RELEASES_KEY, encodeReleaseList(withRelease(before, { ...added, published })));
}

/** Lists a release of a folder, then makes it current. @param root bytes of the release's root */
export async function makeCurrent(folder: string, root: Uint8Array): Promise<void> {
  await listRelease(folder, listedRoot(root));
  await replaceValue(folder, ROOT_KEY, root);
}
