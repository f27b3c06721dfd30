import { ROOT_KEY } from '../../src/release/manifest.ts';
import { listedRoot } from '../../src/release/release-list.ts';
import { listRelease } from './listed-releases.ts';
import { replaceValue } from './replace-value.ts';

/** Makes a release that a folder holds the current one there, and lists it before. @param root of the release, as it stands in its folder */
export async function makeCurrent(folder: string, root: Uint8Array): Promise<void> {
  await listRelease(folder, listedRoot(root));
  await replaceValue(folder, ROOT_KEY, root);
}
