/**
 * Records of a table that are found by name: terms and taxa. What a search may cost, and how much of what it finds is in
 * memory at once, is said here for both.
 */
import { ApiError } from '../api-error.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import type { SortedTable } from '../index/sorted-table.ts';
import { NANOSECONDS, type WorkBudget } from '../operation/work-budget.ts';
import { LESS, type NameIndex } from './name-index.ts';
import { foldWhole, shownName } from './name-text.ts';

/**
 * Stored bytes of the blocks that are in memory at once: those of more than a hundred taxa from all over the table, and of
 * any number side by side. A search reads less than 1.4 MiB to find them (name-index.ts), so both are below 2 MiB.
 */
export const AT_ONCE = 600 * 1024;
/**
 * Stored bytes of the blocks that one search needs in all: of some 6,000 taxa, or 3,000 terms, from all over the table. What is
 * read over between them comes on top; at worst it is the table.
 */
export const MOST_BYTES = 32 * 1024 * 1024;

export class NamedRecords<T> {
  readonly #table: SortedTable;
  readonly #scanned: () => SortedTable;
  readonly #names: NameIndex;
  readonly #decode: (record: Uint8Array) => T;
  readonly #kind: string;

  /**
   * @param scanned the same table by a reader for scans, which leaves the cache to others
   * @param kind what the records are, in the plural
   */
  constructor(table: SortedTable, scanned: () => SortedTable, names: NameIndex, decode: (record: Uint8Array) => T, kind: string) {
    this.#table = table;
    this.#scanned = scanned;
    this.#names = names;
    this.#decode = decode;
    this.#kind = kind;
  }

  /** The first record that has this very name, but for blanks behind it; null for none. */
  async first(name: string): Promise<T | null> {
    const [place] = await this.#names.named(foldWhole(name));
    if (!place) return null;
    const [record] = await this.#table.at([place]);
    return this.#decode(record!);
  }

  /**
   * The records with a name like a LIKE pattern, in the order of the table. Reads none of them yet. Throws ApiError (400) for
   * a pattern that is too vague, or that more records match than are read for one answer, or than `work` allows.
   */
  async like(pattern: string, work: WorkBudget): Promise<FoundRecords<T>> {
    const found = new FoundRecords(await this.#names.like(pattern, work), this.#table, this.#scanned, this.#decode);
    if (found.bytes > MOST_BYTES) {
      throw new ApiError(`${found.count} ${this.#kind} have a name like '${shownName(pattern)}', too many for one answer; please give more of its letters`);
    }
    work.spend(found.bytes * NANOSECONDS.storedByte, LESS);
    return found;
  }
}

/** What a search has found, and not read yet. */
export class FoundRecords<T> {
  readonly count: number;
  /** Stored bytes of the blocks that hold the records. */
  readonly bytes: number;
  readonly #batches: RecordLocation[][];
  readonly #table: SortedTable;
  readonly #scanned: () => SortedTable;
  readonly #decode: (record: Uint8Array) => T;

  constructor(places: readonly RecordLocation[], table: SortedTable, scanned: () => SortedTable, decode: (record: Uint8Array) => T) {
    this.count = places.length;
    this.#batches = batchesOfBlocks(places, AT_ONCE);
    this.bytes = this.#batches.reduce((sum, batch) => sum + bytesOfBlocks(batch), 0);
    this.#table = table;
    this.#scanned = scanned;
    this.#decode = decode;
  }

  /** Is it little enough to be in memory at once? Then it is read in one wave. */
  get isFew(): boolean {
    return this.#batches.length <= 1;
  }

  /**
   * The records one by one, read batch by batch. Few are scattered over a large table: only blocks side by side are read as
   * one, so that the bytes read are those of the blocks. For many, round trips cost more than what is read over.
   */
  async *each(): AsyncGenerator<T> {
    for (const batch of this.#batches) {
      const records = await (this.isFew ? this.#table.at(batch, 1) : this.#scanned().at(batch));
      for (const record of records) yield this.#decode(record);
    }
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
  return places.reduce((sum, [offset, length], each) => (each > 0 && places[each - 1]![0] === offset ? sum : sum + length), 0);
}
