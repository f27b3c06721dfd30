import type { IntervalTableWriter } from '../../src/index/interval-table.ts';
import type { SortedTableWriter } from '../../src/index/sorted-table.ts';
import type { GenomeEntry, GenomeTable } from '../../src/release/manifest.ts';
import type { TableWriterOptions } from '../../src/index/object-sink.ts';
import type { Attach, IndexFolder } from './index-folder.ts';
import { LazyTable } from './lazy-table.ts';

type TableOptions = Pick<TableWriterOptions, 'blockBytes'>;

/** The tables that one database gives a genome, while they are being written. */
export class GenomeTables {
  readonly #folder: IndexFolder;
  readonly #path: string;
  readonly #tables = new Map<GenomeTable, LazyTable<SortedTableWriter> | LazyTable<IntervalTableWriter>>();

  /** @param path of the tables' objects in the index folder */
  constructor(folder: IndexFolder, path: string) {
    this.#folder = folder;
    this.#path = path;
  }

  sorted(name: GenomeTable, attach?: Attach, options?: TableOptions): LazyTable<SortedTableWriter> {
    const table = new LazyTable(() => this.#folder.sortedTable(`${this.#path}/${name}`, attach, options));
    this.#tables.set(name, table);
    return table;
  }

  interval(name: GenomeTable, attach?: Attach, options?: TableOptions): LazyTable<IntervalTableWriter> {
    const table = new LazyTable(() => this.#folder.intervalTable(`${this.#path}/${name}`, attach, options));
    this.#tables.set(name, table);
    return table;
  }

  /** Completes what is not yet complete. @returns what the manifest says of those that have rows */
  async finish(): Promise<GenomeEntry['tables']> {
    const entries: GenomeEntry['tables'] = {};
    for (const [name, table] of this.#tables) {
      const entry = await table.finish();
      if (entry) entries[name] = entry;
    }
    return entries;
  }
}
