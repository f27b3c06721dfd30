/** Whole-genome alignments of a comparative database: blocks by set of species and stretch of a genome. */
import { alignmentNumber, type AlignmentBlock, type AlignmentRecord, type SeenBlock } from '../compara/alignment-record.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import type { Stretch } from '../genome/transcript.ts';
import type { BlockReader } from '../index/block-reader.ts';
import { IntervalTable } from '../index/interval-table.ts';
import type { RecordLocation } from '../index/object-sink.ts';
import { SortedTable } from '../index/sorted-table.ts';
import { attachedDirectory } from './attached-directory.ts';
import type { ComparaEntry } from './manifest.ts';
import { ParsedRecords } from './parsed-records.ts';

/** Few: taken apart, the cigar lines of a block take some twenty times what they take as stored. */
const PARSED = 256 * 1024;
const seen = new ParsedRecords<AlignmentRecord>(decodeRecord, PARSED);
const apart = new ParsedRecords<AlignmentBlock>(decodeRecord, PARSED);

export class Alignments {
  readonly #entry: ComparaEntry;
  readonly #reader: BlockReader;
  readonly #attachments: Record<string, Uint8Array>;

  constructor(entry: ComparaEntry, reader: BlockReader, attachments: Record<string, Uint8Array>) {
    this.#entry = entry;
    this.#reader = reader;
    this.#attachments = attachments;
  }

  /** What is aligned to each of some stretches of the region of a key (alignmentKey), by start. One wave of reads. */
  async overlapping(key: string, stretches: readonly Stretch[]): Promise<AlignmentRecord[][]> {
    const { alignments } = this.#entry;
    if (!alignments) return stretches.map(() => []);
    const region = alignmentNumber(key);
    const table = new IntervalTable(alignments.references, this.#reader, attachedDirectory(alignments.references, this.#attachments));
    const found = await table.overlapping(stretches.map((stretch) => ({ region, ...stretch })));
    return found.map((list) => list.map(({ payload }) => seen.get(payload)).filter((record) => record.key === key));
  }

  /** The blocks of some records, in their order. One wave of reads for all that do not stand in their records. */
  async blocks(records: readonly AlignmentRecord[]): Promise<SeenBlock[]> {
    const places = records.flatMap(({ block }) => (isPlace(block) ? [block] : []));
    const { blocks } = this.#entry.alignments!;
    const read = places.length === 0 ? [] : await new SortedTable(blocks, this.#reader, attachedDirectory(blocks, this.#attachments)).at(places);
    let next = 0;
    return records.map(({ reference, block }) => ({ reference, ...(isPlace(block) ? apart.get(read[next++]!) : block) }));
  }
}

/** Stored bytes that a record's block takes to read, beside its own. */
export function bytesToRead({ block }: AlignmentRecord): number {
  return isPlace(block) ? block[1] : 0;
}

const isPlace = (block: AlignmentBlock | RecordLocation): block is RecordLocation => Array.isArray(block);
