/**
 * Keys and records of the table `sequence-collections`, all JSON:
 *
 *   digest of a collection            StoredCollection
 *   attribute, `/`, its digest        CollectionPlace, once for each collection with these values
 *   `species/`, production name       CollectionPlace of each genome of the species
 *   `number/`, eight digits           CollectionPlace: all collections in the order of the manifest, from 0
 *   `count`                           number of collections
 */
import type { LevelOne } from '../genome/sequence-collection.ts';

export interface StoredCollection {
  levelOne: LevelOne;
  /** Numbers in the manifest of the genomes with this collection: of identical assemblies there are several. */
  genomes: number[];
}

export type CollectionPlace = [digest: string, genome: number];

/** The filters of lists: attributes with a digest, and the species. */
export type CollectionFilter = keyof LevelOne | 'species';

export const COUNT_KEY = 'count';

export function filterKey(filter: CollectionFilter, value: string): string {
  return `${filter}/${value}`;
}

export function numberKey(number: number): string {
  return `number/${String(number).padStart(8, '0')}`;
}
