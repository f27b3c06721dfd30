import type { IntervalTableWriter } from '../../src/index/tables/interval-table.ts';
import type { SortedTableWriter } from '../../src/index/tables/sorted-table.ts';
import { present } from '../../src/checked.ts';
import { GENOME_TABLES } from '../../src/release/genome-tables.ts';
import type { GenomeEntry, CompiledTable } from '../../src/release/manifest.ts';
import type { GenomeTable, IntervalGenomeTable, SortedGenomeTable } from '../../src/release/table-registry.ts';
import type { IndexFolder, OpenTable } from './index-folder.ts';
import type { RecordLocation } from '../../src/index/blocks/object-sink.ts';
import type { RecordLayouts } from '../../src/variants/record-layouts.ts';

/** The tables of a genome from one database, while they are being written. */
export class GenomeTables {
  readonly #folder: IndexFolder;
  readonly #genome: { species: string; group: string };
  readonly #tables = new Map<GenomeTable, LazyTable<SortedTableWriter> | LazyTable<IntervalTableWriter>>();

  /** @param group of the database */
  constructor(folder: IndexFolder, species: string, group: string) {
    this.#folder = folder;
    this.#genome = { species, group };
  }

  /** Opens a table with the shape and options of the table registry. */
  open(name: SortedGenomeTable): LazyTable<SortedTableWriter>;
  open(name: IntervalGenomeTable): LazyTable<IntervalTableWriter>;
  open(name: GenomeTable): LazyTable<SortedTableWriter> | LazyTable<IntervalTableWriter> {
    const spec = GENOME_TABLES[name];
    const table =
      spec.shape === 'sorted'
        ? new LazyTable(() => this.#folder.sortedTable(spec, this.#genome))
        : new LazyTable(() => this.#folder.intervalTable(spec, this.#genome));
    this.#tables.set(name, table);
    return table;
  }

  /** Completes all tables. @returns the manifest entries of those with rows */
  async finish(): Promise<GenomeEntry['tables']> {
    const entries: GenomeEntry['tables'] = {};
    for (const [name, table] of this.#tables) {
      const entry = await table.finish();
      if (entry) entries[name] = entry;
    }
    return entries;
  }
}

/** A table that compilers write rows to. `add` returns the number of the record. */
export type SortedSink = Pick<SortedTableWriter, 'add' | 'addAll'>;
export type IntervalSink = Pick<IntervalTableWriter, 'add' | 'addAll'>;

interface Writer {
  // biome-ignore lint/suspicious/noExplicitAny: the writers of the index shapes take different rows
  add(...row: any[]): Promise<number>;
  // biome-ignore lint/suspicious/noExplicitAny: the writers of the index shapes take different columns
  addAll(...columns: any[]): Promise<void>;
  locate(record: number): RecordLocation;
}

/** A table that is opened with its first row, so that a table without rows does not exist. */
export class LazyTable<W extends Writer> {
  readonly #open: () => Promise<OpenTable<W>>;
  /** Record layouts, by the number in a record. Set before the table is finished. */
  shapes: RecordLayouts | undefined;
  #table: OpenTable<W> | undefined;
  #entry: Promise<CompiledTable> | undefined;

  constructor(open: () => Promise<OpenTable<W>>) {
    this.#open = open;
  }

  /** The writer's `add`. Await each call before the next. */
  add(...row: Parameters<W['add']>): Promise<number> {
    return this.#table ? this.#table.writer.add(...row) : this.#addFirst(row);
  }

  /** The writer's `addAll`, with at least one row. */
  async addAll(...columns: Parameters<W['addAll']>): Promise<void> {
    this.#table ??= await this.#open();
    await this.#table.writer.addAll(...columns);
  }

  /** Completes the table, once. Null for a table without rows. */
  async finish(): Promise<CompiledTable | null> {
    if (!this.#table) return null;
    const { shapes } = this;
    return (this.#entry ??= this.#table.finish().then((entry) => (shapes ? { ...entry, shapes } : entry)));
  }

  /** The place of a record in the completed table. */
  locate(record: number): RecordLocation {
    return present(this.#table, 'the table').writer.locate(record);
  }

  async #addFirst(row: Parameters<W['add']>): Promise<number> {
    this.#table = await this.#open();
    return this.#table.writer.add(...row);
  }
}
