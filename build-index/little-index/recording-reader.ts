import type { BlockReader } from '../../src/index/block-reader.ts';
import type { ReadCounts } from '../../src/index/read-counts.ts';
import type { ByteRange } from '../../src/store/store.ts';

/** Remembers which blocks were asked for. */
export class RecordingReader implements BlockReader {
  readonly #reader: BlockReader;
  readonly #asked: Map<string, ByteRange>;

  constructor(reader: BlockReader, asked = new Map<string, ByteRange>()) {
    this.#reader = reader;
    this.#asked = asked;
  }

  /** Each once. */
  get asked(): ByteRange[] {
    return [...this.#asked.values()];
  }

  blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]> {
    for (const range of ranges) this.#asked.set(`${range.object} ${range.offset} ${range.length}`, range);
    return this.#reader.blocks(ranges, gap);
  }

  cachedBlocks(ranges: readonly ByteRange[]): Uint8Array[] | null {
    return this.#reader.cachedBlocks(ranges);
  }

  readAhead(ranges: readonly ByteRange[]): Promise<void> {
    return this.#reader.readAhead(ranges);
  }

  forRequest(counts?: ReadCounts): BlockReader {
    return new RecordingReader(this.#reader.forRequest(counts), this.#asked);
  }

  forScan(): BlockReader {
    return new RecordingReader(this.#reader.forScan(), this.#asked);
  }
}
