/**
 * Least-recently-used cache with a budget in bytes. Keyed by object and offset through two maps rather than one
 * joined string: a lookup then allocates nothing, which counts when a warm request costs ten of them.
 */
import type { ByteRange } from './store.ts';

interface Entry {
  object: string;
  offset: number;
  /** Stored length of the range: the same offset with another length is another range. */
  length: number;
  bytes: Uint8Array;
  older: Entry | null;
  newer: Entry | null;
}

/**
 * Bytes of decoded blocks that a Worker keeps between requests. Other roots take their memory from this budget: that of
 * a named release, that of a newer one, and at a cold start those that concurrent requests read, each for itself.
 */
export const BLOCK_CACHE = 24 * 1024 * 1024;

/** What an entry costs beside its bytes: the entry, its map slot, the array's header. Keeps many tiny blocks honest. */
const ENTRY_OVERHEAD = 256;

export class ByteCache {
  readonly #whole: number;
  /** What is left of the whole. */
  #budget: number;
  readonly #objects = new Map<string, Map<number, Entry>>();
  #oldest: Entry | null = null;
  #newest: Entry | null = null;
  #size = 0;

  /** `budget` in bytes. */
  constructor(budget = BLOCK_CACHE) {
    this.#whole = budget;
    this.#budget = budget;
  }

  /** What there is for all of it, whatever is reserved. */
  get whole(): number {
    return this.#whole;
  }

  /** Leaves so many bytes of the budget to something else, from now on; 0 takes them back. */
  reserve(bytes: number): void {
    this.#budget = Math.max(0, this.#whole - bytes);
    this.#shrink(this.#budget);
  }

  /** Bytes held, with the overhead of their entries. */
  get size(): number {
    return this.#size;
  }

  /** The bytes kept for a range, which become the most recently used; undefined when there are none. */
  get({ object, offset, length }: ByteRange): Uint8Array | undefined {
    const entry = this.#objects.get(object)?.get(offset);
    if (!entry || entry.length !== length) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#append(entry);
    }
    return entry.bytes;
  }

  /** Keeps bytes for a range, at the cost of the least recently used ones; bytes above the budget are not kept. */
  set({ object, offset, length }: ByteRange, bytes: Uint8Array): void {
    const before = this.#objects.get(object)?.get(offset);
    if (before) this.#remove(before);
    const cost = bytes.length + ENTRY_OVERHEAD;
    if (cost > this.#budget) return;
    this.#shrink(this.#budget - cost);
    let offsets = this.#objects.get(object);
    if (!offsets) this.#objects.set(object, (offsets = new Map()));
    const entry: Entry = { object, offset, length, bytes, older: null, newer: null };
    offsets.set(offset, entry);
    this.#append(entry);
    this.#size += cost;
  }

  #shrink(size: number): void {
    while (this.#oldest && this.#size > size) this.#remove(this.#oldest);
  }

  #remove(entry: Entry): void {
    this.#unlink(entry);
    const offsets = this.#objects.get(entry.object)!;
    offsets.delete(entry.offset);
    if (offsets.size === 0) this.#objects.delete(entry.object);
    this.#size -= entry.bytes.length + ENTRY_OVERHEAD;
  }

  #append(entry: Entry): void {
    entry.older = this.#newest;
    entry.newer = null;
    if (this.#newest) this.#newest.newer = entry;
    this.#newest = entry;
    this.#oldest ??= entry;
  }

  #unlink({ older, newer }: Entry): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
