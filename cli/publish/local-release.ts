/** A release in a local index folder, as the source of a publish. */
import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkAttached } from '../../src/release/check-objects.ts';
import { objectsOf, RELEASE_ROOT, ROOT_KEY, type CompiledManifest } from '../../src/release/manifest.ts';
import { decodeRoot, directoriesOf, wholeManifest } from '../../src/release/root.ts';
import { checkName } from '../../src/store/store.ts';
import { faultOfIndexFolder } from '../index-folder-fault.ts';
import { PublishError, errorCode, messageOf } from '../operator-error.ts';
import type { LocalObject } from './target.ts';

export interface LocalRelease {
  id: string;
  /** Release number, such as 115. */
  version: number;
  root: Uint8Array;
  rootObject: LocalObject;
  /** All objects except the root, with their SHA-256 in hex from the manifest. */
  objects: (LocalObject & { sha256: string })[];
}

/** Name of a release's root in a store. */
export function rootName(release: string): string {
  return `${release}/${RELEASE_ROOT}`;
}

/**
 * The manifest in a root.
 *
 * @param what names the root in errors
 * @param id of the release that the root must belong to, if known
 * @throws PublishError for bytes that are no root, and for the root of another release
 */
export function readManifest(root: Uint8Array, what: string, id?: string): CompiledManifest {
  let manifest: CompiledManifest;
  try {
    const decoded = decodeRoot(root);
    manifest = wholeManifest(decoded);
    checkAttached(manifest, directoriesOf(decoded));
  } catch (error) {
    throw new PublishError(`${what} is not the root of a release: ${messageOf(error)}`);
  }
  if (typeof manifest?.id !== 'string' || !/^[\w.-]+$/.test(manifest.id))
    throw new PublishError(`${what} is not the root of a release: it contains no release id`);
  if (id !== undefined && manifest.id !== id)
    throw new PublishError(`${what} is the root of another release, ${manifest.id}`);
  return manifest;
}

/**
 * @param release id of a release in the folder; by default its current release
 * @throws PublishError if the folder lacks the release, or an object of it is missing or has another size
 */
export async function openLocalRelease(index: string, release?: string): Promise<LocalRelease> {
  const id = release ?? readManifest(await readRoot(index, ROOT_KEY), join(index, ROOT_KEY)).id;
  const root = await readRoot(index, rootName(id));
  const path = join(index, rootName(id));
  const manifest = readManifest(root, path, id);
  const objects: LocalRelease['objects'] = [];
  for (const { object, size, sha256 } of objectsOf(manifest).values()) {
    if (!checkName(object).startsWith(`${id}/`))
      throw new PublishError(`${path} names ${object}, which is outside of release ${id}: build the index again`);
    const found = await stat(join(index, object)).then(
      (stats) => stats.size,
      () => null,
    );
    if (found !== size) {
      const fault = found === null ? 'is missing' : `has ${found} bytes instead of ${size}`;
      throw new PublishError(`${join(index, object)} ${fault}: build the index again`);
    }
    objects.push({ name: object, path: join(index, object), size, sha256 });
  }
  return { id, version: manifest.version, root, rootObject: { name: rootName(id), path, size: root.length }, objects };
}

async function readRoot(index: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(join(index, checkName(name)));
  } catch (error) {
    const failure = `cannot publish from ${index}`;
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR')
      throw new PublishError(`${failure}: ${messageOf(error)}`);
    const releases: string[] = [];
    for await (const root of glob(rootName('*'), { cwd: index })) releases.push(dirname(root));
    if (releases.length > 0)
      throw new PublishError(
        `${failure}: ${name} is missing; its releases are ${releases.sort().join(', ')}: choose one with --release`,
      );
    throw new PublishError(`${failure}: ${(await faultOfIndexFolder(index)) ?? `${name} is missing`}`);
  }
}
