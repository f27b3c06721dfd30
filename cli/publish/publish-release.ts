/**
 * Copies a release to a target: first the missing objects, all verified, then the release's root, the list of releases
 * and the pointer. A failure leaves the current release as it was, and the next run continues with what was uploaded.
 */
import pRetry from 'p-retry';
import { eachAtOnce } from '../each-at-once.ts';
import type { TransferProgress } from '../transfer-bar.ts';
import { ROOT_KEY } from '../../src/release/manifest.ts';
import {
  decodeReleaseList,
  encodeReleaseList,
  listedRoot,
  RELEASES_KEY,
  withRelease,
  type ListedRelease,
} from '../../src/release/release-list.ts';
import { foreignFormat } from '../../src/release/root.ts';
import { digestFile, partSize, sha256Of, type FileDigest } from './digest.ts';
import { rootName, type LocalRelease } from './local-release.ts';
import { get } from '../../src/checked.ts';
import { PublishError, messageOf } from '../operator-error.ts';
import { PublishLock, type LockTimes } from './publish-lock.ts';
import type { LocalObject, StoredObject, Target } from './target.ts';

export interface PublishOptions {
  /** Objects to upload at once. */
  uploads: number;
  /** Read every object back and compare its SHA-256, even if the store's own hash proves it. */
  readBack: boolean;
  progress: TransferProgress;
  signal: AbortSignal;
  lockTimes?: LockTimes;
}

export interface Published {
  uploaded: number;
  uploadedBytes: number;
  /** Objects that the target had already. */
  present: number;
  /** Did this publish change the pointer? */
  flipped: boolean;
}

/** Publishes a release and makes it current. @throws PublishError; the current release stays as it was */
export function publishRelease(release: LocalRelease, target: Target, options: PublishOptions): Promise<Published> {
  const { progress, lockTimes, signal } = options;
  return PublishLock.hold(
    target.lock,
    async (lost, checkLock) => {
      const uploading = { ...options, signal: AbortSignal.any([signal, lost]) };
      const pointer = target.value(ROOT_KEY);
      const before = await pointer.read();
      if (before) checkFormat(before.bytes, target);
      await listedIn(target);
      const verifier = new Verifier(target, options.readBack);
      const published = { ...(await uploadObjects(release, target, verifier, uploading)), flipped: false };
      progress.stage('manifest');
      await uploadRoot(release, target, verifier, uploading);
      uploading.signal.throwIfAborted();
      progress.stage('pointer');
      await checkLock();
      await listRelease(target, release);
      if (before && Buffer.compare(before.bytes, release.root) === 0) return published;
      await checkLock();
      const version = await pointer.write(release.root, before?.version ?? null);
      if (version === null)
        throw new PublishError(
          `another program has changed the current release of ${target.name} meanwhile: ` +
            'see --list, and publish again if this release should be current',
        );
      return { ...published, flipped: true };
    },
    (sentence) => progress.note(sentence),
    lockTimes,
    signal,
  );
}

/**
 * Throws PublishError for a current release of another format version, since the service on this target could not read
 * the new release. A damaged pointer is no error: publishing replaces it.
 */
export function checkFormat(pointer: Uint8Array, { name }: Target): void {
  const other = foreignFormat(pointer);
  if (other)
    throw new PublishError(
      `the current release in ${name} has another format version, so its service could not read this release ` +
        `(${other}): publish to a new target`,
    );
}

async function uploadObjects(
  release: LocalRelease,
  target: Target,
  verifier: Verifier,
  options: PublishOptions,
): Promise<Omit<Published, 'flipped'>> {
  const { objects, id } = release;
  const { progress } = options;
  progress.stage('listing');
  const stored = await target.list(`${id}/`);
  progress.begin(
    objects.length,
    objects.reduce((sum, { size }) => sum + size, 0),
  );
  progress.stage('objects');
  const digests = new Map<string, FileDigest>();
  const sent = { uploaded: 0, uploadedBytes: 0, present: 0 };
  await eachAtOnce(objects, options.uploads, options.signal, async (object, signal) => {
    const digest = await digestFile(object.path, partSize(object.size), signal);
    if (digest.sha256 !== object.sha256)
      throw new PublishError(
        `${object.path} is damaged: its SHA-256 is not what the release's root says; build the index again`,
      );
    digests.set(object.name, digest);
    if (await verifier.has(object, digest, stored.get(object.name))) {
      progress.bytes(object.size);
      sent.present++;
    } else {
      await target.put(object, digest, { sent: (bytes) => progress.bytes(bytes), signal });
      sent.uploaded++;
      sent.uploadedBytes += object.size;
    }
    progress.itemDone();
  });
  progress.stage('verifying');
  const arrived = await target.list(`${id}/`);
  await eachAtOnce(objects, options.uploads, options.signal, (object) =>
    verifier.require(object, get(digests, object.name), arrived.get(object.name)),
  );
  return sent;
}

