import type { BlockReader } from '../../src/index/blocks/block-reader.ts';
import { IntervalTable } from '../../src/index/tables/interval-table.ts';
import { SortedTable } from '../../src/index/tables/sorted-table.ts';
import type { ExampleValueName, ExampleValues } from '../../src/release/example-values.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import type { Release } from '../../src/release/release.ts';

/** An index from which example values are drawn, with the example values of its manifest. */
export class ExampleSource {
  readonly release: Release;
  readonly reader: BlockReader;
  readonly count: number;
  readonly examples: ExampleValues;

  constructor(release: Release, reader: BlockReader, count: number) {
    this.release = release;
    this.reader = reader;
    this.count = count;
    this.examples = release.manifest.samples ?? {};
  }

  /** The genome of the species in an example value; null if the index has none. */
  async genome(species: ExampleValueName) {
    const name = this.examples[species];
    return name === undefined ? null : this.release.findGenome(name);
  }

  /** Up to `count` evenly spaced records of an interval table. */
  async intervals(table: TableEntry | undefined) {
    return table ? Array.fromAsync(new IntervalTable(table, this.reader).evenlySpaced(this.count)) : [];
  }

  /** Up to `count` evenly spaced entries of a sorted table. */
  async entries(table: TableEntry | undefined) {
    return table ? Array.fromAsync(new SortedTable(table, this.reader).evenlySpaced(this.count)) : [];
  }
}
