/** A release in an index folder on this machine: what is to be published. */
import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkAttached } from '../../src/release/check-objects.ts';
import { objectsOf, RELEASE_ROOT, ROOT_KEY, type CompiledManifest } from '../../src/release/manifest.ts';
import { decodeRoot, wholeManifest } from '../../src/release/root.ts';
import { checkName } from '../../src/store/store.ts';
import { PublishError, errorCode, messageOf } from '../operator-error.ts';
import type { LocalObject } from './target.ts';

export interface LocalRelease {
  id: string;
  /** Of the data: 115. */
  version: number;
  root: Uint8Array;
  rootObject: LocalObject;
  /** With their SHA-256, as hex, by the manifest. */
  objects: (LocalObject & { sha256: string })[];
}

/** Name of a release's root in a store. */
export function rootName(release: string): string {
  return `${release}/${RELEASE_ROOT}`;
}

/**
 * The manifest in a root.
 *
 * @param what names the root in sentences
 * @param id of the release whose root it must be, if that is known
 * @throws PublishError for bytes that are no root, and for the root of another release
 */
export function readManifest(root: Uint8Array, what: string, id?: string): CompiledManifest {
  let manifest: CompiledManifest;
  try {
    const decoded = decodeRoot(root);
    manifest = wholeManifest(decoded);
    checkAttached(manifest, decoded.attachments);
  } catch (error) {
    throw new PublishError(`${what} is no release's root: ${messageOf(error)}`);
  }
  if (typeof manifest?.id !== 'string' || !/^[\w.-]+$/.test(manifest.id))
    throw new PublishError(`${what} is no release's root: it names no release`);
  if (id !== undefined && manifest.id !== id)
    throw new PublishError(`${what} is the root of another release, ${manifest.id}`);
  return manifest;
}

/**
 * @param release id of a release of the folder; without one, its current release
 * @throws PublishError when the folder holds no such release, or an object of it is missing or of another size
 */
export async function openLocalRelease(index: string, release?: string): Promise<LocalRelease> {
  const id = release ?? readManifest(await readRoot(index, ROOT_KEY), join(index, ROOT_KEY)).id;
  const root = await readRoot(index, rootName(id));
  const path = join(index, rootName(id));
  const manifest = readManifest(root, path, id);
  const objects: LocalRelease['objects'] = [];
  for (const { object, size, sha256 } of objectsOf(manifest).values()) {
    if (!checkName(object).startsWith(`${id}/`))
      throw new PublishError(`${path} names ${object}, which is outside of its release`);
    const found = await stat(join(index, object)).then(
      (stats) => stats.size,
      () => null,
    );
    if (found !== size) {
      const fault = found === null ? 'is not there' : `has ${found} bytes instead of ${size}`;
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
    if (errorCode(error) !== 'ENOENT')
      throw new PublishError(`${index} holds no release to publish: ${messageOf(error)}`);
    const held: string[] = [];
    for await (const root of glob(rootName('*'), { cwd: index })) held.push(dirname(root));
    const others = held.length > 0 ? `; its releases are ${held.sort().join(', ')}` : '';
    throw new PublishError(`${index} holds no release to publish: ${name} is not there${others}`);
  }
}