/** Uploads the root of the release, after all other objects: a release with a root is complete. */
async function uploadRoot(
  { rootObject, id }: LocalRelease,
  target: Target,
  verifier: Verifier,
  { signal }: PublishOptions,
): Promise<void> {
  const digest = await digestFile(rootObject.path, partSize(rootObject.size), signal);
  const stored = async (): Promise<StoredObject | undefined> => (await target.list(`${id}/`)).get(rootObject.name);
  if (await verifier.has(rootObject, digest, await stored())) return;
  await target.put(rootObject, digest, { sent: () => {}, signal });
  await verifier.require(rootObject, digest, await stored());
}

/** The list of releases of a target. Throws PublishError for a damaged list. */
async function listedIn(
  target: Target,
): Promise<{ before: { bytes: Uint8Array; version: string } | null; listed: ListedRelease[] }> {
  const before = await target.value(RELEASES_KEY).read();
  try {
    return { before, listed: before ? decodeReleaseList(before.bytes) : [] };
  } catch (error) {
    throw new PublishError(
      `${messageOf(error)} in ${target.name}: remove this value; the next publish writes a new list`,
      { cause: error },
    );
  }
}

/** Adds the release to the list of releases that requests can name, and removes releases that the target lacks. */
async function listRelease(target: Target, { id, root }: LocalRelease): Promise<void> {
  const cell = target.value(RELEASES_KEY);
  const { before, listed } = await listedIn(target);
  const stored = await target.list('');
  const published = listed.find((each) => each.id === id)?.published ?? new Date().toISOString();
  const present = listed.filter((each) => stored.get(rootName(each.id))?.size === each.rootBytes);
  const list = encodeReleaseList(
    present.some((each) => each.id === id) ? present : withRelease(present, { ...listedRoot(root), published }),
  );
  if (before && Buffer.compare(before.bytes, list) === 0) return;
  if ((await cell.write(list, before?.version ?? null)) === null)
    throw new PublishError(`another program has changed the releases of ${target.name} meanwhile: publish again`);
}

/** Retries of reading an object back. */
const RETRIES = 3;

/** Compares the objects of a target with those of the index folder: docs/decisions/0009. */
export class Verifier {
  readonly #target: Target;
  readonly #readBack: boolean;
  /** Version and SHA-256 of each object that has been read back. */
  readonly #read = new Map<string, { version: string; sha256: string }>();

  constructor(target: Target, readBack: boolean) {
    this.#target = target;
    this.#readBack = readBack;
  }

  /** Does the target have this object, byte for byte? Reads it only if the store's own hash does not prove it. */
  async has({ name, size }: LocalObject, digest: FileDigest, stored: StoredObject | undefined): Promise<boolean> {
    if (stored?.size !== size) return false;
    if (!this.#readBack && stored.version === this.#target.provingVersion(digest)) return true;
    let read = this.#read.get(name);
    if (read?.version !== stored.version) {
      const sha256 = await pRetry(() => sha256Of(this.#target.read(name)), {
        retries: RETRIES,
        minTimeout: 300,
        shouldRetry: ({ error }) => error instanceof PublishError,
      });
      this.#read.set(name, (read = { version: stored.version, sha256 }));
    }
    return read.sha256 === digest.sha256;
  }

  /** Throws PublishError if the target lacks this object or has other bytes. */
  async require(object: LocalObject, digest: FileDigest, stored: StoredObject | undefined): Promise<void> {
    if (await this.has(object, digest, stored)) return;
    const found = !stored
      ? 'is missing'
      : stored.size !== object.size
        ? `has ${stored.size} bytes instead of ${object.size}`
        : 'has other bytes than were sent';
    throw new PublishError(`${object.name} ${found} in ${this.#target.name} after its upload: publish again`);
  }
}
