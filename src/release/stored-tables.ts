/**
 * Tables by the names that the manifest gives them, of a genome, of a comparative database, of the release …, and what their records say. A table that the
 * databases had nothing for has no records.
 */
import type { BlockReader } from '../index/block-reader.ts';
import { decodedFrom } from '../index/decoded-from.ts';
import { IntervalTable } from '../index/interval-table.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import { SortedTable } from '../index/sorted-table.ts';
import { StoreError } from '../store/store.ts';
import type { RecordShapes } from '../variants/record-shapes.ts';
import { attachedDirectory } from './attached-directory.ts';
import type { TableEntry } from './manifest.ts';
import { shapesOf } from './root.ts';

export class StoredTables<Name extends string> {
  readonly #entries: Readonly<Partial<Record<Name, TableEntry>>>;
  readonly #reader: BlockReader;
  readonly #attachments: Record<string, Uint8Array>;

  constructor(entries: Readonly<Partial<Record<Name, TableEntry>>>, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.#entries = entries;
    this.#reader = reader;
    this.#attachments = attachments;
  }

  /** The same tables for who reads much of them: what is read leaves the cache as it is. */
  forScan(): StoredTables<Name> {
    return new StoredTables(this.#entries, this.#reader.forScan(), this.#attachments);
  }

  /** Null for a table that there is not. */
  sorted(name: Name): SortedTable | null {
    const table = this.#entries[name];
    return table ? new SortedTable(table, this.#reader, attachedDirectory(table, this.#attachments)) : null;
  }

  /** Null for a table that there is not. */
  interval(name: Name): IntervalTable | null {
    const table = this.#entries[name];
    return table ? this.intervalOf(table) : null;
  }

  intervalOf(table: TableEntry): IntervalTable {
    return new IntervalTable(table, this.#reader, attachedDirectory(table, this.#attachments));
  }

  /** The records under each key of a sorted table, encoded; one wave of reads. */
  records(name: Name, keys: readonly string[]): Promise<Uint8Array[][]> {
    return this.sorted(name)?.find(keys) ?? Promise.resolve(keys.map(() => []));
  }

  /** Stored bytes of what `records` would read; costs no more than the directory. */
  async storedBytes(name: Name, keys: readonly string[]): Promise<number> {
    return (await this.sorted(name)?.storedBytes(keys)) ?? 0;
  }

  /** The records under each key of a sorted table; one wave of reads. */
  async find<T>(name: Name, keys: readonly string[], decode: (record: Uint8Array) => T): Promise<T[][]> {
    const found = await this.records(name, keys);
    return this.decoded(name, () => found.map((records) => records.map((record) => decode(record))));
  }

  /** The records of a sorted table at some locations; one wave of reads. Throws StoreError for a location in a table that there is not. */
  async at<T>(name: Name, locations: readonly RecordLocation[], decode: (record: Uint8Array) => T): Promise<T[]> {
    const records = await this.recordsAt('sorted', name, locations);
    return this.decoded(name, () => records.map((record) => decode(record)));
  }

  /** As `at`, encoded, of a table of either shape. */
  recordsAt(shape: 'sorted' | 'interval', name: Name, locations: readonly RecordLocation[]): Promise<Uint8Array[]> {
    if (locations.length === 0) return Promise.resolve([]);
    return this[shape](name)?.at(locations) ?? Promise.reject(new StoreError(`the index says where records of ${name} are, but has no such table`));
  }

  /**
   * What a decoder makes of records of a table: see decodedFrom. What a decoder leaves for later (the answer of a term, the details of homologies) is out of
   * its sight, and throws StoreError without the object's name.
   *
   * @param decode gets what the root says of the records
   */
  decoded<T>(name: Name, decode: (shapes: RecordShapes | undefined) => T): T {
    const shapes = this.shapes(name);
    return decodedFrom(this.#entries[name]?.object ?? name, () => decode(shapes));
  }

  /** What the records of a table say by number; undefined for a table without shapes. Shared: not to be changed. */
  shapes(name: Name): RecordShapes | undefined {
    const table = this.#entries[name];
    return table && shapesOf(table, this.#attachments);
  }
}
