/**
 * What a stable id in a request means: which object of which genome. Every operation on an id begins here.
 *
 * An id is first taken whole (CCDS10020.1 is an id), then, where nothing bears it, split at its last dot into an id and
 * a version that must match (ENSG00000157764.14). Letters count alike in either case, as in the databases. One id may
 * belong to several objects: community annotations share ids across genomes, CCDS models use one id for a gene, its
 * transcript and its translation. Core databases come before all others, then the release's order of genomes, then
 * Gene, Transcript, Translation, Exon.
 */
import { at } from '../../checked.ts';
import { ApiError } from '../../api-error.ts';
import { STABLE_ID_TYPES, type StableId, type StableIdType } from '../../genome/stable-id.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';

/** Restrictions a client may put on an id; an absent or empty one restricts nothing. */
export interface IdFilter {
  /** Any name of a species, in any case. */
  species?: string;
  /** Gene, Transcript, Translation or Exon, in any case; any other type matches nothing. */
  objectType?: string;
  /** Kind of database: core, otherfeatures … */
  dbType?: string;
}

export interface FoundObject {
  stableId: StableId;
  genome: Genome;
  type: StableIdType;
  /** The id as the client wrote it, version included: what answers repeat. */
  requested: string;
  /** The object's own id, without version, in the client's letters: compare it with sameId. */
  id: string;
  /** The version asked for; null when the client named none. */
  version: number | null;
}

/**
 * Everything each id may mean under the filter, best first; an empty list for an unknown id. One wave of reads.
 * Objects whose version differs from the one asked for are left out, unless `anyVersion`.
 * Throws ApiError (400) for a species that the release does not know.
 */
export async function findStableIds(
  release: Release,
  ids: readonly string[],
  filter: IdFilter = {},
  anyVersion = false,
): Promise<FoundObject[][]> {
  const accepts = acceptance(release, filter);
  const split = ids.map(splitVersion);
  // Both readings of an id are neighbours in the table, so that asking for both costs no further read.
  const found = await release.stableIds(readings(ids));
  let next = ids.length;
  return ids.map((requested, which) => {
    const whole = at(found, which);
    const versioned = split[which];
    const bare = versioned ? at(found, next++) : [];
    const reading = whole.length > 0 || !versioned ? { id: requested, version: null } : versioned;
    const objects = (whole.length > 0 ? whole : bare).map((stableId) => ({
      stableId,
      genome: release.genomeAt(stableId.genome),
      type: stableId.type,
      requested,
      ...reading,
    }));
    const accepted = objects.filter((object) => accepts(object) && (anyVersion || hasVersion(object)));
    return accepted.length > 1 ? accepted.sort(byPreference) : accepted;
  });
}

/**
 * The object that an id means. Throws ApiError (400) in Ensembl's words: "ID 'X' not found" for an unknown id,
 * "No object found for ID X" when the id exists with other versions only.
 */
export async function findObject(release: Release, id: string, filter: IdFilter = {}): Promise<FoundObject> {
  const [found] = await findStableIds(release, [id], filter, true);
  const object = found!.find(hasVersion);
  if (object) return object;
  throw new ApiError(found!.length > 0 ? `No object found for ID ${id}` : `ID '${id}' not found`);
}

/**
 * The objects that several ids mean, in the order of the ids; null for each that findObject refuses. One wave of reads.
 */
export async function findObjects(
  release: Release,
  ids: readonly string[],
  filter: IdFilter = {},
): Promise<(FoundObject | null)[]> {
  if (filter.species && !release.knows(filter.species)) return ids.map(() => null);
  return (await findStableIds(release, ids, filter)).map((found) => found[0] ?? null);
}

/** Ids as they stand, then, of those that end in a version, the same without it. */
export function readings(ids: readonly string[]): string[] {
  return [...ids, ...ids.flatMap((id) => splitVersion(id)?.id ?? [])];
}

/** The reading of an id as id and version, or null when it does not end in a dot and a number. */
export function splitVersion(text: string): { id: string; version: number } | null {
  const dot = text.lastIndexOf('.');
  if (dot <= 0 || !/^\d{1,9}$/.test(text.slice(dot + 1))) return null;
  return { id: text.slice(0, dot), version: Number(text.slice(dot + 1)) };
}

function hasVersion({ version, stableId }: FoundObject): boolean {
  return version === null || version === stableId.version;
}

function acceptance(release: Release, { species, objectType, dbType }: IdFilter): (object: FoundObject) => boolean {
  const named = species ? release.genomesNamed(species) : null;
  if (named?.length === 0) throw new ApiError(`Can not find internal name for species '${species}'`);
  const type = objectType?.toLowerCase();
  const group = dbType?.toLowerCase();
  return ({ type: its, genome }) =>
    (!type || its.toLowerCase() === type) &&
    (!group || genome.entry.group === group) &&
    (!named || named.includes(genome.index));
}

function byPreference(a: FoundObject, b: FoundObject): number {
  return (
    Number(b.genome.entry.group === 'core') - Number(a.genome.entry.group === 'core') ||
    a.stableId.genome - b.stableId.genome ||
    STABLE_ID_TYPES.indexOf(a.type) - STABLE_ID_TYPES.indexOf(b.type)
  );
}
