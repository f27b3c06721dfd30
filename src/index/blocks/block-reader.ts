/** Reads blocks through a cache: the only road from the index to the store. */
import { StoreError, type ByteRange, type ReadOptions, type Store } from '../../store/store.ts';
import { decodeBlock } from './block.ts';
import { MAX_OPEN_READS, OpenReads, planReads, type PlannedRead } from './read-plan.ts';
import { at } from '../../checked.ts';

/** Keeps decoded bytes between requests; may drop any of them at any time. */
export interface BlockCache {
  get(range: ByteRange): Uint8Array | undefined;
  set(range: ByteRange, bytes: Uint8Array): void;
}

export interface BlockReader {
  /**
   * Decoded blocks, in the order asked; a block may be asked for twice. All that miss the cache are read in one wave.
   * The bytes are shared with the cache: never write to them. Throws StoreError when a block is missing or damaged.
   * `gap`: bytes between ranges that are read with them; see MERGE_GAP, which is the default.
   */
  blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]>;
  /** The decoded blocks when all of them are at hand, else null: a warm lookup then waits for nothing. */
  cachedBlocks(ranges: readonly ByteRange[]): Uint8Array[] | null;
  /**
   * Reads stretches of objects beside what else is read: blocks within them, which nobody knows yet, then cost this
   * request no further read. The stretches of the next call take their place; what of these is here already is not read
   * again.
   */
  readAhead(ranges: readonly ByteRange[]): Promise<void>;
  /**
   * The reader for all that one request reads. Costs next to nothing until something has to be read. `counts` gathers
   * what it reads.
   */
  forRequest(counts?: ReadCounts): BlockReader;
  /** The same for who goes through a whole table: what it reads leaves the cache as it is. */
  withoutCaching(): BlockReader;
}

/** What one request read: for logs, and to tell a warm answer from a cold one. */
export class ReadCounts {
  /**
   * Reads of the store, their bytes, and how many of these are of blocks that were asked for: the others lie between
   * them.
   */
  reads = 0;
  bytes = 0;
  usedBytes = 0;
  /** Blocks asked for, and how many of them were at hand. A block asked for twice counts twice. */
  blocks = 0;
  cachedBlocks = 0;
  /** Milliseconds for which at least one read was open. */
  waited = 0;
  #open = 0;
  #since = 0;

