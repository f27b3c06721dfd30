/** Whole-genome alignments of a comparative database: blocks by set of species and stretch of a genome. */
import { alignmentRegionKey, type AlignmentBlock, type AlignmentRegionNumbers } from '../compara/alignment-record.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import type { BlockReader } from '../index/block-reader.ts';
import { IntervalTable } from '../index/interval-table.ts';
import { SortedTable } from '../index/sorted-table.ts';
import type { ComparaEntry, TableEntry } from './manifest.ts';

/** A set of species that a method was used on: its place among those of the method, as ComparaMethods lists them. */
export interface AlignmentSet {
  method: string;
  set: number;
}

export class Alignments {
  readonly #entry: ComparaEntry;
  readonly #reader: BlockReader;
  readonly #attachments: Record<string, Uint8Array>;

  constructor(entry: ComparaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.#entry = entry;
    this.#reader = reader;
    this.#attachments = attachments;
  }

  /** The numbers that a genome's region has in the table of blocks; none when nothing is aligned to it. One read. */
  async region(genome: string, region: string): Promise<AlignmentRegionNumbers> {
    const { alignments } = this.#entry;
    if (!alignments) return [];
    const [[record] = []] = await new SortedTable(alignments.regions, this.#reader, this.#attached(alignments.regions)).find([alignmentRegionKey(genome, region)]);
    return record ? decodeRecord<AlignmentRegionNumbers>(record) : [];
  }

  /** Blocks that overlap a stretch of a region, by their start in it. One read. */
  async blocks(region: number, start: number, end: number): Promise<AlignmentBlock[]> {
    const { blocks } = this.#entry.alignments!;
    const [found = []] = await new IntervalTable(blocks, this.#reader, this.#attached(blocks)).overlapping([{ region, start, end }]);
    return found.map(({ payload }) => decodeRecord<AlignmentBlock>(payload));
  }

  #attached({ attached }: TableEntry): Uint8Array | undefined {
    return this.#attachments[attached ?? ''];
  }
}
