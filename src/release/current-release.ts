/** Keeps the current release open between requests and replaces it when the store's pointer names another. */
import type { BlockReader } from '../index/blocks/block-reader.ts';
import { StoreError, type Store } from '../store/store.ts';
import { ROOT_KEY } from './manifest.ts';
import { Release, type ReleaseOptions } from './release.ts';

export interface CurrentReleaseOptions extends ReleaseOptions {
  /** Milliseconds after which the pointer is checked again. */
  maxAge?: number;
  /** The time in milliseconds; for tests. */
  now?: () => number;
  /**
   * Called before the root of a newer release is read. Both releases are in memory while requests are still answered
   * from the older one.
   */
  beforeNewer?: () => void;
}

/** Length of the beginning of a root that identifies it: its checksum and the release's id, a hash of its content. */
const IDENTIFYING_BYTES = 64;

/** Milliseconds that a request waits for the pointer before it uses the release in memory. */
const MAX_POINTER_WAIT = 1000;

/**
 * Keeps only completed reads, never promises: on Workers, a request must not wait for the reads of another request.
 * Concurrent requests at a cold start therefore each read the root. A Worker has memory for several, since no block and
 * no answer is in memory yet (src/memory-budget.ts). Later, one request at a time checks the first bytes of the
 * pointer's value; the others continue with the release in memory.
 */
export class CurrentRelease {
  readonly #store: Store;
  readonly #reader: BlockReader;
  readonly #maxAge: number;
  readonly #now: () => number;
  readonly #beforeNewer: () => void;
  readonly #options: ReleaseOptions;
  #release: Release | null = null;
  #beginning: Uint8Array | null = null;
  #checked = 0;
  /** Number of the latest request for the pointer, and of the one that the kept release came from. */
  #asked = 0;
  #answered = 0;

  constructor(
    store: Store,
    reader: BlockReader,
    { maxAge = 60_000, now = () => performance.now(), beforeNewer = () => {}, ...options }: CurrentReleaseOptions = {},
  ) {
    this.#store = store;
    this.#reader = reader;
    this.#maxAge = maxAge;
    this.#now = now;
    this.#beforeNewer = beforeNewer;
    this.#options = options;
  }

  /**
   * The current release; not a promise if it is in memory. Throws StoreError if no release can be read. A release in
   * memory stays in use while the pointer cannot be read.
   */
  get(): Release | Promise<Release> {
    if (!this.#release) return this.#read();
    // A root with a damaged genome is read again at once. Its other genomes stay in use if that fails.
    if (!this.#release.isDamaged && this.#now() - this.#checked < this.#maxAge) return this.#release;
    this.#checked = this.#now();
    const kept = this.#release;
    const newest = this.#read().catch((error) => {
      console.error('Cannot read the pointer to the current release; continuing with the last known release:', error);
      return kept;
    });
    return withTimeout(newest, kept, MAX_POINTER_WAIT);
  }

  async #read(): Promise<Release> {
    const asked = ++this.#asked;
    if (this.#release) {
      const beginning = await this.#store.value(ROOT_KEY, { first: IDENTIFYING_BYTES });
      // A later request has already been answered, with the same or a newer release.
      if (asked < this.#answered) return this.#release;
      const isSame = beginning && equal(beginning.subarray(0, IDENTIFYING_BYTES), this.#beginning);
      if (isSame && !this.#release.isDamaged) {
        this.#answered = asked;
        return this.#release;
      }
      this.#beforeNewer();
    }
    const root = await this.#store.value(ROOT_KEY);
    if (this.#release && asked < this.#answered) return this.#release;
    if (!root) throw new StoreError('the store contains no release');
    this.#answered = asked;
    const release = Release.fromRoot(root, this.#reader, this.#options);
    this.#release = release;
    this.#beginning = root.slice(0, IDENTIFYING_BYTES);
    this.#checked = this.#now();
    return release;
  }
}

/** The result of a promise, or `fallback` if the promise takes longer. The promise must not reject. */
function withTimeout<T>(promise: Promise<T>, fallback: T, milliseconds: number): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(fallback), milliseconds);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

function equal(a: Uint8Array, b: Uint8Array | null): boolean {
  return a.length === b?.length && a.every((byte, each) => byte === b[each]);
}
