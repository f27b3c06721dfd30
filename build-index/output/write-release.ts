import { createHash } from 'node:crypto';
import { chmod, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Compress, DirectoryPlace } from '../../src/index/blocks/object-sink.ts';
import {
  GENOMES_OBJECT,
  mapObjects,
  objectsOf,
  RELEASE_ROOT,
  type CompiledManifest,
  type TableEntry,
} from '../../src/release/manifest.ts';
import { encodeGenomes, encodeRoot, ROOT_VERSION, type GenomesObject } from '../../src/release/root.ts';
import { ATTACHED_DIRECTORIES } from '../../src/memory-budget.ts';
import { DumpError } from '../dump/dump-error.ts';
import { belongApart, writeGenomes } from './genomes-object.ts';
import { makeCurrent } from './listed-releases.ts';
import { ObjectFile } from './object-file.ts';

export type ReleaseDraft = Omit<CompiledManifest, 'id'>;

/**
 * Maximum bytes of directories in the root. Every process keeps the root in memory, and a Worker has 128 MB for
 * everything.
 */
const ATTACHED_BYTES = ATTACHED_DIRECTORIES;
/** Maximum bytes of the root. A value of Workers KV can have 25 MiB. */
const ROOT_BYTES = 24 * 1024 * 1024;

/**
 * Makes the objects of `staging` the current release of `folder`. The release's id contains a hash of its content. Its
 * root is in its own folder and never changes. The values `releases` and then `current`, a copy of the root, are
 * replaced last, so that readers see the old release or the new one. A rollback copies a root to `current`.
 *
 * @param wanted tables whose directories should be in the root, most wanted first; tables outside the draft are ignored
 * @param form of the object of the genomes, if they are not in the root
 * @param beforeCurrent called with the id when the release is in place and not yet current
 * @returns the release's id
 * @throws DumpError if an object is missing or has another size, or the root is too large for a store's value
 */
export async function writeRelease(
  folder: string,
  staging: string,
  draft: ReleaseDraft,
  wanted: readonly WantedDirectory[],
  form: { stamp: string; compress: Compress },
  beforeCurrent: (id: string) => Promise<void> = async () => {},
): Promise<string> {
  await verify(staging, draft);
  const objects = objectsOf(draft);
  const attached = attachable(wanted.filter(({ table }) => objects.has(table.object)));
  const named = mapObjects(draft, (entry) => {
    const { attached: _, ...table } = entry as TableEntry;
    const directory = attached.get(entry.object);
    return directory ? { ...table, directory, attached: entry.object } : table;
  });
  // The id covers the root's version too: caches keep objects for ever, so one name must never get other bytes.
  const id = `${draft.version}-${createHash('sha256')
    .update(`${ROOT_VERSION} ${JSON.stringify(named)}`)
    .digest('hex')
    .slice(0, 12)}`;
  const manifest: CompiledManifest = {
    id,
    ...mapObjects(named, (entry) => ({ ...entry, object: `${id}/${entry.object}` })),
  };
  const directories: Record<string, Uint8Array> = {};
  for (const [object, directory] of attached) directories[object] = await readRange(join(staging, object), directory);
  const documents = encodeGenomes(manifest, directories);
  const apart = belongApart(documents) ? await genomesApart(documents, id, staging, form) : undefined;
  const root = encodeRoot(manifest, directories, apart);
  if (root.length > ROOT_BYTES)
    throw new DumpError(
      `the root of the release has ${root.length} bytes; at most ${ROOT_BYTES} are allowed: ` +
        'build fewer genomes into one release',
    );
  await writeFile(join(staging, RELEASE_ROOT), root);
  await moveIntoPlace(staging, join(folder, id), root);
  await beforeCurrent(id);
  await makeCurrent(folder, root);
  return id;
}

/** Writes the object of the genomes. */
async function genomesApart(
  documents: readonly Uint8Array[],
  id: string,
  staging: string,
  { stamp, compress }: { stamp: string; compress: Compress },
): Promise<GenomesObject> {
  const file = await ObjectFile.create(staging, GENOMES_OBJECT, stamp);
  const genomeEnds = await writeGenomes(documents, file, compress);
  const entry = await file.finish();
  return { genomeDocuments: { ...entry, object: `${id}/${entry.object}` }, genomeEnds };
}

/**
 * Places of the directories for the root, by object: as many wanted tables as fit, in order. The rest of the room goes
 * to split directories in one piece, smallest first, since each saves one read.
 */
function attachable(wanted: readonly WantedDirectory[]): Map<string, DirectoryPlace> {
  const attached = new Map<string, DirectoryPlace>();
  let sum = 0;
  const attach = (object: string, place: DirectoryPlace): void => {
    const more = place[1] - (attached.get(object)?.[1] ?? 0);
    if (sum + more > ATTACHED_BYTES) return;
    sum += more;
    attached.set(object, place);
  };
  for (const { table } of wanted) attach(table.object, table.directory);
  const split = wanted.flatMap(({ table, whole }) =>
    whole && attached.has(table.object) ? [{ object: table.object, whole }] : [],
  );
  for (const { object, whole } of split.sort((one, other) => one.whole[1] - other.whole[1])) attach(object, whole);
  return attached;
}

/** Checks that every object of the draft exists with its size. */
async function verify(staging: string, draft: ReleaseDraft): Promise<void> {
  for (const { object, size } of objectsOf(draft).values()) {
    const found = await stat(join(staging, object)).then(
      (stats) => stats.size,
      () => null,
    );
    if (found !== size)
      throw new DumpError(
        `${object} should have ${size} bytes but ${found === null ? 'is missing' : `has ${found}`}: build again`,
      );
  }
}

/**
 * Moves the release's folder into place as a whole. An existing folder has the same content and stays unless damaged.
 */
async function moveIntoPlace(staging: string, place: string, root: Uint8Array): Promise<void> {
  // Temporary folders are readable by their owner only, but a web server runs as another user.
  for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(staging, 0o755);
  if (await isWhole(place, staging, root)) {
    await rm(staging, { recursive: true });
    return;
  }
  const damaged = `${place}.damaged`;
  // A build that was killed here may have left this folder.
  await rm(damaged, { recursive: true, force: true });
  await rename(place, damaged).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(staging, place).catch(async (error: NodeJS.ErrnoException) => {
    // Another build of the same dumps has just moved the same content there.
    if (error.code !== 'ENOTEMPTY' || !(await isWhole(place, staging, root))) throw error;
    await rm(staging, { recursive: true });
  });
  await rm(damaged, { recursive: true, force: true });
}

/** Does a folder contain all files of another with the same sizes, and the same root? */
async function isWhole(place: string, staging: string, root: Uint8Array): Promise<boolean> {
  for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const there = await stat(place + path.slice(staging.length)).catch(() => null);
    if (there?.size !== (await stat(path)).size) return false;
  }
  return Buffer.compare(await readRange(join(place, RELEASE_ROOT), [0, root.length]), root) === 0;
}

/** Reads a range. Throws DumpError if the file is shorter. */
async function readRange(
  path: string,
  [offset, length]: readonly [offset: number, length: number],
): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    if (bytesRead !== length)
      throw new DumpError(`${path} ends at byte ${offset + bytesRead} instead of ${offset + length}`);
    return buffer;
  } finally {
    await file.close();
  }
}

/**
 * A table whose directory should be in the root. `when` is its priority: before all others, among them, or after them.
 */
export interface WantedDirectory {
  table: TableEntry;
  /** Place of a split directory in one piece, if it is stored so. */
  whole: DirectoryPlace | null;
  when: 'first' | 'among' | 'last';
}
