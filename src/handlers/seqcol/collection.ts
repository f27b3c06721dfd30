/** Sequence collections and their attributes: seqcol/collection, seqcol/attribute. */
import { ApiError } from '../../api-error.ts';
import { at, present } from '../../checked.ts';
import {
  DIGESTED_ATTRIBUTES,
  levelTwo,
  TRANSIENT,
  type DigestedAttribute,
  type LevelTwo,
} from '../../genome/sequence-collection.ts';
import { reserveForRecords, type RequestBudgets } from '../../operation/memory-reservation.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { StoredCollection } from '../../release/collection-keys.ts';
import type { Release } from '../../release/release.ts';

/** A collection at level 1 or 2. One read for level 1, two dependent ones for level 2. */
export async function sequenceCollection(
  request: OperationRequest<{ digest: string; level: number }>,
): Promise<Answer> {
  const { params, release } = request;
  const [stored] = await collectionsNamed(release, [params.digest]);
  const genomes = await genomesOf(release, present(stored, 'the collection'));
  const attributes =
    params.level === 1 ? present(stored, 'the collection').levelOne : await arraysOf(request, at(genomes, 0).index);
  return { kind: 'value', value: { ...attributes, genomes: genomes.map(({ shown }) => shown) } };
}

/** The values of an attribute by its digest. Two dependent reads. */
export async function collectionAttribute(
  request: OperationRequest<{ attribute: string; digest: string }>,
): Promise<Answer> {
  const { params, release } = request;
  const { digest } = params;
  const attribute = attributeNamed(params.attribute);
  const [place] = await release.collections.withValue(attribute, digest);
  if (!place) throw new ApiError(`No collection of this release has ${attribute} with the digest '${digest}'`, 404);
  const [, genome] = place;
  return { kind: 'value', value: (await arraysOf(request, genome))[attribute] };
}

/** Throws ApiError (404) for an unknown attribute and for one without stored values. */
function attributeNamed(name: string): Exclude<DigestedAttribute, typeof TRANSIENT> {
  if (name === TRANSIENT)
    throw new ApiError(`${TRANSIENT} has only a digest; name_length_pairs has the names and lengths`, 404);
  const attribute = DIGESTED_ATTRIBUTES.find((each) => each === name);
  if (attribute && attribute !== TRANSIENT) return attribute;
  throw new ApiError(
    `Sequence collections have no attribute '${name}' with a digest, only ${DIGESTED_ATTRIBUTES.join(', ')}`,
    404,
  );
}

/** The collections with some digests. One read. Throws ApiError (404) if one is unknown. */
export async function collectionsNamed(release: Release, digests: readonly string[]): Promise<StoredCollection[]> {
  const found = await release.collections.find(digests);
  return found.map((collection, each) => {
    if (collection) return collection;
    throw new ApiError(`This release contains no sequence collection with the digest '${at(digests, each)}'`, 404);
  });
}

/** The arrays of the collection of a genome. One read. */
export async function arraysOf(
  { release, work, memory }: RequestBudgets & { release: Release },
  genome: number,
): Promise<LevelTwo> {
  const { collections } = release;
  await reserveForRecords({ work, memory }, await collections.storedBytes(genome), 'level=1');
  return levelTwo(await collections.arrays(genome));
}

/** The genomes of a collection, as answers show them. */
async function genomesOf(release: Release, { genomes }: StoredCollection): Promise<{ index: number; shown: object }[]> {
  return (await release.genomesAt(genomes)).map(({ index, entry }) => {
    const species = release.manifest.species.find(({ name }) => name === entry.species);
    return {
      index,
      shown: { species: entry.species, assembly: entry.assembly, accession: species?.accession ?? null },
    };
  });
}
