/** Sorts the details of variants by key, and leaves out those of variants whose key finds another variant. */
import { type ByteSlice, type ByteSlices, GatheredSlices, sliceOf } from '../../../src/index/blocks/byte-slices.ts';
import { sameBytes } from '../../../src/index/blocks/bytes.ts';
import { FieldReader, FieldWriter } from '../../../src/index/blocks/fields.ts';
import type { SortedSink } from '../../output/genome-tables.ts';
import { KeyRuns, PAGE_ROWS } from '../../output/key-runs.ts';

/** Opens the tables of details by variant key: frequencies, chips and phenotypes; and genotypes of samples. */
export type DetailTableOf = (name: 'variant-details' | 'variant-genotypes') => SortedSink;

/** A record begins with the rank of its key and the id of its variant. That of a variant without details ends there. */
const [RANK_BYTES, ID_BYTES] = [1, 7];
const HEAD_BYTES = RANK_BYTES + ID_BYTES;
const NOTHING = sliceOf();

export class DetailRuns {
  readonly #runs: KeyRuns;
  readonly #fields = new FieldWriter();
  readonly #record = sliceOf();

  /** @param folder for temporary files; the caller removes it */
  constructor(folder: string, name: string) {
    this.#runs = new KeyRuns(folder, name);
  }

  /** Adds a key of a variant. If several variants share a key, it finds the first by rank and id. */
  addKey(key: ByteSlice, rank: number, id: number): void {
    this.#fields.fixed(rank, RANK_BYTES).fixed(id, ID_BYTES).lend(this.#record);
    this.#runs.add(key, rank, id, this.#record);
  }

  /**
   * Adds details of a variant under one of its keys.
   *
   * @param details encoded groups; empty or null if there are none
   * @param genotypes encoded genotypes; empty or null if there are none
   */
  add(key: ByteSlice, rank: number, id: number, details: ByteSlice | null, genotypes: ByteSlice | null): void {
    const own = details ?? NOTHING;
    this.#fields
      .fixed(rank, RANK_BYTES)
      .fixed(id, ID_BYTES)
      .number(own.end - own.start)
      .slice(own)
      .slice(genotypes ?? NOTHING)
      .lend(this.#record);
    this.#runs.add(key, rank, id, this.#record);
  }

  /** Whether `settle` should be called, as in KeyRuns. */
  get isFull(): boolean {
    return this.#runs.isFull;
  }

  /** Writes the rows in memory to a file. */
  settle(): Promise<void> {
    return this.#runs.settle();
  }

  /** As in KeyRuns. */
  adopt(folder: string): Promise<void> {
    return this.#runs.adopt(folder);
  }

  /** As in KeyRuns. */
  clear(): Promise<void> {
    return this.#runs.clear();
  }

  /** As in KeyRuns. */
  discard(): Promise<void> {
    return this.#runs.discard();
  }

  /** Writes the details of all runs, which together contain all keys. @returns whether a variant has genotypes */
  async write(tableOf: DetailTableOf, ...others: readonly DetailRuns[]): Promise<boolean> {
    const owned = new OwnedDetails(tableOf('variant-details'), tableOf('variant-genotypes'));
    await this.#runs.write(owned, ...others.map((each) => each.#runs));
    return owned.hasGenotypes;
  }
}

/** Writes the details of the first variant under each key. */
class OwnedDetails implements SortedSink {
  hasGenotypes = false;
  readonly #details: GatheredTable;
  readonly #genotypes: GatheredTable;
  /** The last key, and the head of its first record. */
  #key = new Uint8Array(64);
  #keyBytes = -1;
  readonly #head = new Uint8Array(HEAD_BYTES);

  constructor(details: SortedSink, genotypes: SortedSink) {
    [this.#details, this.#genotypes] = [new GatheredTable(details), new GatheredTable(genotypes)];
  }

  add(): Promise<number> {
    return Promise.reject(new Error('details come in batches'));
  }

  async addAll(keys: ByteSlices, records: ByteSlices): Promise<void> {
    for (let row = 0; row < keys.starts.length; row++) {
      const [start, end] = [records.starts[row]!, records.ends[row]!];
      const isOwner = this.#isOwner(keys.bytes, keys.starts[row]!, keys.ends[row]!, records.bytes, start);
      if (end - start === HEAD_BYTES) continue;
      const fields = new FieldReader(records.bytes, start + HEAD_BYTES);
      const size = fields.number();
      const behind = fields.at + size;
      this.hasGenotypes ||= behind < end;
      if (!isOwner) continue;
      if (size > 0) this.#details.gather(keys, row, records.bytes, fields.at, behind);
      if (behind < end) this.#genotypes.gather(keys, row, records.bytes, behind, end);
    }
    await this.#details.flush();
    await this.#genotypes.flush();
  }

  /** Does a record belong to the variant that its key finds? */
  #isOwner(keys: Uint8Array, from: number, to: number, records: Uint8Array, start: number): boolean {
    if (sameBytes(this.#key, 0, this.#keyBytes, keys, from, to))
      return sameBytes(this.#head, 0, HEAD_BYTES, records, start, start + HEAD_BYTES);
    this.#keyBytes = to - from;
    if (this.#key.length < this.#keyBytes) this.#key = new Uint8Array(2 * this.#keyBytes);
    for (let at = 0; at < this.#keyBytes; at++) this.#key[at] = keys[from + at]!;
    for (let at = 0; at < HEAD_BYTES; at++) this.#head[at] = records[start + at]!;
    return true;
  }
}

/** Rows for a table, gathered into batches. */
class GatheredTable {
  readonly #table: SortedSink;
  readonly #keys = new GatheredSlices(PAGE_ROWS);
  readonly #records = new GatheredSlices(PAGE_ROWS);

  constructor(table: SortedSink) {
    this.#table = table;
  }

  gather(keys: ByteSlices, row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#keys.add(keys.bytes, keys.starts[row], keys.ends[row]);
    this.#records.add(bytes, start, end);
  }

  async flush(): Promise<void> {
    if (this.#keys.count > 0) await this.#table.addAll(this.#keys.take(), this.#records.take());
  }
}
