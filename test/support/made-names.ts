/** A table of records with names and the name index over it, made with the writers that a build uses. */
import { NAME_TABLES } from '../../src/release/table-registry.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { GatheredSlices } from '../../src/index/blocks/byte-slices.ts';
import type { TableWriterOptions } from '../../src/index/blocks/object-sink.ts';
import { SortedTable, SortedTableWriter } from '../../src/index/tables/sorted-table.ts';
import { foldName } from '../../src/names/name-text.ts';
import { NameIndex } from '../../src/release/name-index.ts';
import { writeNames } from '../../src/names/name-places.ts';
import { NamedRecords } from '../../src/release/named-records.ts';
import { TrigramListsWriter } from '../../src/names/trigram-lists-writer.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { CountingStore } from './counting-store.ts';
import { MemoryStore } from './memory-store.ts';
import { present } from '../../src/checked.ts';

export interface MadeRecord {
  /** The record's position in the table, from 0. */
  ordinal: number;
  names: readonly string[];
}

export interface MadeNames {
  store: CountingStore;
  /** The records with an empty cache. */
  cold(cacheBytes?: number): NamedRecords<MadeRecord>;
  /** Only the name index, with an empty cache. */
  index(): NameIndex;
}

export interface MadeOptions {
  /** Least length of a record in bytes; shorter records are padded. */
  bytes?: number;
  /** Options of the table of records. */
  table?: TableWriterOptions;
  /** The number of names that the index claims to have, if it is to be wrong. */
  count?: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param records the names of each record */
export async function makeNames(
  records: readonly (readonly string[])[],
  options: MadeOptions = {},
): Promise<MadeNames> {
  const memory = new MemoryStore();
  const [table, exact, trigrams] = [
    collecting(memory, 'table'),
    collecting(memory, 'names'),
    collecting(memory, 'trigrams'),
  ];
  const writer = new SortedTableWriter(table.sink, options.table);
  for (const [ordinal, names] of records.entries()) {
    await writer.add(
      String(ordinal).padStart(8, '0'),
      encoder.encode(JSON.stringify({ ordinal, names } satisfies MadeRecord).padEnd(options.bytes ?? 0)),
    );
  }
  const directory = await writer.finish();
  const listed = records.flatMap((names, ordinal) => names.map((name): [string, number] => [foldName(name), ordinal]));
  const lists = new TrigramListsWriter();
  for (const [name, ordinal] of listed)
    lists.add(
      ordinal,
      Array.from(name, (letter) => present(letter.codePointAt(0), 'the result of codePointAt')),
    );
  const writers = {
    names: new SortedTableWriter(exact.sink),
    trigrams: new SortedTableWriter(trigrams.sink, { directoryBytes: NAME_TABLES.trigrams.directoryBytes }),
  };
  await lists.write(writers.trigrams, writer.blocks());
  const sorted = listed
    .map(([name, ordinal]) => [encoder.encode(name), ordinal] as const)
    .sort(([a], [b]) => Buffer.compare(a, b));
  const gathered = new GatheredSlices(sorted.length);
  for (const [name] of sorted) gathered.add(name);
  const written = await writeNames(
    [{ names: gathered.take(), records: sorted.map(([, ordinal]) => ordinal) }],
    writers.names,
    (ordinal) => writer.locate(ordinal),
  );
  const entry = {
    names: { object: 'names', directory: await writers.names.finish() },
    trigrams: { object: 'trigrams', directory: await writers.trigrams.finish() },
    count: options.count ?? written,
  };
  for (const each of [table, exact, trigrams]) each.store();
  const store = new CountingStore(memory);
  return {
    store,
    cold(cacheBytes) {
      const reader = new CachedBlockReader(store, new ByteCache(cacheBytes)).forRequest();
      const open = () => new SortedTable({ object: 'table', directory }, reader);
      const decode = (record: Uint8Array): MadeRecord => JSON.parse(decoder.decode(record));
      return new NamedRecords(
        { table: open(), scanned: open, decode, namesOf: ({ names }) => names, kind: 'entries' },
        new NameIndex(entry, reader),
      );
    },
    index: () => new NameIndex(entry, new CachedBlockReader(store, new ByteCache())),
  };
}

/** A sink that keeps the written parts and joins them once, in `store`; `MemoryStore.sink` copies at each write. */
function collecting(memory: MemoryStore, object: string) {
  const parts: Uint8Array[] = [];
  return {
    sink: { write: async (bytes: Uint8Array) => void parts.push(bytes.slice()) },
    store: () => void memory.objects.set(object, new Uint8Array(Buffer.concat(parts))),
  };
}
