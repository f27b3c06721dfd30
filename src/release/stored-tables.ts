/**
 * Opens tables by their names in the table registry. A table that the release lacks has no records. The registry states
 * which names are sorted tables and which are interval tables, so wrong use is a type error.
 */
import type { BlockReader } from '../index/blocks/block-reader.ts';
import { decodedFrom } from '../index/blocks/damaged-record.ts';
import { IntervalTable } from '../index/tables/interval-table.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { SortedTable } from '../index/tables/sorted-table.ts';
import { StoreError } from '../store/store.ts';
import type { RecordLayouts } from '../variants/record-layouts.ts';
import type { TableEntry } from './manifest.ts';
import { layoutsOf } from './root.ts';
import type { NamesOf, SpecShape } from './table-spec.ts';

type Entries<Tables> = Readonly<Partial<Record<keyof Tables & string, TableEntry>>>;

/** `Tables`: a list of the table registry, such as `typeof GENOME_TABLES`. */
export class StoredTables<Tables extends Readonly<Record<string, { shape: SpecShape }>>> {
  readonly #entries: Entries<Tables>;
  readonly #reader: BlockReader;
  readonly #attachments: Record<string, Uint8Array>;

  constructor(entries: Entries<Tables>, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.#entries = entries;
    this.#reader = reader;
    this.#attachments = attachments;
  }

  /** The same tables for long scans, which bypass the cache. */
  withoutCaching(): StoredTables<Tables> {
    return new StoredTables<Tables>(this.#entries, this.#reader.withoutCaching(), this.#attachments);
  }

  /** Null when the release lacks the table. */
  sorted(name: NamesOf<Tables, 'sorted'>): SortedTable | null {
    const table = this.#entries[name];
    return table ? new SortedTable(table, this.#reader, attachedDirectory(table, this.#attachments)) : null;
  }

  /** Null when the release lacks the table. */
  interval(name: NamesOf<Tables, 'interval'>): IntervalTable | null {
    const table = this.#entries[name];
    return table ? this.intervalOf(table) : null;
  }

  intervalOf(table: TableEntry): IntervalTable {
    return new IntervalTable(table, this.#reader, attachedDirectory(table, this.#attachments));
  }

  /** The encoded records under each key of a sorted table; one wave of reads. */
  records(name: NamesOf<Tables, 'sorted'>, keys: readonly string[]): Promise<Uint8Array[][]> {
    return this.sorted(name)?.find(keys) ?? Promise.resolve(keys.map(() => []));
  }

  /** Stored bytes that `records` would read; reads only the directory. */
  async storedBytes(name: NamesOf<Tables, 'sorted'>, keys: readonly string[]): Promise<number> {
    return (await this.sorted(name)?.storedBytes(keys)) ?? 0;
  }

  /** The records under each key of a sorted table; one wave of reads. */
  async find<T>(
    name: NamesOf<Tables, 'sorted'>,
    keys: readonly string[],
    decode: (record: Uint8Array) => T,
  ): Promise<T[][]> {
    const found = await this.records(name, keys);
    return this.decoded(name, () => found.map((records) => records.map((record) => decode(record))));
  }

  /**
   * The records of a sorted table at some locations; one wave of reads. Throws StoreError if the release lacks the
   * table.
   */
  async at<T>(
    name: NamesOf<Tables, 'sorted'>,
    locations: readonly RecordLocation[],
    decode: (record: Uint8Array) => T,
  ): Promise<T[]> {
    const records = await recordsAt(this.sorted(name), name, locations);
    return this.decoded(name, () => records.map((record) => decode(record)));
  }

  /** Like `at`, for an interval table; the records are encoded. */
  payloadsAt(name: NamesOf<Tables, 'interval'>, locations: readonly RecordLocation[]): Promise<Uint8Array[]> {
    return recordsAt(this.interval(name), name, locations);
  }

  /**
   * Runs a decoder of a table's records and adds the object's name to its errors: see decodedFrom. Work that a decoder
   * defers (the answer of a term, the details of homologies) throws StoreError without the object's name.
   *
   * @param decode gets the record layouts of the table
   */
  decoded<T>(name: keyof Tables & string, decode: (layouts: RecordLayouts | undefined) => T): T {
    const layouts = this.layouts(name);
    return decodedFrom(this.#entries[name]?.object ?? name, () => decode(layouts));
  }

  /** The record layouts of a table; undefined for a table without layouts. Shared between requests: do not modify. */
  layouts(name: keyof Tables & string): RecordLayouts | undefined {
    const table = this.#entries[name];
    return table && layoutsOf(table, this.#attachments);
  }
}

async function recordsAt(
  table: SortedTable | IntervalTable | null,
  name: string,
  locations: readonly RecordLocation[],
): Promise<Uint8Array[]> {
  if (locations.length === 0) return [];
  if (!table) throw new StoreError(`the index refers to records of the table ${name}, which it lacks`);
  return table.at(locations);
}

/** The directory of a table, if the root contains it; otherwise undefined, and it is read from the table's object. */
export function attachedDirectory(
  { attached }: Pick<TableEntry, 'attached'>,
  attachments: Record<string, Uint8Array>,
): Uint8Array | undefined {
  return attached === undefined ? undefined : attachments[attached];
}
