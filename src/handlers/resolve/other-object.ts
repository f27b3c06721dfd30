/**
 * Finds prediction transcripts, operons and exons without a transcript by id. As in Ensembl, an id finds a prediction
 * transcript only if the request names that type and the species; it finds the others if no gene or part of one has it.
 */
import { ApiError } from '../../api-error.ts';
import { at } from '../../checked.ts';
import type { OtherObject } from '../../genome/other-object.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { regionOfGene, type Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { findObject, findObjects, readings, splitVersion, type FoundObject, type IdFilter } from './stable-id.ts';

export interface FoundOther extends OtherObject {
  genome: Genome;
  /** The id as sent. */
  requested: string;
}

const PREDICTION = 'predictiontranscript';
const FOUND_BY_ID = ['exon', 'operon', 'operontranscript'];

/** Kind of database that is searched if the request names none. */
const DEFAULT_GROUP = 'core';

/** The object of a gene with an id, else another object. Throws ApiError (400) as findObject does. */
export async function findAny(
  release: Release,
  id: string,
  filter: IdFilter,
): Promise<{ object: FoundObject; other?: never } | { object?: never; other: FoundOther }> {
  if (isPrediction(filter)) {
    checkSpecies(release, filter);
    const [other] = await findOthers(release, [id], filter);
    if (!other) throw new ApiError(`No object found for ID ${id}`);
    return { other };
  }
  try {
    return { object: await findObject(release, id, filter) };
  } catch (error) {
    const [other] = error instanceof ApiError ? await findOthers(release, [id], filter) : [];
    if (!other) throw error;
    return { other };
  }
}

/** The object that findAny finds for each id; null where it throws. */
export async function findAll(
  release: Release,
  ids: readonly string[],
  filter: IdFilter,
): Promise<{ object: FoundObject | null; other: FoundOther | null }[]> {
  if (isPrediction(filter) && !filter.species) return ids.map(() => ({ object: null, other: null }));
  const objects = isPrediction(filter) ? ids.map(() => null) : await findObjects(release, ids, filter);
  const unknown = ids.filter((_, which) => !objects[which]);
  const others = unknown.length > 0 ? await findOthers(release, unknown, filter) : [];
  const byId = new Map(unknown.map((id, which) => [id, others[which] ?? null]));
  return ids.map((id, which) => ({ object: objects[which] ?? null, other: byId.get(id) ?? null }));
}

function isPrediction({ objectType }: IdFilter): boolean {
  return objectType?.toLowerCase() === PREDICTION;
}

function checkSpecies(release: Release, { species }: IdFilter): void {
  if (!species) throw new ApiError(`object_type=${PREDICTION} requires the parameter species`);
  if (!release.knows(species)) throw new ApiError(`Can not find internal name for species '${species}'`);
}

/** Two waves of reads: ids, objects. The second only if there are such objects. */
async function findOthers(release: Release, ids: readonly string[], filter: IdFilter): Promise<(FoundOther | null)[]> {
  const types = filter.objectType ? [filter.objectType.toLowerCase()] : FOUND_BY_ID;
  const keys = readings(ids);
  const genomes = isPrediction(filter)
    ? await genomesNamed(release, filter)
    : await genomesWithObjects(release, keys, filter);
  const found = await Promise.all(
    genomes.map(async (genome) => ({ genome, objects: await genome.otherObjects(keys) })),
  );
  let next = ids.length;
  return ids.map((requested, which) => {
    const split = splitVersion(requested);
    const bare = split ? next++ : -1;
    for (const { genome, objects } of found) {
      const whole = at(objects, which);
      const versioned = split ? at(objects, bare).filter(({ gene }) => gene.version === split.version) : [];
      const object = [...whole, ...versioned].find(({ type }) => types.includes(type.toLowerCase()));
      if (object) return { ...object, genome, requested };
    }
    return null;
  });
}

/** The genomes of the species and kind of database that a request names. */
function genomesNamed(release: Release, { species = '', dbType = DEFAULT_GROUP }: IdFilter): Promise<Genome[]> {
  return release.genomesAt(ofGroup(release, release.genomesNamed(species), dbType));
}

function ofGroup(release: Release, genomes: readonly number[], dbType: string): number[] {
  return genomes.filter((index) => at(release.manifest.genomes, index).group === dbType.toLowerCase());
}

/** The genomes that have an operon or an exon without a transcript with one of the ids. */
async function genomesWithObjects(
  release: Release,
  keys: readonly string[],
  { species, dbType }: IdFilter,
): Promise<Genome[]> {
  const named = species ? release.genomesNamed(species) : null;
  const found = (await release.stableIds(keys)).flat().filter(({ type }) => type === 'Other');
  const wanted = [...new Set(found.map(({ genome }) => genome))].filter((index) => !named || named.includes(index));
  return release.genomesAt(dbType ? ofGroup(release, wanted, dbType) : wanted);
}

/** The region of an object, in the genome of its species that has dna. Throws StoreError if that genome lacks it. */
export async function regionOfOther({ gene }: FoundOther, withDna: Genome): Promise<SeqRegionRecord> {
  const [named = []] = await withDna.seqRegions([gene.region.name]);
  return regionOfGene(gene, withDna, named);
}
