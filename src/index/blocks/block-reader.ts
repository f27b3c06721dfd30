/** Reads blocks through a cache. The index reads the store only through this module. */
import { StoreError, type ByteRange, type ReadOptions, type Store } from '../../store/store.ts';
import { decodeBlock } from './block.ts';
import { MAX_OPEN_READS, OpenReads, planReads, type PlannedRead } from './read-plan.ts';
import { at, get } from '../../checked.ts';

/** Caches decoded blocks between requests. May evict any of them at any time. */
export interface BlockCache {
  get(range: ByteRange): Uint8Array | undefined;
  set(range: ByteRange, bytes: Uint8Array): void;
}

export interface BlockReader {
  /**
   * Decoded blocks, in the order of the ranges, which may repeat. Blocks that are not cached are read in one wave. The
   * bytes are shared with the cache: never write to them. Throws StoreError if a block is missing or damaged.
   *
   * @param gap maximum bytes between ranges that are merged into one read; default MERGE_GAP
   */
  blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]>;
  /** The decoded blocks if all are cached, else null. Cached lookups thus need no promise. */
  cachedBlocks(ranges: readonly ByteRange[]): Uint8Array[] | null;
  /**
   * Prefetches ranges of objects in parallel with other reads. Later reads of blocks within these ranges need no read
   * of the store. A new call replaces the ranges of the previous one, without reading the same bytes again.
   */
  readAhead(ranges: readonly ByteRange[]): Promise<void>;
  /** The reader for one request; creating it costs almost nothing. `counts` collects statistics of its reads. */
  forRequest(counts?: ReadCounts): BlockReader;
  /** The same reader for scans of whole tables: its reads are not cached. */
  withoutCaching(): BlockReader;
}

/** Statistics of the reads of one request, for logs. */
export class ReadCounts {
  /**
   * Reads of the store, their bytes, and the bytes of requested blocks among them. The other bytes lie between blocks.
   */
  reads = 0;
  bytes = 0;
  usedBytes = 0;
  /** Requested blocks, and the cached ones among them. A block that is requested twice counts twice. */
  blocks = 0;
  cachedBlocks = 0;
  /** Milliseconds for which at least one read was open. */
  waited = 0;
  /** A read failed or had wrong bytes. A handler that catches this error answers with less than usual. */
  failed = false;
  #open = 0;
  #since = 0;