  /** Counts a read of so many bytes, of which some were asked for, and the time until it ends. */
  async during<T>(bytes: number, used: number, read: () => Promise<T>): Promise<T> {
    this.reads++;
    this.bytes += bytes;
    this.usedBytes += used;
    if (this.#open++ === 0) this.#since = performance.now();
    try {
      return await read();
    } finally {
      if (--this.#open === 0) this.waited += performance.now() - this.#since;
    }
  }
}

/** What requests share: the cache, and nothing that is under way. */
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

  /** As a request of its own. */
  blocks(ranges: readonly ByteRange[], gap?: number): Promise<Uint8Array[]> {
    return this.forRequest().blocks(ranges, gap);
  }

  /** Belongs to no request that could ask for more. */
  async readAhead(): Promise<void> {}

  forRequest(counts?: ReadCounts): BlockReader {
    return new RequestReader(this.#store, this.#cache, true, counts ?? new ReadCounts());
  }

  withoutCaching(): BlockReader {
    return this.forRequest().withoutCaching();
  }
}

/**
 * What one request has under way. Blocks that two parts of it ask for at the same time are read once, and all parts
 * together hold the limit of open reads. It ends with the request: Workers forbids one request to await I/O that
 * another began, so that two requests that miss at once both read.
 */
class Reads {
  readonly open = new OpenReads(MAX_OPEN_READS);
  readonly blocks = new Map<string, Promise<Uint8Array>>();
  /** Bytes that were read for blocks to come. */
  ahead: { range: ByteRange; bytes: Uint8Array }[] = [];
}

class RequestReader implements BlockReader {
  readonly #store: Store;
  /** Holds decoded bytes, never promises. */
  readonly #cache: BlockCache;
  readonly #keeps: boolean;
  readonly #counts: ReadCounts;
  /** None as long as everything is at hand, as it is for most requests. */
  #reads: Reads | null;

  constructor(store: Store, cache: BlockCache, keeps: boolean, counts: ReadCounts, reads: Reads | null = null) {
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
    const blocks: (Uint8Array | Promise<Uint8Array> | undefined)[] = ranges.map(
      (range) => this.#cache.get(range) ?? reads.blocks.get(keyOf(range)),
    );
    const missing = ranges.filter((_, index) => !blocks[index]);
    this.#counts.blocks += ranges.length;
    this.#counts.cachedBlocks += ranges.length - missing.length;
    if (missing.length > 0) {
      const toRead = missing.filter((range) => !this.#fromAhead(reads, range));
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
    const held = reads.ahead.filter((ahead) => asked.some((range) => holds(ahead.range, range)));
    const missing = asked.filter((range) => !held.some((ahead) => holds(ahead.range, range)));
    const read = await Promise.all(
      planReads(missing).map(async ({ range, covers }) => {
        const bytes = await reads.open.run(() => this.#read(range, 0));
        // Not what lies between the stretches, of which there may be many.
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
    reads.ahead = [...held, ...read.flat()];
  }

  forRequest(): BlockReader {
    return this;
  }

  withoutCaching(): BlockReader {
    return new RequestReader(this.#store, this.#cache, false, this.#counts, (this.#reads ??= new Reads()));
  }

  /** Leaves a promise for each block of a read. */
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
        decoded.then((blocks) => blocks.get(key)!),
      );
  }

  /** Leaves the promise of a block that lies in what was read ahead; false for one that does not. */
  #fromAhead({ ahead, blocks }: Reads, range: ByteRange): boolean {
    const held = ahead.find((each) => holds(each.range, range));
    const key = keyOf(range);
    if (!held || blocks.has(key)) return held !== undefined;
    this.#counts.usedBytes += range.length;
    blocks.set(
      key,
      this.#decode(held.bytes, held.range, range).finally(() => blocks.delete(key)),
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
    const bytes = await this.#counts.during(range.length, used, () => this.#store.read(range, options));
    if (bytes.length !== range.length)
      throw new StoreError(`${range.object} gave ${bytes.length} bytes instead of ${range.length}`);
    return bytes;
  }

  /** A block within the bytes of a range. */
  async #decode(bytes: Uint8Array, { offset }: ByteRange, block: ByteRange): Promise<Uint8Array> {
    const from = block.offset - offset;
    const stored = bytes.subarray(from, from + block.length);
    const decoded = await decodeStored(stored, block).catch((error: unknown) => this.#decodeAnew(block, error));
    if (this.#keeps) this.#cache.set(block, decoded);
    return decoded;
  }

  /**
   * A copy kept on the way may be damaged, or the bytes on their way here, where the object is not: once more, and past
   * every copy.
   */
  async #decodeAnew(block: ByteRange, error: unknown): Promise<Uint8Array> {
    if (!(error instanceof StoreError)) throw error;
    const decoded = await decodeStored(await this.#read(block, block.length, { fresh: true }), block);
    console.warn(`Read again, and then right: ${error.message}`);
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
    // Records that are read together mostly stand together.
    if (each === 0 || !isSame(range, at(ranges, each - 1))) block = cache.get(range);
    if (!block) return null;
    blocks.push(block);
  }
  return blocks;
}

/** Does a range lie within another? */
function holds(whole: ByteRange, { object, offset, length }: ByteRange): boolean {
  return whole.object === object && whole.offset <= offset && offset + length <= whole.offset + whole.length;
}

function isSame(one: ByteRange, other: ByteRange): boolean {
  return one.offset === other.offset && one.length === other.length && one.object === other.object;
}

function keyOf({ object, offset, length }: ByteRange): string {
  return `${offset} ${length} ${object}`;
}
