import type { IntervalTableWriter } from '../../src/index/interval-table.ts';
import type { RecordLocation } from '../../src/index/object-sink.ts';
import type { SortedTableWriter } from '../../src/index/sorted-table.ts';
import type { CompiledTable } from '../../src/release/manifest.ts';
import type { RecordShapes } from '../../src/variants/record-shapes.ts';
import type { OpenTable } from './index-folder.ts';

/** Where compilers write rows to; `add` gives the number of the record. */
export type SortedSink = Pick<SortedTableWriter, 'add' | 'addAll'>;
export type IntervalSink = Pick<IntervalTableWriter, 'add' | 'addAll'>;

interface Writer {
  add(...row: any[]): Promise<number>;
  addAll(...columns: any[]): Promise<void>;
  locate(record: number): RecordLocation;
}

/** A table that comes to be with its first row: what a database has no rows for has no table. */
export class LazyTable<W extends Writer> {
  readonly #open: () => Promise<OpenTable<W>>;
  /** What records say by number; set before the table is finished. */
  shapes: RecordShapes | undefined;
  #table: OpenTable<W> | undefined;
  #entry: Promise<CompiledTable> | undefined;

  constructor(open: () => Promise<OpenTable<W>>) {
    this.#open = open;
  }

  /** As the writer's; one row after the other. */
  add(...row: Parameters<W['add']>): Promise<number> {
    return this.#table ? this.#table.writer.add(...row) : this.#addFirst(row);
  }

  /** As the writer's; of one row at least. */
  async addAll(...columns: Parameters<W['addAll']>): Promise<void> {
    this.#table ??= await this.#open();
    await this.#table.writer.addAll(...columns);
  }

  /** Completes the table, unless that is done; null when no row came. */
  async finish(): Promise<CompiledTable | null> {
    if (!this.#table) return null;
    const { shapes } = this;
    return (this.#entry ??= this.#table.finish().then((entry) => (shapes ? { ...entry, shapes } : entry)));
  }

  /** Where a record stands in the completed table. */
  locate(record: number): RecordLocation {
    return this.#table!.writer.locate(record);
  }

  async #addFirst(row: Parameters<W['add']>): Promise<number> {
    this.#table = await this.#open();
    return this.#table.writer.add(...row);
  }
}
