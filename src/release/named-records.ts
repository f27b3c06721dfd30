/**
 * Records of a table that are found by name: terms and taxa. Limits the cost of a search and the memory of its results.
 */
import { at, last, present } from '../checked.ts';
import { ApiError } from '../api-error.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import type { SortedTable } from '../index/tables/sorted-table.ts';
import { NANOSECONDS, type WorkBudget } from '../work-budget.ts';
import { HOW_TO_NARROW, type FoundPlaces, type NameIndex } from './name-index.ts';
import { foldWhole, shownName } from '../names/name-text.ts';

/**
 * Maximum stored bytes of the blocks that are in memory at once: of more than 100 taxa from all over the table, or of
 * 10,000 adjacent ones, whose JSON is about 7 MB. Finding them takes less than 2 MiB (name-index.ts).
 */
export const BATCH_BYTES = 384 * 1024;
/**
 * Maximum stored bytes of the blocks that one search needs in total: of about 10,000 taxa, or 3,000 terms, from all
 * over the table. Reads may include gaps between them, at worst the whole table.
 */
export const MAX_BYTES = 32 * 1024 * 1024;

/** A table whose records are searched by name. */
export interface NamedTable<T> {
  table: SortedTable;
  /** The same table, with a reader that bypasses the cache. */
  scanned: () => SortedTable;
  decode: (record: Uint8Array) => T;
  /** All names by which the index lists a record. */
  namesOf: (record: T) => Iterable<string>;
  /** Plural noun for the records, for error messages. */
  kind: string;
}

export class NamedRecords<T> {
  readonly #of: NamedTable<T>;
  readonly #names: NameIndex;

  constructor(of: NamedTable<T>, names: NameIndex) {
    this.#of = of;
    this.#names = names;
  }

  /** The first record with exactly this name, ignoring trailing blanks; null if there is none. */
  async first(name: string): Promise<T | null> {
    const [place] = await this.#names.named(foldWhole(name));
    if (!place) return null;
    const [record] = await this.#of.table.at([place]);
    return this.#of.decode(present(record, 'the record'));
  }

  /**
   * Records with a name that matches a LIKE pattern, in the order of the table. Does not read the records yet. Throws
   * ApiError (400) for a pattern that is too vague, or that matches more records than MAX_BYTES or `work` allows.
   */
  async like(pattern: string, work: WorkBudget): Promise<FoundRecords<T>> {
    const found = new FoundRecords(await this.#names.like(pattern, work), this.#of);
    if (found.bytes > MAX_BYTES) {
      throw new ApiError(
        `${found.howMany} ${this.#of.kind} have a name like '${shownName(pattern)}', too many for one answer; please ` +
          'give more of its letters',
      );
    }
    work.spend(found.bytes * NANOSECONDS.storedByte, HOW_TO_NARROW);
    return found;
  }
}

/** The records that a search found; they are not read yet. */
export class FoundRecords<T> {
  /** Stored bytes of the blocks that contain the records. */
  readonly bytes: number;
  readonly #count: number;
  readonly #batches: RecordLocation[][];
  readonly #matches: ((name: string) => boolean) | null;
  readonly #of: NamedTable<T>;

  constructor({ places, matches }: FoundPlaces, of: NamedTable<T>) {
    this.#count = places.length;
    this.#batches = batchesOfBlocks(places, BATCH_BYTES);
    this.bytes = this.#batches.reduce((sum, batch) => sum + bytesOfBlocks(batch), 0);
    this.#matches = matches;
    this.#of = of;
  }

  /** The number of records, as the beginning of a sentence. Before they are read, it may include false candidates. */
  get howMany(): string {
    return this.#matches ? `Up to ${this.#count}` : String(this.#count);
  }

  /** Whether all records fit into memory at once. They are then read in one wave. */
  get isFew(): boolean {
    return this.#batches.length <= 1;
  }

  /**
   * The records one by one, read in batches. If there is only one batch, only adjacent blocks are merged into one read,
   * so no unneeded bytes are read. For several batches, round trips cost more than unneeded bytes.
   */
  async *each(): AsyncGenerator<T, undefined> {
    const { table, scanned, decode } = this.#of;
    for (const batch of this.#batches) {
      const records = await (this.isFew ? table.at(batch, 1) : scanned().at(batch));
      for (const bytes of records) {
        const record = decode(bytes);
        if (this.#hasName(record)) yield record;
      }
    }
  }

  #hasName(record: T): boolean {
    if (!this.#matches) return true;
    for (const name of this.#of.namesOf(record)) if (this.#matches(name)) return true;
    return false;
  }
}

/**
 * Locations in the order of the table, in batches whose blocks have at most `bytes` in total, or are a single block.
 */
export function batchesOfBlocks(places: readonly RecordLocation[], bytes: number): RecordLocation[][] {
  const batches: RecordLocation[][] = [];
  let size = Infinity;
  let previous = -1;
  for (const place of [...places].sort(([a, , first], [b, , second]) => a - b || first - second)) {
    const [offset, length] = place;
    if (offset !== previous) size += length;
    if (size > bytes && offset !== previous) {
      batches.push([]);
      size = length;
    }
    previous = offset;
    last(batches).push(place);
  }
  return batches;
}

/** Total bytes of the blocks of some locations, which are in the order of the table. */
function bytesOfBlocks(places: readonly RecordLocation[]): number {
  return places.reduce(
    (sum, [offset, length], each) => (each > 0 && at(places, each - 1)[0] === offset ? sum : sum + length),
    0,
  );
}
