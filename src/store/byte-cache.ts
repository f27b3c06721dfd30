/**
 * Least-recently-used cache with a budget in bytes. Keys are object and offset, in two nested maps instead of one
 * joined string, so that a lookup allocates nothing: a warm request makes about ten.
 */
import { get } from '../checked.ts';
import type { ByteRange } from './store.ts';

interface Entry {
  object: string;
  offset: number;
  /** Stored length of the range. The same offset with another length is another range. */
  length: number;
  bytes: Uint8Array;
  older: Entry | null;
  newer: Entry | null;
}

/**
 * Bytes of decoded blocks that a Worker keeps between requests. Additional roots take their memory from this budget: of
 * a named release, of a newer release and, at a cold start, those that concurrent requests read.
 */
export const BLOCK_CACHE = 24 * 1024 * 1024;

/**
 * Memory of an entry in addition to its bytes: the entry, its map slot and the array header. Matters for many tiny
 * blocks.
 */
const ENTRY_OVERHEAD = 256;

export class ByteCache {
  readonly #whole: number;
  /** The part of the whole that is not reserved. */
  #budget: number;
  readonly #objects = new Map<string, Map<number, Entry>>();
  #oldest: Entry | null = null;
  #newest: Entry | null = null;
  #size = 0;

  /** @param budget in bytes */
  constructor(budget = BLOCK_CACHE) {
    this.#whole = budget;
    this.#budget = budget;
  }

  /** The whole budget in bytes, including what is reserved. */
  get whole(): number {
    return this.#whole;
  }

  /** Reserves bytes of the budget for another use; replaces an earlier reservation, so 0 ends it. */
  reserve(bytes: number): void {
    this.#budget = Math.max(0, this.#whole - bytes);
    this.#shrink(this.#budget);
  }

  /** Bytes in the cache, including the overhead of entries. */
  get size(): number {
    return this.#size;
  }

  /** The cached bytes of a range, which become the most recently used; undefined if the range is not cached. */
  get({ object, offset, length }: ByteRange): Uint8Array | undefined {
    const entry = this.#objects.get(object)?.get(offset);
    if (!entry || entry.length !== length) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#append(entry);
    }
    return entry.bytes;
  }

  /** Caches the bytes of a range and evicts the least recently used ones. Ignores bytes that exceed the budget. */
  set({ object, offset, length }: ByteRange, bytes: Uint8Array): void {
    const previous = this.#objects.get(object)?.get(offset);
    if (previous) this.#remove(previous);
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
    const offsets = get(this.#objects, entry.object);
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
