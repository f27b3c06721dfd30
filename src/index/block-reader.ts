/** Reads blocks through a cache: the only road from the index to the store. */
import type { ByteCache } from '../store/byte-cache.ts';
import { OPEN_READS } from '../store/memory-budget.ts';
import { OpenReads } from '../store/open-reads.ts';
import { StoreError, type ByteRange, type Store } from '../store/store.ts';
import { decodeBlock } from './block.ts';
import { ReadCounts } from './read-counts.ts';
import { planReads, type PlannedRead } from './read-plan.ts';

export interface BlockReader {
  /**
   * Decoded blocks, in the order asked; a block may be asked for twice. All that miss the cache are read in one wave.
   * The bytes are shared with the cache: never write to them. Throws StoreError when a block is missing or damaged.
   * `gap`: bytes between ranges that are read with them; see MERGE_GAP, which is the default.
   */
  blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]>;
  /** The decoded blocks when all of them are at hand, else null: a warm lookup then waits for nothing. */
  cachedBlocks(ranges: readonly ByteRange[]): Uint8Array[] | null;
  /** The reader for all that one request reads. Costs next to nothing until something has to be read. `counts` gathers what it reads. */
  forRequest(counts?: ReadCounts): BlockReader;
  /** The same for who goes through a whole table: what it reads leaves the cache as it is. */
  forScan(): BlockReader;
}

/** What requests share: the cache, and nothing that is under way. */
export class CachedBlockReader implements BlockReader {
  readonly #store: Store;
  readonly #cache: ByteCache;

  constructor(store: Store, cache: ByteCache) {
    this.#store = store;
    this.#cache = cache;
  }

  cachedBlocks(ranges: readonly ByteRange[]): Uint8Array[] | null {
    return cachedBlocks(this.#cache, ranges);
  }

  /** As a request of its own. */
  blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]> {
    return this.forRequest().blocks(ranges, gap);
  }

  forRequest(counts?: ReadCounts): BlockReader {
    return new RequestReader(this.#store, this.#cache, true, counts ?? new ReadCounts());
  }

  forScan(): BlockReader {
    return this.forRequest().forScan();
  }
}

/**
 * What one request has under way. Blocks that two parts of it ask for at the same time are read once, and all parts
 * together hold the limit of open reads. It ends with the request: Workers forbids one request to await I/O that another
 * began, so that two requests that miss at once both read.
 */
class Reads {
  readonly open = new OpenReads(OPEN_READS);
  readonly blocks = new Map<string, Promise<Uint8Array>>();
}

class RequestReader implements BlockReader {
  readonly #store: Store;
  /** Holds decoded bytes, never promises. */
  readonly #cache: ByteCache;
  readonly #keeps: boolean;
  readonly #counts: ReadCounts;
  /** None as long as everything is at hand, as it is for most requests. */
  #reads: Reads | null;

  constructor(store: Store, cache: ByteCache, keeps: boolean, counts: ReadCounts, reads: Reads | null = null) {
    this.#store = store;
    this.#cache = cache;
    this.#keeps = keeps;
    this.#counts = counts;
    this.#reads = reads;
  }

  cachedBlocks(ranges: readonly ByteRange[]): Uint8Array[] | null {
    const blocks = cachedBlocks(this.#cache, ranges);
    if (blocks) {
      this.#counts.blocks += blocks.length;
      this.#counts.cachedBlocks += blocks.length;
    }
    return blocks;
  }

  async blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]> {
    const reads = (this.#reads ??= new Reads());
    const blocks: (Uint8Array | Promise<Uint8Array> | undefined)[] = ranges.map((range) => this.#cache.get(range) ?? reads.blocks.get(keyOf(range)));
    const missing = ranges.filter((_, index) => !blocks[index]);
    this.#counts.blocks += ranges.length;
    this.#counts.cachedBlocks += ranges.length - missing.length;
    if (missing.length > 0) {
      for (const read of planReads(missing, gap)) this.#begin(reads, read, missing);
      for (let index = 0; index < blocks.length; index++) blocks[index] ??= reads.blocks.get(keyOf(ranges[index]!));
    }
    return Promise.all(blocks) as Promise<Uint8Array[]>;
  }

  forRequest(): BlockReader {
    return this;
  }

  forScan(): BlockReader {
    return new RequestReader(this.#store, this.#cache, false, this.#counts, (this.#reads ??= new Reads()));
  }

  /** Leaves a promise for each block of a read. */
  #begin(reads: Reads, read: PlannedRead, ranges: readonly ByteRange[]): void {
    const wanted = new Map(read.covers.map((index) => [keyOf(ranges[index]!), ranges[index]!]));
    const decoded = reads.open.run(() => this.#readAndDecode(read, wanted)).finally(() => {
      for (const key of wanted.keys()) reads.blocks.delete(key);
    });
    for (const key of wanted.keys()) reads.blocks.set(key, decoded.then((blocks) => blocks.get(key)!));
  }

  async #readAndDecode({ range }: PlannedRead, wanted: ReadonlyMap<string, ByteRange>): Promise<Map<string, Uint8Array>> {
    let used = 0;
    for (const { length } of wanted.values()) used += length;
    const bytes = await this.#counts.during(range.length, used, () => this.#store.read(range));
    if (bytes.length !== range.length) throw new StoreError(`${range.object} gave ${bytes.length} bytes instead of ${range.length}`);
    const blocks = new Map<string, Uint8Array>();
    for (const [key, each] of wanted) {
      const from = each.offset - range.offset;
      const block = await decodeBlock(bytes.subarray(from, from + each.length), `${each.object} at byte ${each.offset}`);
      if (this.#keeps) this.#cache.set(each, block);
      blocks.set(key, block);
    }
    return blocks;
  }
}

function cachedBlocks(cache: ByteCache, ranges: readonly ByteRange[]): Uint8Array[] | null {
  const blocks: Uint8Array[] = [];
  for (const range of ranges) {
    const block = cache.get(range);
    if (!block) return null;
    blocks.push(block);
  }
  return blocks;
}

function keyOf({ object, offset, length }: ByteRange): string {
  return `${offset} ${length} ${object}`;
}
