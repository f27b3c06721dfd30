import { createHash } from 'node:crypto';
import { chmod, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DirectoryPlace } from '../../src/index/blocks/object-sink.ts';
import {
  mapObjects,
  objectsOf,
  RELEASE_ROOT,
  type CompiledManifest,
  type TableEntry,
} from '../../src/release/manifest.ts';
import { encodeRoot, ROOT_VERSION } from '../../src/release/root.ts';
import { ATTACHED_DIRECTORIES } from '../../src/memory-budget.ts';
import { DumpError } from '../dump/dump-error.ts';
import { makeCurrent } from './listed-releases.ts';

export type ReleaseDraft = Omit<CompiledManifest, 'id'>;

/**
 * Directories ride along with the root up to this sum, in the order in which they are wanted: every process reads the
 * root once and keeps it, and a Worker has 128 MB for everything.
 */
const ATTACHED_BYTES = ATTACHED_DIRECTORIES;
/** A value of Workers KV holds 25 MiB. */
const ROOT_BYTES = 24 * 1024 * 1024;

/**
 * Makes the objects of `staging` the current release of `folder`. The release is named by its content; its root stands
 * in its own folder, unchanging, and a copy of it as the value `current`, replaced last, after the value `releases`
 * that lists
 * it: a reader sees the old release or the new one, never a part, and going back to a release is copying its root.
 *
 * @param wanted tables whose directories should ride along with the root, the most wanted first; those that the draft
 *   does not name do not
 * @returns the release's id
 * @throws DumpError when an object is not what was written, or the root outgrows what a store's value may hold
 */
export async function writeRelease(
  folder: string,
  staging: string,
  draft: ReleaseDraft,
  wanted: readonly WantedDirectory[],
): Promise<string> {
  await verify(staging, draft);
  const objects = objectsOf(draft);
  const attached = attachable(wanted.filter(({ table }) => objects.has(table.object)));
  const named = mapObjects(draft, (entry) => {
    const { attached: _, ...table } = entry as TableEntry;
    const directory = attached.get(entry.object);
    return directory ? { ...table, directory, attached: entry.object } : table;
  });
  // With how the root is laid out: what has a name never changes, and caches keep it for good.
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
  const root = encodeRoot(manifest, directories);
  if (root.length > ROOT_BYTES)
    throw new DumpError(
      `the release's root takes ${root.length} bytes, of which a store's value holds ${ROOT_BYTES}: ` +
        'build fewer genomes into one release',
    );
  await writeFile(join(staging, RELEASE_ROOT), root);
  await moveIntoPlace(staging, join(folder, id), root);
  await makeCurrent(folder, root);
  return id;
}

/**
 * Places of the directories that ride along, by object: of the wanted tables as many as fit the sum, and then, where
 * there is room, split ones in one
 * piece, the smallest first: each saves the same read.
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

/** Every object of the draft is there, as long as it was written. */
async function verify(staging: string, draft: ReleaseDraft): Promise<void> {
  for (const { object, size } of objectsOf(draft).values()) {
    const found = await stat(join(staging, object)).then(
      (stats) => stats.size,
      () => null,
    );
    if (found !== size)
      throw new DumpError(
        `${object} should have ${size} bytes but ${found === null ? 'is not there' : `has ${found}`}`,
      );
  }
}

/** The release's folder appears whole. One of the same name holds the same: it stays, unless it is damaged. */
async function moveIntoPlace(staging: string, place: string, root: Uint8Array): Promise<void> {
  // Folders for temporary files are made for their owner alone; a web server runs as somebody else.
  for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(staging, 0o755);
  if (await isWhole(place, staging, root)) {
    await rm(staging, { recursive: true });
    return;
  }
  const damaged = `${place}.damaged`;
  // Of a build that was killed as it removed it.
  await rm(damaged, { recursive: true, force: true });
  await rename(place, damaged).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(staging, place);
  await rm(damaged, { recursive: true, force: true });
}

/** Does a folder hold all files of another, as long as they are there, and the same root? */
async function isWhole(place: string, staging: string, root: Uint8Array): Promise<boolean> {
  for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const there = await stat(place + path.slice(staging.length)).catch(() => null);
    if (there?.size !== (await stat(path)).size) return false;
  }
  return Buffer.compare(await readRange(join(place, RELEASE_ROOT), [0, root.length]), root) === 0;
}

/** Exactly the bytes asked for. */
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

/** A table whose directory should ride along with the root, and when: before all others, among them, or after them. */
export interface WantedDirectory {
  table: TableEntry;
  /** Where a split directory stands in one piece, if it does. */
  whole: DirectoryPlace | null;
  when: 'first' | 'among' | 'last';
}
