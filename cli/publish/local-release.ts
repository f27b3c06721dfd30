/** A release in a local index folder, as the source of a publish. */
import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { checkAttached } from '../../src/release/check-objects.ts';
import { objectsOf, RELEASE_ROOT, ROOT_KEY, type CompiledManifest } from '../../src/release/manifest.ts';
import { decodeRoot, readWholeRelease } from '../../src/release/root.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { checkName, type Store } from '../../src/store/store.ts';
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
 * The complete manifest of the release of a root.
 *
 * @param what names the root in errors
 * @param readObject reads a whole object of the release, for the genomes that are not in the root
 * @param id of the release that the root must belong to, if known
 * @throws PublishError for bytes that are no root, for the root of another release, and for genomes that cannot be read
 */
export async function readManifest(
  root: Uint8Array,
  what: string,
  readObject: (name: string) => Promise<Uint8Array>,
  id?: string,
): Promise<CompiledManifest> {
  let manifest: CompiledManifest;
  try {
    const whole = await readWholeRelease(
      decodeRoot(root),
      new CachedBlockReader(storeOf(readObject), new ByteCache(0)),
    );
    manifest = whole.manifest;
    checkAttached(manifest, whole.directories);
  } catch (error) {
    throw new PublishError(`${what} is not the root of a release: ${messageOf(error)}`);
  }
  if (typeof manifest?.id !== 'string' || !/^[\w.-]+$/.test(manifest.id))
    throw new PublishError(`${what} is not the root of a release: it contains no release id`);
  if (id !== undefined && manifest.id !== id)
    throw new PublishError(`${what} is the root of another release, ${manifest.id}`);
  return manifest;
}

/** A store that reads each object once, as a whole. */
function storeOf(readObject: (name: string) => Promise<Uint8Array>): Store {
  const objects = new Map<string, Promise<Uint8Array>>();
  return {
    read: async ({ object, offset, length }) => {
      const known = objects.get(object) ?? readObject(object);
      objects.set(object, known);
      return (await known).subarray(offset, offset + length);
    },
    value: async () => null,
  };
}

/**
 * @param release id of a release in the folder; by default its current release
 * @throws PublishError if the folder lacks the release, or an object of it is missing or has another size
 */
export async function openLocalRelease(index: string, release?: string): Promise<LocalRelease> {
  const readObject = (name: string) => readFile(join(index, checkName(name)));
  const id = release ?? (await readManifest(await readRoot(index, ROOT_KEY), join(index, ROOT_KEY), readObject)).id;
  const root = await readRoot(index, rootName(id));
  const path = join(index, rootName(id));
  const manifest = await readManifest(root, path, readObject, id);
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
