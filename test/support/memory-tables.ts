import { encodeGene, type GeneRecord } from '../../src/genome/gene-record.ts';
import { IntervalTableWriter } from '../../src/index/tables/interval-table.ts';
import type {
  DirectoryPlace,
  ObjectSink,
  RecordLocation,
  TableWriterOptions,
} from '../../src/index/blocks/object-sink.ts';
import { SortedTableWriter } from '../../src/index/tables/sorted-table.ts';
import type { ObjectEntry, TableEntry } from '../../src/release/manifest.ts';
import type { MemoryStore } from './memory-store.ts';
import { get } from '../../src/checked.ts';

/** Tables of an invented release, written with the compiler's writers to a store in memory. */
export class MemoryTables {
  /** The directories that the root is to contain, by the names of their tables. */
  readonly attachments: Record<string, Uint8Array> = {};
  readonly #store: MemoryStore;
  readonly #options: TableWriterOptions;

  constructor(store: MemoryStore, options: TableWriterOptions = {}) {
    this.#store = store;
    this.#options = options;
  }

  /** The manifest's entry for an object of the store. The hash is empty because no reader checks it. */
  entry(object: string): ObjectEntry {
    return { object, size: get(this.#store.objects, object).length, sha256: '' };
  }

  /** A table that `write` writes. @param attach whether the root contains its directory */
  async table(
    object: string,
    write: (sink: ObjectSink) => Promise<DirectoryPlace>,
    attach = false,
  ): Promise<TableEntry> {
    const directory = await write(this.#store.sink(object));
    const [offset, length] = directory;
    if (attach) this.attachments[object] = get(this.#store.objects, object).slice(offset, offset + length);
    return { ...this.entry(object), directory, ...(attach ? { attached: object } : {}) };
  }

  /** A sorted table of rows in any order. Rows with the same key keep their order. */
  sorted(object: string, rows: readonly [key: string, value: Uint8Array][], attach = false): Promise<TableEntry> {
    return this.table(
      object,
      async (sink) => {
        const writer = new SortedTableWriter(sink, this.#options);
        for (const [key, value] of rows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
          await writer.add(key, value);
        return writer.finish();
      },
      attach,
    );
  }

  /** The table of genes in any order, with the location of each record. Genes may cross the origin of a circle. */
  async genes(
    object: string,
    genes: readonly GeneRecord[],
    attach = false,
  ): Promise<{ table: TableEntry; locations: Map<GeneRecord, RecordLocation> }> {
    const locations = new Map<GeneRecord, RecordLocation>();
    const table = await this.table(
      object,
      async (sink) => {
        const writer = new IntervalTableWriter(sink, this.#options);
        const written: [GeneRecord, number][] = [];
        for (const gene of genes.toSorted((a, b) => a.region.ordinal - b.region.ordinal || a.start - b.start)) {
          const { transcripts, exons, ...head } = gene;
          const end = head.end < head.start ? head.end + (gene.region.circularLength ?? NaN) : head.end;
          written.push([
            gene,
            await writer.add(head.region.ordinal, head.start, end, encodeGene(head, { transcripts, exons })),
          ]);
        }
        const place = await writer.finish();
        for (const [gene, ordinal] of written) locations.set(gene, writer.locate(ordinal));
        return place;
      },
      attach,
    );
    return { table, locations };
  }
}
