/** Sequence collections of a release: finds them by digest, by the digest of an attribute, by species and by number. */
import { only } from '../checked.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import type { SequenceCollection } from '../genome/sequence-collection.ts';
import { StoreError } from '../store/store.ts';
import {
  COUNT_KEY,
  filterKey,
  numberKey,
  type CollectionFilter,
  type CollectionPlace,
  type StoredCollection,
} from './collection-keys.ts';
import type { Genome } from './genome.ts';
import type { StoredTables } from './stored-tables.ts';
import type { RELEASE_TABLES } from './table-registry.ts';

const TABLE = 'sequence-collections';

export class Collections {
  readonly #tables: StoredTables<typeof RELEASE_TABLES>;
  readonly #genomeAt: (index: number) => Genome | Promise<Genome>;

  constructor(tables: StoredTables<typeof RELEASE_TABLES>, genomeAt: (index: number) => Genome | Promise<Genome>) {
    this.#tables = tables;
    this.#genomeAt = genomeAt;
  }

  /** The collection with each digest; null for an unknown one. One wave of reads. */
  async find(digests: readonly string[]): Promise<(StoredCollection | null)[]> {
    // The table has keys of other kinds.
    const keys = digests.map((digest) => (DIGEST.test(digest) ? digest : ''));
    const found = await this.#tables.find(TABLE, keys, decodeRecord<StoredCollection>);
    return found.map(([collection]) => collection ?? null);
  }

  /** The collections with a value of an attribute or of a species. One read. */
  async withValue(filter: CollectionFilter, value: string): Promise<CollectionPlace[]> {
    return only(await this.#tables.find(TABLE, [filterKey(filter, value)], decodeRecord<CollectionPlace>));
  }

  /** Digests of the collections from a number on, from 0, and the number of all. One wave of reads. */
  async page(from: number, count: number): Promise<{ digests: string[]; total: number }> {
    const numbers = Array.from({ length: count }, (_, each) => numberKey(from + each));
    const [counts, places] = await Promise.all([
      this.#tables.find(TABLE, [COUNT_KEY], decodeRecord<number>),
      this.#tables.find(TABLE, numbers, decodeRecord<CollectionPlace>),
    ]);
    return { digests: places.flat().map(([digest]) => digest), total: only(counts)[0] ?? 0 };
  }

  /** Names, lengths and identifiers of a collection. One read. @param genome number of a genome with the collection */
  async arrays(genome: number): Promise<SequenceCollection> {
    const collection = await (await this.#genomeAt(genome)).document('sequence-collection');
    if (collection) return collection;
    throw new StoreError(`the genome ${genome} lacks the sequence collection that its release lists`);
  }

  /** Stored bytes of the arrays, compressed. */
  async storedBytes(genome: number): Promise<number> {
    return (await this.#genomeAt(genome)).entry.documents?.['sequence-collection']?.size ?? 0;
  }
}

const DIGEST = /^[\w-]{32}$/;
