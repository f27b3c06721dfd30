/**
 * The value `releases` lists the releases in a store, so that clients can use one other than the current release. It is
 * JSON, since operators read it too:
 *
 * {"releases": [{"id": "115-0123456789ab", "version": 115, "rootBytes": 81234, "attachedBytes": 62000,
 *   "published": "2026-11-21T08:00:00.000Z"}]}
 *
 * Releases are in the order of publishing. The root of each is the object `<id>/root`.
 */
import { StoreError } from '../store/store.ts';
import { attachedBytes, decodeRoot } from './root.ts';

export const RELEASES_KEY = 'releases';

export interface ListedRelease {
  id: string;
  /** Ensembl's release number of the data, such as 115. Several releases may have the same. */
  version: number;
  /** Length of the root object, which range reads need. */
  rootBytes: number;
  /** Bytes of the directories in the root, which are not parsed; absent in lists of older versions. */
  attachedBytes?: number;
  /** Time of publishing, ISO 8601 in UTC. */
  published: string;
}

const encoder = new TextEncoder();
/** Unlike `utf8`, skips a byte order mark, which an editor may have added. */
const decoder = new TextDecoder();

export function encodeReleaseList(releases: readonly ListedRelease[]): Uint8Array {
  return encoder.encode(`${JSON.stringify({ releases }, null, 2)}\n`);
}

/** Parses the list. Throws StoreError for anything else. */
export function decodeReleaseList(bytes: Uint8Array): ListedRelease[] {
  let list: unknown;
  try {
    ({ releases: list } = JSON.parse(decoder.decode(bytes)));
  } catch {
    list = undefined;
  }
  if (!Array.isArray(list) || !list.every(isListed))
    throw new StoreError(`the value '${RELEASES_KEY}' is not a list of releases`);
  return list.map(({ id, version, rootBytes, attachedBytes, published }) => ({
    id,
    version,
    rootBytes,
    attachedBytes,
    published,
  }));
}

/** The list entry of a release, from its root. Throws StoreError for bytes that are not a root. */
export function listedRoot(root: Uint8Array): Omit<ListedRelease, 'published'> {
  const decoded = decodeRoot(root);
  const { id, version } = decoded.manifest;
  return {
    id,
    version,
    rootBytes: root.length,
    attachedBytes: attachedBytes(decoded),
  };
}

/** The list with one more entry, which replaces an entry with the same id. */
export function withRelease(releases: readonly ListedRelease[], added: ListedRelease): ListedRelease[] {
  return [...releases.filter(({ id }) => id !== added.id), added];
}

/** The release with an id, or the last published one with a release number ('115'); undefined if there is none. */
export function findListed(releases: readonly ListedRelease[], name: string): ListedRelease | undefined {
  return releases.find(({ id }) => id === name) ?? releases.findLast(({ version }) => String(version) === name);
}

function isListed(entry: unknown): entry is ListedRelease {
  if (typeof entry !== 'object' || entry === null) return false;
  const { id, version, rootBytes, attachedBytes = 0, published }: Partial<Record<keyof ListedRelease, unknown>> = entry;
  return (
    typeof id === 'string' &&
    Number.isSafeInteger(version) &&
    isCount(rootBytes, 1) &&
    isCount(attachedBytes, 0) &&
    attachedBytes <= rootBytes &&
    typeof published === 'string'
  );
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
