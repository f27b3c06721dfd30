/**
 * Finds the object and genome of a stable id. All operations on ids use it.
 *
 * An id is first looked up as a whole (CCDS10020.1 is an id). If no object of the wanted type, species and database has
 * it, it is split at its last dot into an id and a version that must match (ENSG00000157764.14). Case is ignored, as in
 * the databases.
 *
 * An id may have several objects: community annotations share ids across genomes, and CCDS models use one id for a
 * gene, its transcript and its translation. They are sorted by database (core first), genome in order of the release,
 * and type (Gene, Transcript, Translation, Exon).
 */
import { at, get, only } from '../../checked.ts';
import { ApiError } from '../../api-error.ts';
import { STABLE_ID_TYPES, type StableId, type StableIdType } from '../../genome/stable-id.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';

/** Restrictions on the objects of an id; missing and empty ones are ignored. */
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
  /** The id as sent, including its version. */
  requested: string;
  /** The id as sent, without version: compare it with sameId, since its case may differ. */
  id: string;
  /** The requested version; null if the request has none. */
  version: number | null;
}

/**
 * All objects of each id that pass the filter, best first; none for an unknown id. Objects with another version than
 * requested are omitted, unless `anyVersion`. One wave of reads. Throws ApiError (400) for an unknown species.
 */
export async function findStableIds(
  release: Release,
  ids: readonly string[],
  filter: IdFilter = {},
  anyVersion = false,
): Promise<FoundObject[][]> {
  return withGenomes(release, await findPlaces(release, ids, filter, anyVersion));
}

/** An object as the table of ids has it, without its genome. */
type FoundPlace = Omit<FoundObject, 'genome'>;

/** As findStableIds. */
async function findPlaces(
  release: Release,
  ids: readonly string[],
  filter: IdFilter,
  anyVersion: boolean,
): Promise<FoundPlace[][]> {
  const accepts = filterTest(release, filter);
  const split = ids.map(splitVersion);
  // An id with and without version are neighbours in the table: looking up both usually costs one read.
  const found = await release.stableIds(readings(ids));
  const placesOf = (objects: readonly StableId[], reading: Pick<FoundPlace, 'requested' | 'id' | 'version'>) =>
    objects
      .flatMap((stableId) => (stableId.type === 'Other' ? [] : [{ stableId, type: stableId.type, ...reading }]))
      .filter(accepts);
  let next = ids.length;
  return ids.map((requested, which) => {
    const versioned = split[which];
    const bare = versioned ? at(found, next++) : [];
    const whole = placesOf(at(found, which), { requested, id: requested, version: null });
    const places = whole.length > 0 || !versioned ? whole : placesOf(bare, { requested, ...versioned });
    const accepted = anyVersion ? places : places.filter(hasVersion);
    return accepted.length > 1 ? accepted.sort((a, b) => byPreference(release, a, b)) : accepted;
  });
}

/** Reads each genome once, all in one wave. */
async function withGenomes(release: Release, found: readonly (readonly FoundPlace[])[]): Promise<FoundObject[][]> {
  const wanted = new Set<number>();
  for (const places of found) for (const { stableId } of places) wanted.add(stableId.genome);
  const genomes = new Map((await release.genomesAt([...wanted])).map((genome) => [genome.index, genome]));
  return found.map((places) => places.map((place) => ({ ...place, genome: get(genomes, place.stableId.genome) })));
}

/**
 * The best object of an id. Throws ApiError (400) with Ensembl's texts: "ID 'X' not found" for an unknown id,
 * "No object found for ID X" if the id exists only with other versions.
 */
export async function findObject(release: Release, id: string, filter: IdFilter = {}): Promise<FoundObject> {
  const places = only(await findPlaces(release, [id], filter, true));
  const place = places.find(hasVersion);
  if (place) return { ...place, genome: await release.genomeAt(place.stableId.genome) };
  throw new ApiError(places.length > 0 ? `No object found for ID ${id}` : `ID '${id}' not found`);
}

/** The best object of each id; null where findObject throws. One wave of reads. */
export async function findObjects(
  release: Release,
  ids: readonly string[],
  filter: IdFilter = {},
): Promise<(FoundObject | null)[]> {
  if (filter.species && !release.knows(filter.species)) return ids.map(() => null);
  const places = await findPlaces(release, ids, filter, false);
  const best = places.map((found) => found.slice(0, 1));
  return (await withGenomes(release, best)).map(([object]) => object ?? null);
}

/** The ids, followed by those that end in a version without their version. */
export function readings(ids: readonly string[]): string[] {
  return [...ids, ...ids.flatMap((id) => splitVersion(id)?.id ?? [])];
}

/** Splits an id into id and version; null if it does not end in a dot and a number. */
export function splitVersion(text: string): { id: string; version: number } | null {
  const dot = text.lastIndexOf('.');
  if (dot <= 0 || !/^\d{1,9}$/.test(text.slice(dot + 1))) return null;
  return { id: text.slice(0, dot), version: Number(text.slice(dot + 1)) };
}

function hasVersion({ version, stableId }: FoundPlace): boolean {
  return version === null || version === stableId.version;
}

function filterTest(release: Release, { species, objectType, dbType }: IdFilter): (place: FoundPlace) => boolean {
  const named = species ? release.genomesNamed(species) : null;
  if (named?.length === 0) throw new ApiError(`Can not find internal name for species '${species}'`);
  const type = objectType?.toLowerCase();
  const group = dbType?.toLowerCase();
  return ({ type: its, stableId: { genome } }) =>
    (!type || its.toLowerCase() === type) &&
    (!group || release.listedGenome(genome).group === group) &&
    (!named || named.includes(genome));
}

function byPreference(release: Release, a: FoundPlace, b: FoundPlace): number {
  const isCore = ({ stableId }: FoundPlace) => Number(release.listedGenome(stableId.genome).group === 'core');
  return (
    isCore(b) - isCore(a) ||
    a.stableId.genome - b.stableId.genome ||
    STABLE_ID_TYPES.indexOf(a.type) - STABLE_ID_TYPES.indexOf(b.type)
  );
}
