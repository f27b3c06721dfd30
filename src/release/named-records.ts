/**
 * Records of a table that are found by name: terms and taxa. What a search may cost, and how much of what it finds is
 * in memory at once, is said here for both.
 */
import { at } from '../checked.ts';
import { ApiError } from '../api-error.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import type { SortedTable } from '../index/tables/sorted-table.ts';
import { NANOSECONDS, type WorkBudget } from '../work-budget.ts';
import { HOW_TO_NARROW, type FoundPlaces, type NameIndex } from './name-index.ts';
import { foldWhole, shownName } from '../names/name-text.ts';

/**
 * Stored bytes of the blocks that are in memory at once: those of more than a hundred taxa from all over the table,
 * and of ten thousand side by side, whose JSON is some 7 MB. To find them takes less than 2 MiB (name-index.ts).
 */
export const AT_ONCE = 384 * 1024;
/**
 * Stored bytes of the blocks that one search needs in all: of some 10,000 taxa, or 3,000 terms, from all over the
 * table. What is read over between them comes on top; at worst it is the table.
 */
export const MAX_BYTES = 32 * 1024 * 1024;

/** The records in which names are looked for. */
export interface NamedTable<T> {
  table: SortedTable;
  /** The same table by a reader for scans, which leaves the cache to others. */
  scanned: () => SortedTable;
  decode: (record: Uint8Array) => T;
  /** All names that the index has of a record. */
  namesOf: (record: T) => Iterable<string>;
  /** What the records are, in the plural. */
  kind: string;
}

export class NamedRecords<T> {
  readonly #of: NamedTable<T>;
  readonly #names: NameIndex;

  constructor(of: NamedTable<T>, names: NameIndex) {
    this.#of = of;
    this.#names = names;
  }

  /** The first record that has this very name, but for blanks behind it; null for none. */
  async first(name: string): Promise<T | null> {
    const [place] = await this.#names.named(foldWhole(name));
    if (!place) return null;
    const [record] = await this.#of.table.at([place]);
    return this.#of.decode(record!);
  }

  /**
   * The records with a name like a LIKE pattern, in the order of the table. Reads none of them yet. Throws ApiError
   * (400) for a pattern that is too vague, or that more records match than are read for one answer, or than `work`
   * allows.
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

/** What a search has found, and not read yet. */
export class FoundRecords<T> {
  /** Stored bytes of the blocks that hold the records. */
  readonly bytes: number;
  readonly #count: number;
  readonly #batches: RecordLocation[][];
  readonly #matches: ((name: string) => boolean) | null;
  readonly #of: NamedTable<T>;

  constructor({ places, matches }: FoundPlaces, of: NamedTable<T>) {
    this.#count = places.length;
    this.#batches = batchesOfBlocks(places, AT_ONCE);
    this.bytes = this.#batches.reduce((sum, batch) => sum + bytesOfBlocks(batch), 0);
    this.#matches = matches;
    this.#of = of;
  }

  /**
   * How many records were found, as the beginning of a sentence: before they are read, some may have been found in
   * vain.
   */
  get howMany(): string {
    return this.#matches ? `Up to ${this.#count}` : String(this.#count);
  }

  /** Is it little enough to be in memory at once? Then it is read in one wave. */
  get isFew(): boolean {
    return this.#batches.length <= 1;
  }

  /**
   * The records one by one, read batch by batch. Few are scattered over a large table: only blocks side by side are
   * read as one, so that the bytes read are those of the blocks. For many, round trips cost more than what is read
   * over.
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

/** Places in their order in the table, in groups whose blocks have some bytes at most (or are a single one). */
export function batchesOfBlocks(places: readonly RecordLocation[], bytes: number): RecordLocation[][] {
  const batches: RecordLocation[][] = [];
  let size = Infinity;
  let last = -1;
  for (const place of [...places].sort(([a, , first], [b, , second]) => a - b || first - second)) {
    const [offset, length] = place;
    if (offset !== last) size += length;
    if (size > bytes && offset !== last) {
      batches.push([]);
      size = length;
    }
    last = offset;
    batches.at(-1)!.push(place);
  }
  return batches;
}

/** Bytes of the blocks that some places, in their order in the table, are in. */
function bytesOfBlocks(places: readonly RecordLocation[]): number {
  return places.reduce(
    (sum, [offset, length], each) => (each > 0 && at(places, each - 1)[0] === offset ? sum : sum + length),
    0,
  );
}
