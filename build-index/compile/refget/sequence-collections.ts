import {
  collectionDigest,
  DIGESTED_ATTRIBUTES,
  levelOne,
  type LevelOne,
  type SequenceCollection,
} from '../../../src/genome/sequence-collection.ts';
import {
  COUNT_KEY,
  filterKey,
  numberKey,
  type CollectionPlace,
  type StoredCollection,
} from '../../../src/release/collection-keys.ts';
import type { SortedRows } from '../rows/sorted-rows.ts';
import type { RegionDigest } from '../genome/region-digests.ts';
import type { DumpRegion } from '../genome/regions.ts';

/** The digests of the collection of one genome. */
export interface CollectionDigests {
  digest: string;
  levelOne: LevelOne;
}

/**
 * The collection of an assembly: its reference regions with bases, in their order. Null if none has bases.
 *
 * @param reference as info/assembly lists them
 */
export function collectionOf(
  reference: readonly DumpRegion[],
  digests: ReadonlyMap<DumpRegion, RegionDigest>,
): SequenceCollection | null {
  const collection: SequenceCollection = { names: [], lengths: [], sequences: [] };
  for (const region of reference) {
    const digest = digests.get(region);
    if (!digest) continue;
    collection.names.push(region.name);
    collection.lengths.push(region.length);
    collection.sequences.push(digest.ga4gh);
  }
  return collection.names.length > 0 ? collection : null;
}

export async function digestCollection(collection: SequenceCollection): Promise<CollectionDigests> {
  const digests = await levelOne(collection);
  return { digest: await collectionDigest(digests), levelOne: digests };
}

/** A genome of the release with its collection. */
export interface CollectedGenome extends CollectionDigests {
  /** Number of the genome in the manifest. */
  genome: number;
  /** Production name. */
  species: string;
}

/** Adds the rows of the `sequence-collections` table: src/release/collection-keys.ts. */
export function addCollections(rows: SortedRows, genomes: readonly CollectedGenome[]): void {
  const collections = Map.groupBy(genomes, ({ digest }) => digest);
  let number = 0;
  for (const [digest, [first, ...more]] of collections) {
    if (!first) continue;
    const stored: StoredCollection = {
      levelOne: first.levelOne,
      genomes: [first, ...more].map(({ genome }) => genome),
    };
    rows.add(digest, stored);
    const place: CollectionPlace = [digest, first.genome];
    for (const attribute of DIGESTED_ATTRIBUTES) rows.add(filterKey(attribute, first.levelOne[attribute]), place);
    for (const species of new Set([first, ...more].map((each) => each.species)))
      rows.add(filterKey('species', species), place);
    rows.add(numberKey(number++), place);
  }
  rows.add(COUNT_KEY, number);
}