  /**
   * Counts a read and the time until it ends.
   *
   * @param used bytes of requested blocks in it
   */
  async during<T>(bytes: number, used: number, read: () => Promise<T>): Promise<T> {
    this.reads++;
    this.bytes += bytes;
    this.usedBytes += used;
    if (this.#open++ === 0) this.#since = performance.now();
    try {
      return await read();
    } catch (error) {
      this.failed = true;
      throw error;
    } finally {
      if (--this.#open === 0) this.waited += performance.now() - this.#since;
    }
  }
}

/** The reader that all requests share. It shares the cache, but no reads in progress. */
export class CachedBlockReader implements BlockReader {
  readonly #store: Store;
  readonly #cache: BlockCache;

  constructor(store: Store, cache: BlockCache) {
    this.#store = store;
    this.#cache = cache;
  }

  cachedBlocks(ranges: readonly ByteRange[]): Uint8Array[] | null {
    return cachedBlocks(this.#cache, ranges);
  }

  /** Reads like a separate request. */
  blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]> {
    return this.forRequest().blocks(ranges, gap);
  }

  /** Does nothing: without a request, nothing would use the prefetched bytes. */
  async readAhead(): Promise<void> {}

  forRequest(counts?: ReadCounts): BlockReader {
    return new RequestReader(this.#store, this.#cache, true, counts ?? new ReadCounts());
  }

  withoutCaching(): BlockReader {
    return this.forRequest().withoutCaching();
  }
}

/**
 * Reads in progress of one request. A block that two parts of a request need at the same time is read once, and all
 * parts share the limit of open reads. Requests share no reads: on Workers, a request must not await I/O of another
 * request. Two requests that miss the cache at the same time therefore both read.
 */
class Reads {
  readonly open = new OpenReads(MAX_OPEN_READS);
  readonly blocks = new Map<string, Promise<Uint8Array>>();
  /** Prefetched bytes. */
  prefetched: { range: ByteRange; bytes: Uint8Array }[] = [];
}

class RequestReader implements BlockReader {
  readonly #store: Store;
  /** Contains decoded bytes, never promises. */
  readonly #cache: BlockCache;
  readonly #isCaching: boolean;
  readonly #counts: ReadCounts;
  /** Null until a block is not cached; most requests read nothing. */
  #reads: Reads | null;

  constructor(store: Store, cache: BlockCache, isCaching: boolean, counts: ReadCounts, reads: Reads | null = null) {
    this.#store = store;
    this.#cache = cache;
    this.#isCaching = isCaching;
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
    const blocks: (Uint8Array | Promise<Uint8Array> | undefined)[] = ranges.map(
      (range) => this.#cache.get(range) ?? reads.blocks.get(keyOf(range)),
    );
    const missing = ranges.filter((_, index) => !blocks[index]);
    this.#counts.blocks += ranges.length;
    this.#counts.cachedBlocks += ranges.length - missing.length;
    if (missing.length > 0) {
      const toRead = missing.filter((range) => !this.#fromPrefetched(reads, range));
      for (const read of planReads(toRead, gap)) this.#begin(reads, read, toRead);
      for (let index = 0; index < blocks.length; index++) blocks[index] ??= reads.blocks.get(keyOf(at(ranges, index)));
    }
    return Promise.all(blocks) as Promise<Uint8Array[]>;
  }

  async readAhead(ranges: readonly ByteRange[]): Promise<void> {
    const wanted = ranges.filter((range) => !this.#cache.get(range));
    if (wanted.length === 0) return;
    const reads = (this.#reads ??= new Reads());
    const asked = [...new Map(wanted.map((range) => [keyOf(range), range])).values()];
    const kept = reads.prefetched.filter((each) => asked.some((range) => contains(each.range, range)));
    const missing = asked.filter((range) => !kept.some((each) => contains(each.range, range)));
    const read = await Promise.all(
      planReads(missing).map(async ({ range, covers }) => {
        const bytes = await reads.open.run(() => this.#read(range, 0));
        // Drops the bytes between ranges, which may be many.
        return covers
          .map((each) => at(missing, each))
          .map((each) => ({
            range: each,
            bytes:
              covers.length === 1
                ? bytes
                : bytes.slice(each.offset - range.offset, each.offset - range.offset + each.length),
          }));
      }),
    );
    reads.prefetched = [...kept, ...read.flat()];
  }

  forRequest(): BlockReader {
    return this;
  }

  withoutCaching(): BlockReader {
    return new RequestReader(this.#store, this.#cache, false, this.#counts, (this.#reads ??= new Reads()));
  }

  /** Begins a read and stores a promise for each of its blocks. */
  #begin(reads: Reads, read: PlannedRead, ranges: readonly ByteRange[]): void {
    const wanted = new Map(read.covers.map((index) => [keyOf(at(ranges, index)), at(ranges, index)]));
    const decoded = reads.open
      .run(() => this.#readAndDecode(read, wanted))
      .finally(() => {
        for (const key of wanted.keys()) reads.blocks.delete(key);
      });
    for (const key of wanted.keys())
      reads.blocks.set(
        key,
        decoded.then((blocks) => get(blocks, key)),
      );
  }

  /** Stores the promise of a block if it was prefetched. Returns false if it was not. */
  #fromPrefetched({ prefetched, blocks }: Reads, range: ByteRange): boolean {
    const found = prefetched.find((each) => contains(each.range, range));
    const key = keyOf(range);
    if (!found || blocks.has(key)) return found !== undefined;
    this.#counts.usedBytes += range.length;
    blocks.set(
      key,
      this.#decode(found.bytes, found.range, range).finally(() => blocks.delete(key)),
    );
    return true;
  }

  async #readAndDecode(
    { range }: PlannedRead,
    wanted: ReadonlyMap<string, ByteRange>,
  ): Promise<Map<string, Uint8Array>> {
    let used = 0;
    for (const { length } of wanted.values()) used += length;
    const bytes = await this.#read(range, used);
    const blocks = new Map<string, Uint8Array>();
    for (const [key, each] of wanted) blocks.set(key, await this.#decode(bytes, range, each));
    return blocks;
  }

  async #read(range: ByteRange, used: number, options?: ReadOptions): Promise<Uint8Array> {
    return this.#counts.during(range.length, used, async () => {
      const bytes = await this.#store.read(range, options);
      if (bytes.length !== range.length)
        throw new StoreError(`${range.object}: asked for ${range.length} bytes, the store sent ${bytes.length}`);
      return bytes;
    });
  }

  /** Decodes a block within the bytes of a read. */
  async #decode(bytes: Uint8Array, { offset }: ByteRange, block: ByteRange): Promise<Uint8Array> {
    const from = block.offset - offset;
    const stored = bytes.subarray(from, from + block.length);
    const decoded = await decodeStored(stored, block).catch((error: unknown) => this.#decodeFresh(block, error));
    if (this.#isCaching) this.#cache.set(block, decoded);
    return decoded;
  }

  /**
   * A cached copy, or the transfer, may have damaged the bytes of a sound object: reads them once more, bypassing all
   * caches.
   */
  async #decodeFresh(block: ByteRange, error: unknown): Promise<Uint8Array> {
    this.#counts.failed = true;
    if (!(error instanceof StoreError)) throw error;
    const decoded = await decodeStored(await this.#read(block, block.length, { fresh: true }), block);
    console.warn(`A second read returned sound bytes after this error: ${error.message}`);
    return decoded;
  }
}

async function decodeStored(stored: Uint8Array, place: ByteRange): Promise<Uint8Array> {
  return decodeBlock(stored, place);
}

function cachedBlocks(cache: BlockCache, ranges: readonly ByteRange[]): Uint8Array[] | null {
  const blocks: Uint8Array[] = [];
  let block: Uint8Array | undefined;
  for (let each = 0; each < ranges.length; each++) {
    const range = at(ranges, each);
    // Records that are read together are often in the same block.
    if (each === 0 || !isSame(range, at(ranges, each - 1))) block = cache.get(range);
    if (!block) return null;
    blocks.push(block);
  }
  return blocks;
}

/** Whether a range lies within another. */
function contains(whole: ByteRange, { object, offset, length }: ByteRange): boolean {
  return whole.object === object && whole.offset <= offset && offset + length <= whole.offset + whole.length;
}

function isSame(one: ByteRange, other: ByteRange): boolean {
  return one.offset === other.offset && one.length === other.length && one.object === other.object;
}

function keyOf({ object, offset, length }: ByteRange): string {
  return `${offset} ${length} ${object}`;
}
