/**
 * The value `releases`: which releases a store holds beside the current one, so that a client can keep to one of them.
 * JSON,
 * since operators read it too:
 *
 * {"releases": [{"id": "115-0123456789ab", "version": 115, "rootBytes": 81234, "attachedBytes": 62000, "published":
 * "2026-11-21T08:00:00.000Z"}]}
 *
 * In the order of publishing. The root of each is the object `<id>/root`.
 */
import { StoreError } from '../store/store.ts';
import { decodeRoot, directoriesOf } from './root.ts';

export const RELEASES_KEY = 'releases';

export interface ListedRelease {
  id: string;
  /** Of the data: 115. Several builds may have the same. */
  version: number;
  /** Length of the root object: a range read needs it. */
  rootBytes: number;
  /** How many of them are those of directories that ride along, which are not parsed; absent from lists of old. */
  attachedBytes?: number;
  /** When it was published here, ISO 8601 in UTC. */
  published: string;
}

const encoder = new TextEncoder();
/** Unlike `utf8` without U+FEFF before the text, which an editor may have put there. */
const decoder = new TextDecoder();

export function encodeReleaseList(releases: readonly ListedRelease[]): Uint8Array {
  return encoder.encode(`${JSON.stringify({ releases }, null, 2)}\n`);
}

/** Throws StoreError for what is no such list. */
export function decodeReleaseList(bytes: Uint8Array): ListedRelease[] {
  let list: unknown;
  try {
    ({ releases: list } = JSON.parse(decoder.decode(bytes)));
  } catch {
    list = undefined;
  }
  if (!Array.isArray(list) || !list.every(isListed))
    throw new StoreError(`the value '${RELEASES_KEY}' is no list of releases`);
  return list.map(({ id, version, rootBytes, attachedBytes, published }) => ({
    id,
    version,
    rootBytes,
    attachedBytes,
    published,
  }));
}

/** What the list says of the release of a root. Throws StoreError for bytes that are none. */
export function listedRoot(root: Uint8Array): Omit<ListedRelease, 'published'> {
  const decoded = decodeRoot(root);
  const { id, version } = decoded.manifest;
  return {
    id,
    version,
    rootBytes: root.length,
    attachedBytes: Object.values(directoriesOf(decoded)).reduce((sum, { length }) => sum + length, 0),
  };
}

/** The list with one more; an entry of the same id gives way to it. */
export function withRelease(releases: readonly ListedRelease[], added: ListedRelease): ListedRelease[] {
  return [...releases.filter(({ id }) => id !== added.id), added];
}

/** The release of an id, or the last published one of a version ('115'); undefined when there is none. */
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
