/** Whole-genome alignments of a comparative database: blocks by set of species and stretch of a genome. */
import { at } from '../checked.ts';
import {
  alignmentNumber,
  type AlignmentRecord,
  type SeenBlock,
  decodeAlignmentBlock,
  decodeAlignmentRecord,
} from '../compara/alignment-record.ts';
import type { Span } from '../genome/transcript.ts';
import type { BlockReader } from '../index/blocks/block-reader.ts';
import type { RecordLocation } from '../index/blocks/object-sink.ts';
import { isAncestral } from '../compara/species.ts';
import { MAX_READ_BYTES } from '../index/blocks/read-plan.ts';
import type { ByteRange } from '../store/store.ts';
import type { ComparaEntry, GenomeEntry } from './manifest.ts';
import { ParsedRecords } from '../index/tables/parsed-records.ts';
import { StoredTables } from './stored-tables.ts';
import type { ALIGNMENT_TABLES } from './table-registry.ts';

/** Taken apart, the cigar lines of a block take some twenty times what they take as stored. */
const TAKEN_APART = 20;
const references = new ParsedRecords(decodeAlignmentRecord, TAKEN_APART);
const taken = new ParsedRecords(decodeAlignmentBlock, TAKEN_APART);

/**
 * Bytes of packed bases read beside the blocks they belong to: 90 genomes by a chunk each. What is beyond is read when
 * it is needed.
 */
const MOST_BASES = 3 * MAX_READ_BYTES;

export class Alignments {
  readonly #entry: ComparaEntry;
  readonly #genomeAt: (index: number) => Pick<GenomeEntry, 'species' | 'sequence'>;
  readonly #reader: BlockReader;
  readonly #tables: StoredTables<typeof ALIGNMENT_TABLES>;

  /** @param genomeAt the genome at a place of the manifest */
  constructor(
    entry: ComparaEntry,
    genomeAt: (index: number) => Pick<GenomeEntry, 'species' | 'sequence'>,
    reader: BlockReader,
    attachments: Record<string, Uint8Array>,
  ) {
    this.#entry = entry;
    this.#genomeAt = genomeAt;
    this.#reader = reader;
    this.#tables = new StoredTables(entry.alignments ?? {}, reader, attachments);
  }

  /** What is aligned to each of some stretches of the region of a key (alignmentKey), by start. One wave of reads. */
  async overlapping(key: string, stretches: readonly Span[]): Promise<AlignmentRecord[][]> {
    const region = alignmentNumber(key);
    const found = await this.#tables
      .interval('references')
      ?.overlapping(stretches.map((stretch) => ({ region, ...stretch })));
    if (!found) return stretches.map(() => []);
    return this.#tables.decoded('references', () =>
      found.map((list) => list.map(({ payload }) => references.get(payload)).filter((record) => record.key === key)),
    );
  }

  /**
   * The blocks of some records, in their order. One wave of reads, in which the bases of their rows are read, too.
   *
   * @param shown production names of the genomes whose bases will be asked for; null for all
   */
  async blocks(records: readonly AlignmentRecord[], shown: ReadonlySet<string> | null): Promise<SeenBlock[]> {
    const read = await this.#blocksAt(
      records.map(({ block }) => block),
      records,
      shown,
    );
    return this.#tables.decoded('blocks', () =>
      records.map(({ reference }, each) => ({ reference, ...taken.get(at(read, each)) })),
    );
  }

  async #blocksAt(
    places: readonly RecordLocation[],
    records: readonly AlignmentRecord[],
    shown: ReadonlySet<string> | null,
  ): Promise<Uint8Array[]> {
    const { object } = this.#entry.alignments!.blocks;
    const table = this.#tables.sorted('blocks')!;
    // Blocks that are at hand tell which bases they need, and those then are the next read anyway.
    if (this.#reader.cachedBlocks(places.map(([offset, length]) => ({ object, offset, length }))))
      return table.at(places);
    const [read] = await Promise.all([table.at(places), this.#reader.readAhead(this.#basesOf(records, shown))]);
    return read;
  }

  /** Where the bases of the rows stand, each stretch once, up to MOST_BASES. */
  #basesOf(records: readonly AlignmentRecord[], shown: ReadonlySet<string> | null): ByteRange[] {
    const ranges = new Map<string, ByteRange>();
    let bytes = 0;
    for (const { bases } of records) {
      for (let each = 0; each < bases.length; each += 3) {
        const [genome, offset, length] = [at(bases, each), at(bases, each + 1), at(bases, each + 2)];
        const { species, sequence } = this.#genomeAt(genome);
        const key = `${genome} ${offset}`;
        if (
          !sequence ||
          (ranges.get(key)?.length ?? 0) >= length ||
          (shown && !shown.has(species) && !isAncestral(species))
        )
          continue;
        bytes += length;
        if (bytes > MOST_BASES) return [...ranges.values()];
        ranges.set(key, { object: sequence.object, offset, length });
      }
    }
    return [...ranges.values()];
  }
}

/** Stored bytes that a record's block takes to read. */
export function bytesToRead({ block }: AlignmentRecord): number {
  return block[1];
}
