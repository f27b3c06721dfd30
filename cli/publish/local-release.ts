/** A release in a local index folder, as the source of a publish. */
import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { checkAttached } from '../../src/release/check-objects.ts';
import {
  objectsOf,
  RELEASE_ROOT,
  ROOT_KEY,
  type CompiledManifest,
  type ObjectEntry,
} from '../../src/release/manifest.ts';
import { decodeRoot, readWholeRelease, type Root } from '../../src/release/root.ts';
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
 * Decodes a root.
 *
 * @param what names the root in errors
 * @param id of the release that the root must belong to, if known
 * @throws PublishError for bytes that are no root, and for the root of another release
 */
export function openRoot(bytes: Uint8Array, what: string, id?: string): Root {
  let root: Root;
  try {
    root = decodeRoot(bytes);
  } catch (error) {
    throw notRoot(what, messageOf(error));
  }
  const { manifest } = root;
  if (typeof manifest.id !== 'string' || !/^[\w.-]+$/.test(manifest.id))
    throw notRoot(what, 'it contains no release id');
  if (id !== undefined && manifest.id !== id)
    throw new PublishError(`${what} is the root of another release, ${manifest.id}`);
  return root;
}

function notRoot(what: string, reason: string): PublishError {
  return new PublishError(`${what} is not the root of a release: ${reason}`);
}

/**
 * The complete manifest of the release of a root, after a check of the directories in it.
 *
 * @param what names the root in errors
 * @param readObject reads a whole object of the release, for genomes that are not in the root
 * @throws PublishError for damage, and for genomes that cannot be read
 */
export async function readManifest(
  root: Root,
  what: string,
  readObject: (name: string) => Promise<Uint8Array>,
): Promise<CompiledManifest> {
  try {
    const reader = new CachedBlockReader(storeOf(readObject), new ByteCache(0));
    const { manifest, directories } = await readWholeRelease(root, reader);
    checkAttached(manifest, directories);
    return manifest;
  } catch (error) {
    throw error instanceof PublishError ? error : notRoot(what, messageOf(error));
  }
}

/** A store that reads each object once, as a whole. */
function storeOf(readObject: (name: string) => Promise<Uint8Array>): Store {
  const objects = new Map<string, Promise<Uint8Array>>();
  return {
    read: async ({ object, offset, length }) => {
      let known = objects.get(object);
      if (!known) {
        known = readObject(object).catch((error: unknown) => {
          throw new PublishError(`${object} cannot be read: ${messageOf(error)}`);
        });
        objects.set(object, known);
      }
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
  const id = release ?? openRoot(await readRoot(index, ROOT_KEY), join(index, ROOT_KEY)).manifest.id;
  const bytes = await readRoot(index, rootName(id));
  const path = join(index, rootName(id));
  const root = openRoot(bytes, path, id);
  const find = async ({ object, size, sha256 }: ObjectEntry) => {
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
    return { name: object, path: join(index, object), size, sha256 };
  };
  const { genomeDocuments } = root.manifest;
  if (genomeDocuments) await find(genomeDocuments);
  const manifest = await readManifest(root, path, (name) => readFile(join(index, name)));
  const objects: LocalRelease['objects'] = [];
  for (const entry of objectsOf(manifest).values()) objects.push(await find(entry));
  return {
    id,
    version: manifest.version,
    root: bytes,
    rootObject: { name: rootName(id), path, size: bytes.length },
    objects,
  };
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
