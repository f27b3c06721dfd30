/** Reads blocks through a cache: the only road from the index to the store. */
import type { ByteCache } from '../store/byte-cache.ts';
import { StoreError, type ByteRange, type Store } from '../store/store.ts';
import { decodeBlock } from './block.ts';
import { planReads, type PlannedRead } from './read-plan.ts';

export interface BlockReader {
  /**
   * Decoded blocks, in the order asked; a block may be asked for twice. All that miss the cache are read in one wave.
   * The bytes are shared with the cache: never write to them. Throws StoreError when a block is missing or damaged.
   * `gap`: bytes between ranges that are read with them; see MERGE_GAP, which is the default.
   */
  blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]>;
  /** The decoded blocks when all of them are at hand, else null: a warm lookup then waits for nothing. */
  cachedBlocks?(ranges: readonly ByteRange[]): Uint8Array[] | null;
}

/** A Worker has six connections; further reads would only queue behind these. */
const OPEN_READS = 6;

export class CachedBlockReader implements BlockReader {
  readonly #store: Store;
  /**
   * Holds decoded bytes, never promises. Workers forbids one request to await I/O that another began: a promise left
   * in a shared cache hangs or throws in the second request. Two requests that miss at once therefore both read.
   */
  readonly #cache: ByteCache;

  constructor(store: Store, cache: ByteCache) {
    this.#store = store;
    this.#cache = cache;
  }

  cachedBlocks(ranges: readonly ByteRange[]): Uint8Array[] | null {
    const blocks: Uint8Array[] = [];
    for (const range of ranges) {
      const block = this.#cache.get(range);
      if (!block) return null;
      blocks.push(block);
    }
    return blocks;
  }

  async blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]> {
    const blocks = ranges.map((range) => this.#cache.get(range));
    const missing = ranges.filter((_, index) => !blocks[index]);
    if (missing.length > 0) {
      const fetched = await this.#fetch(missing, gap);
      let next = 0;
      for (let index = 0; index < blocks.length; index++) blocks[index] ??= fetched[next++];
    }
    return blocks as Uint8Array[];
  }

  async #fetch(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]> {
    const blocks: Uint8Array[] = new Array(ranges.length);
    const reads = planReads(ranges, gap).values();
    const readAll = async () => {
      for (const read of reads) await this.#fetchOne(read, ranges, blocks);
    };
    await Promise.all(Array.from({ length: OPEN_READS }, readAll));
    return blocks;
  }

  async #fetchOne({ range, covers }: PlannedRead, ranges: readonly ByteRange[], blocks: Uint8Array[]): Promise<void> {
    const bytes = await this.#store.read(range);
    if (bytes.length !== range.length) throw new StoreError(`${range.object} gave ${bytes.length} bytes instead of ${range.length}`);
    // Sorted by offset, so a range asked for twice stands beside itself and is decoded once.
    let before = -1;
    for (const index of covers) {
      const { object, offset, length } = ranges[index]!;
      const same = before >= 0 && ranges[before]!.offset === offset && ranges[before]!.length === length;
      if (same) {
        blocks[index] = blocks[before]!;
        continue;
      }
      const from = offset - range.offset;
      const block = await decodeBlock(bytes.subarray(from, from + length), `${object} at byte ${offset}`);
      this.#cache.set(ranges[index]!, block);
      blocks[index] = block;
      before = index;
    }
  }
}
