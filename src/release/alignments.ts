/** Whole-genome alignments of a compara database: reads aligned blocks by set of species and interval of a genome. */
import { at, present } from '../checked.ts';
import {
  alignmentNumber,
  type AlignmentRecord,
  type ReferencedBlock,
  decodeAlignmentBlock,
  decodeAlignmentRecord,
} from '../compara/alignment-record.ts';
import type { Span } from '../genome/transcript.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { isAncestral } from '../compara/species.ts';
import { MAX_READ_BYTES } from '../index/blocks/read-plan.ts';
import type { ByteRange } from '../store/store.ts';
import type { ComparaEntry, GenomeEntry, ListedGenome } from './manifest.ts';
import { ParsedRecords } from '../index/tables/parsed-records.ts';
import { StoredTables } from './stored-tables.ts';
import type { ALIGNMENT_TABLES } from './table-registry.ts';

/**
 * Bytes of a parsed block for each of its stored bytes: parsed cigar lines take about twenty times their stored size.
 */
const PARSED_BYTES = 20;
const parsedReferences = new ParsedRecords(decodeAlignmentRecord, PARSED_BYTES);
const parsedBlocks = new ParsedRecords(decodeAlignmentBlock, PARSED_BYTES);

/**
 * Bytes of packed bases that are prefetched together with alignment blocks: one chunk from each of 90 genomes. Bases
 * beyond this limit are read when they are needed.
 */
const MAX_PREFETCHED_BASES = 3 * MAX_READ_BYTES;

/** The genomes of a release. */
interface Genomes {
  listedGenome(index: number): Pick<ListedGenome, 'species'>;
  genomesAt(indices: readonly number[]): Promise<{ index: number; entry: Pick<GenomeEntry, 'sequence'> }[]>;
}

export class Alignments {
  readonly #entry: ComparaEntry;
  readonly #genomes: Genomes;
  readonly #reader: BlockReader;
  readonly #tables: StoredTables<typeof ALIGNMENT_TABLES>;

  /** @param genomes the genomes that the records refer to */
  constructor(entry: ComparaEntry, genomes: Genomes, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.#entry = entry;
    this.#genomes = genomes;
    this.#reader = reader;
    this.#tables = new StoredTables(entry.alignments ?? {}, reader, attachments);
  }

  /**
   * Alignments that overlap each interval of the region of a key (alignmentKey), ordered by start. One wave of reads.
   */
  async overlapping(key: string, intervals: readonly Span[]): Promise<AlignmentRecord[][]> {
    const region = alignmentNumber(key);
    const found = await this.#tables
      .interval('references')
      ?.overlapping(intervals.map((interval) => ({ region, ...interval })));
    if (!found) return intervals.map(() => []);
    return this.#tables.decoded('references', () =>
      found.map((list) =>
        list.map(({ payload }) => parsedReferences.get(payload)).filter((record) => record.key === key),
      ),
    );
  }

  /**
   * The blocks of some records, in the same order. The same wave of reads prefetches the bases of their rows.
   *
   * @param shown production names of the genomes whose bases the request needs; null for all
   */
  async blocks(records: readonly AlignmentRecord[], shown: ReadonlySet<string> | null): Promise<ReferencedBlock[]> {
    const read = await this.#blocksAt(
      records.map(({ block }) => block),
      records,
      shown,
    );
    return this.#tables.decoded('blocks', () =>
      records.map(({ reference }, each) => ({ reference, ...parsedBlocks.get(at(read, each)) })),
    );
  }

  async #blocksAt(
    places: readonly RecordLocation[],
    records: readonly AlignmentRecord[],
    shown: ReadonlySet<string> | null,
  ): Promise<Uint8Array[]> {
    const table = present(this.#tables.sorted('blocks'), 'the table of alignment blocks');
    const { object } = present(this.#entry.alignments, 'the entry of the alignments').blocks;
    // Cached blocks can be decoded at once. They list the bases that they need, and the next wave reads exactly those.
    if (this.#reader.cachedBlocks(places.map(([offset, length]) => ({ object, offset, length }))))
      return table.at(places);
    const prefetch = async () => this.#reader.readAhead(await this.#basesOf(records, shown));
    const [read] = await Promise.all([table.at(places), prefetch()]);
    return read;
  }

  /** Byte ranges of the bases of the rows, each range once, up to MAX_PREFETCHED_BASES. */
  async #basesOf(records: readonly AlignmentRecord[], shown: ReadonlySet<string> | null): Promise<ByteRange[]> {
    const objects = await this.#sequencesOf(records, shown);
    const ranges = new Map<string, ByteRange>();
    let bytes = 0;
    for (const { bases } of records) {
      for (let each = 0; each < bases.length; each += 3) {
        const [genome, offset, length] = [at(bases, each), at(bases, each + 1), at(bases, each + 2)];
        const object = objects.get(genome);
        const key = `${genome} ${offset}`;
        if (object === undefined || (ranges.get(key)?.length ?? 0) >= length) continue;
        bytes += length;
        if (bytes > MAX_PREFETCHED_BASES) return [...ranges.values()];
        ranges.set(key, { object, offset, length });
      }
    }
    return [...ranges.values()];
  }

  /** Objects of the packed sequences of the shown rows, by the index of the genome. */
  async #sequencesOf(
    records: readonly AlignmentRecord[],
    shown: ReadonlySet<string> | null,
  ): Promise<Map<number, string>> {
    const isShown = ({ species }: Pick<ListedGenome, 'species'>) =>
      !shown || shown.has(species) || isAncestral(species);
    const all = new Set(records.flatMap(({ bases }) => bases.filter((_, each) => each % 3 === 0)));
    const wanted = await this.#genomes.genomesAt(
      [...all].filter((index) => isShown(this.#genomes.listedGenome(index))),
    );
    return new Map(wanted.flatMap(({ index, entry }) => (entry.sequence ? [[index, entry.sequence.object]] : [])));
  }
}

/** Stored bytes of the compressed block that contains a record's alignment block. */
export function bytesToRead({ block }: AlignmentRecord): number {
  return block[1];
}
