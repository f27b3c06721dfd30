/** Lists the releases of a target, and rolls back to one of them. */
import { buffer } from 'node:stream/consumers';
import { objectsOf, RELEASE_ROOT, ROOT_KEY, type ObjectEntry } from '../../src/release/manifest.ts';
import { openRoot, readManifest, rootName } from './local-release.ts';
import { PublishError, messageOf } from '../operator-error.ts';
import { checkFormat } from './publish-release.ts';
import { PublishLock, type LockTimes } from './publish-lock.ts';
import type { Target } from './target.ts';

interface StoredRelease {
  id: string;
  objects: number;
  bytes: number;
  /** When its root was uploaded, after all other objects. Null if its upload was not finished. */
  completed: Date | null;
}

export interface StoredReleases {
  /** Latest first, incomplete ones last. */
  releases: StoredRelease[];
  /** Id of the release that the pointer names. Null without a readable pointer. */
  current: string | null;
  /** Why the pointer cannot be read, as a sentence. Null for a sound pointer and for none. */
  fault: string | null;
}

export async function listReleases(target: Target): Promise<StoredReleases> {
  const releases = new Map<string, StoredRelease>();
  for (const [name, { size, stored }] of await target.list('')) {
    const [id, rest] = [name.slice(0, name.indexOf('/')), name.slice(name.indexOf('/') + 1)];
    if (!name.includes('/')) continue;
    const release = releases.get(id) ?? { id, objects: 0, bytes: 0, completed: null };
    releases.set(id, release);
    release.bytes += size;
    if (rest === RELEASE_ROOT) release.completed = stored;
    else release.objects++;
  }
  const time = ({ completed }: StoredRelease) => completed?.getTime() ?? -1;
  return {
    releases: [...releases.values()].sort((a, b) => time(b) - time(a)),
    ...(await currentOf(target)),
  };
}

async function currentOf(target: Target): Promise<Pick<StoredReleases, 'current' | 'fault'>> {
  const pointer = await target.value(ROOT_KEY).read();
  try {
    if (!pointer) return { current: null, fault: null };
    const { manifest } = openRoot(pointer.bytes, `the value 'current' of ${target.name}`);
    return { current: manifest.id, fault: null };
  } catch (error) {
    return { current: null, fault: messageOf(error) };
  }
}

/**
 * Makes a release of the target current.
 * @param wanted id; by default the release that was completed last before the current one
 * @returns ids of the release that was current before, if any, and of the one that is current now
 * @throws PublishError if the target has no such release, or lacks an object of it
 */
export function rollBack(
  target: Target,
  wanted: string | undefined,
  note: (sentence: string) => void,
  lockTimes?: LockTimes,
  signal?: AbortSignal,
): Promise<{ from: string | null; to: string }> {
  return PublishLock.hold(
    target.lock,
    async (_, checkLock) => {
      const pointer = target.value(ROOT_KEY);
      const before = await pointer.read();
      if (before) checkFormat(before.bytes, target);
      const { releases, current, fault } = await listReleases(target);
      if (wanted === undefined && fault !== null)
        throw new PublishError(`${fault}: choose a release with --rollback RELEASE`);
      const to = wanted ?? earlier(releases, current, target);
      const root = await rootOf(target, to, releases);
      await checkLock();
      if ((await pointer.write(root, before?.version ?? null)) === null)
        throw new PublishError(
          `another program has changed the current release of ${target.name} meanwhile: see --list, and try again`,
        );
      return { from: current, to };
    },
    note,
    lockTimes,
    signal,
  );
}

function earlier(releases: readonly StoredRelease[], current: string | null, { name }: Target): string {
  const at = releases.findIndex(({ id }) => id === current);
  const before = releases.slice(at + 1).find(({ completed }) => completed !== null);
  if (at >= 0 && before) return before.id;
  const others = releases.filter(({ id, completed }) => id !== current && completed !== null);
  if (releases.length === 0) throw new PublishError(`${name} contains no release: check --to, or publish one first`);
  throw new PublishError(
    `${name} has no release from before the current one: ` +
      (others.length > 0 ? 'choose one of --list' : 'it contains no other complete release'),
  );
}

/** The root of a release, after a check that every object is there with its size. */
async function rootOf(target: Target, id: string, releases: readonly StoredRelease[]): Promise<Uint8Array> {
  const known = releases.filter(({ completed }) => completed).map((each) => each.id);
  if (!known.includes(id))
    throw new PublishError(
      `${target.name} has no complete release '${id}'; ` +
        (known.length > 0 ? `its complete releases are ${known.join(', ')}` : 'it has no complete release at all'),
    );
  const bytes = await buffer(target.read(rootName(id)));
  const root = openRoot(bytes, rootName(id), id);
  const stored = await target.list(`${id}/`);
  const check = ({ object, size }: ObjectEntry) => {
    if (stored.get(object)?.size === size) return;
    const fault = stored.has(object) ? 'has another size than the root says' : 'is missing';
    throw new PublishError(`release ${id} is incomplete: ${object} ${fault}; publish it again`);
  };
  const { genomeDocuments } = root.manifest;
  if (genomeDocuments) check(genomeDocuments);
  const manifest = await readManifest(root, rootName(id), (name) => buffer(target.read(name)));
  for (const entry of objectsOf(manifest).values()) check(entry);
  return bytes;
}
