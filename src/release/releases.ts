/** Opens the releases in a store: the current one, and others that requests name. */
import { ApiError } from '../api-error.ts';
import { CachedBlockReader } from '../index/blocks/block-reader.ts';
import type { ByteCache } from '../store/byte-cache.ts';
import { StoreError, type Store } from '../store/store.ts';
import { CurrentRelease, type CurrentReleaseOptions } from './current-release.ts';
import { BUILD_REPORT, RELEASE_ROOT } from './manifest.ts';
import { Release } from './release.ts';
import { decodeReleaseList, findListed, RELEASES_KEY, type ListedRelease } from './release-list.ts';

export interface ReleasesOptions extends CurrentReleaseOptions {
  /** Number of releases other than the current one that stay open between requests. */
  openReleases?: number;
}

/**
 * Bytes of memory that an open release takes for each byte of its manifest once all of it is in use: the byte itself,
 * its text and the parsed values. Directories in the root are not parsed.
 */
const MEMORY_OF_MANIFEST = 3;

/** The same for each stored byte of the object of the genomes, which is compressed. */
const MEMORY_OF_GENOMES = 10;

/**
 * Milliseconds after which an unfinished read of a root counts as abandoned: platforms drop requests whose client
 * disconnected.
 */
const MAX_OPENING_TIME = 30_000;

interface OpenRelease {
  release: Release;
  memory: number;
}

export class Releases {
  readonly #store: Store;
  readonly #cache: ByteCache;
  readonly #reader: CachedBlockReader;
  readonly #options: ReleasesOptions;
  readonly #current: CurrentRelease;
  readonly #maxAge: number;
  readonly #mostOpen: number;
  readonly #now: () => number;
  #list: ListedRelease[] | null = null;
  #listed = 0;
  /** Least recently used first. Contains only completed reads, never promises. */
  readonly #open = new Map<string, OpenRelease>();
  /** Roots that are being read: their memory, and the time when the read began. */
  readonly #opening = new Set<{ memory: number; since: number }>();

  constructor(store: Store, cache: ByteCache, options: ReleasesOptions = {}) {
    this.#store = store;
    this.#cache = cache;
    this.#reader = new CachedBlockReader(store, cache);
    this.#maxAge = options.maxAge ?? 60_000;
    this.#mostOpen = options.openReleases ?? 1;
    this.#now = options.now ?? (() => performance.now());
    this.#options = {
      ...options,
      versions: () => this.#versions(),
      probe: () => this.#probe(),
      report: (id) => this.#store.value(`${id}/${BUILD_REPORT}`),
      beforeNewer: () => this.#forgetBlocks(),
    };
    this.#current = new CurrentRelease(store, this.#reader, this.#options);
  }

  /** The release that a request names, by default the current one. */
  open(name?: string): Release | Promise<Release> {
    return name === undefined ? this.current() : this.named(name);
  }

  /** The current release; not a promise if it is in memory. Throws StoreError. */
  current(): Release | Promise<Release> {
    return this.#current.get();
  }

  /**
   * The release with an id ('115-0123456789ab') or a release number ('115'): the current one if it matches, else the
   * last published. Throws ApiError: 404, with a list of the releases, for an unknown name; 429 if concurrent requests
   * for other releases would exceed the memory.
   */
  async named(name: string): Promise<Release> {
    const current = await this.current();
    if (name === current.manifest.id || name === String(current.manifest.version)) return current;
    const list = await this.#releases();
    const entry = findListed(list, name);
    if (!entry)
      throw new ApiError(`There is no release '${name.slice(0, 50)}' here; there is ${shown(list, current)}`, 404);
    const known = this.#open.get(entry.id);
    const open = known && !known.release.isDamaged ? known : await this.#readAgain(entry, known);
    this.#open.delete(entry.id);
    this.#keep(entry.id, open);
    return open.release;
  }

  /** Reads a release. If that fails, the genomes that are not damaged stay in use. */
  async #readAgain(entry: ListedRelease, damaged: OpenRelease | undefined): Promise<OpenRelease> {
    try {
      return await this.#read(entry);
    } catch (error) {
      if (!damaged) throw error;
      console.error('Cannot read a root with a damaged genome again:', error);
      return damaged;
    }
  }

  async #read({ id, rootBytes, attachedBytes = 0 }: ListedRelease): Promise<OpenRelease> {
    const memory = attachedBytes + MEMORY_OF_MANIFEST * (rootBytes - attachedBytes);
    const opening = this.#begin(memory);
    try {
      const root = await this.#store.read({ object: `${id}/${RELEASE_ROOT}`, offset: 0, length: rootBytes });
      const release = Release.fromRoot(root, this.#reader, this.#options);
      if (release.manifest.id !== id)
        throw new StoreError(`${id}/${RELEASE_ROOT} is the root of ${release.manifest.id}`);
      const { size = 0 } = release.manifest.genomeDocuments ?? {};
      return { release, memory: memory + MEMORY_OF_GENOMES * size };
    } finally {
      this.#opening.delete(opening);
      this.#reserve();
    }
  }

  /** Reserves memory for one more root. Otherwise concurrent requests for many releases would hold a root each. */
  #begin(memory: number): { memory: number; since: number } {
    for (const opening of this.#opening)
      if (this.#now() - opening.since > MAX_OPENING_TIME) this.#opening.delete(opening);
    if (this.#opening.size > 0 && sumOf(this.#opening) + memory > this.#cache.whole)
      throw new ApiError('Too many requests for different releases at the same time. Please wait a second', 429);
    this.#shrink(this.#mostOpen - 1);
    const opening = { memory, since: this.#now() };
    this.#opening.add(opening);
    this.#reserve();
    return opening;
  }

  #keep(id: string, open: OpenRelease): void {
    this.#open.set(id, open);
    this.#shrink(this.#mostOpen);
    this.#reserve();
  }

  #shrink(most: number): void {
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= most) break;
      this.#open.delete(oldest);
    }
  }

  /** Takes the memory of open releases, and of those being opened, from the block cache. */
  #reserve(): void {
    this.#cache.reserve(sumOf(this.#open.values()) + sumOf(this.#opening));
  }

  /**
   * Empties the block cache before a newer release is read: the older one's blocks will not be used again, and the new
   * root needs memory.
   */
  #forgetBlocks(): void {
    this.#cache.reserve(this.#cache.whole);
    this.#reserve();
  }

  /** In the order of publishing; empty if the store has no list. */
  async #releases(): Promise<ListedRelease[]> {
    if (this.#list && this.#now() - this.#listed < this.#maxAge) return this.#list;
    try {
      const bytes = await this.#store.value(RELEASES_KEY);
      this.#list = bytes ? decodeReleaseList(bytes) : [];
    } catch (error) {
      if (!this.#list) throw error;
      console.error('Cannot read the list of releases; continuing with the last known list:', error);
    }
    this.#listed = this.#now();
    return this.#list;
  }

  async #probe(): Promise<void> {
    const { manifest } = await this.current();
    await this.#store.read({ object: manifest.ids.object, offset: 0, length: 1 });
  }

  async #versions(): Promise<number[]> {
    return (await this.#releases()).map(({ version }) => version);
  }
}

function sumOf(entries: Iterable<{ memory: number }>): number {
  let sum = 0;
  for (const { memory } of entries) sum += memory;
  return sum;
}

function shown(list: readonly ListedRelease[], { manifest }: Release): string {
  const others = list.filter(({ id }) => id !== manifest.id).map(({ id, version }) => `${version} (${id})`);
  return [`${manifest.version} (${manifest.id}, the current one)`, ...others.reverse()].join(', ');
}
