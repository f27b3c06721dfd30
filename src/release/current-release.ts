/** The release that answers, kept between requests and exchanged when the store's pointer names another. */
import type { BlockReader } from '../index/blocks/block-reader.ts';
import { StoreError, type Store } from '../store/store.ts';
import { ROOT_KEY } from './manifest.ts';
import { Release, type ReleaseOptions } from './release.ts';

export interface CurrentReleaseOptions extends ReleaseOptions {
  /** Milliseconds for which the pointer is taken as read. */
  maxAge?: number;
  /** The time in milliseconds; for tests. */
  now?: () => number;
  /**
   * Called before the root of a newer release is read: for as long as requests are answered from the older, both are in
   * memory.
   */
  beforeNewer?: () => void;
}

/**
 * Bytes that tell one root from another: its checksum and, first of the manifest, the release's id, which is made from
 * its content.
 */
const TELLING = 64;

/** Milliseconds that a request which has a release waits to learn of a newer one. */
const LONGEST_LOOK = 1000;

/**
 * Only what has been read is kept, never a promise: Workers forbids one request to wait for the reads of another.
 * Requests
 * that meet at a cold start therefore each read the root, of which a Worker has room for some while no block and no
 * answer is in
 * memory yet (src/memory-budget.ts); afterwards one request at a time looks for a newer release, by the first bytes of
 * its root, while
 * the others go on with the one at hand.
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
  /** How often the pointer has been asked for, and which time it was that told of the release at hand. */
  #asked = 0;
  #answered = 0;

  constructor(
    store: Store,
    reader: BlockReader,
    { maxAge = 60_000, now = Date.now, beforeNewer = () => {}, ...options }: CurrentReleaseOptions = {},
  ) {
    this.#store = store;
    this.#reader = reader;
    this.#maxAge = maxAge;
    this.#now = now;
    this.#beforeNewer = beforeNewer;
    this.#options = options;
  }

  /**
   * The release to answer from; no promise when it is at hand. Throws StoreError when none can be read at all: one that
   * has
   * been read goes on serving when the pointer cannot be read again.
   */
  get(): Release | Promise<Release> {
    if (!this.#release) return this.#read();
    if (this.#now() - this.#checked < this.#maxAge) return this.#release;
    this.#checked = this.#now();
    const kept = this.#release;
    const newest = this.#read().catch((error) => {
      console.error('The pointer to the current release cannot be read; the last one known goes on serving:', error);
      return kept;
    });
    return sooner(newest, kept, LONGEST_LOOK);
  }

  async #read(): Promise<Release> {
    const asked = ++this.#asked;
    if (this.#release) {
      const beginning = await this.#store.value(ROOT_KEY, { first: TELLING });
      // Who asked later has been answered sooner, with the same or with a newer one.
      if (asked < this.#answered) return this.#release;
      if (beginning && equal(beginning.subarray(0, TELLING), this.#beginning)) {
        this.#answered = asked;
        return this.#release;
      }
      this.#beforeNewer();
    }
    const root = await this.#store.value(ROOT_KEY);
    if (this.#release && asked < this.#answered) return this.#release;
    if (!root) throw new StoreError('the store holds no release');
    this.#answered = asked;
    const release = Release.fromRoot(root, this.#reader, this.#options);
    this.#release = release;
    this.#beginning = root.slice(0, TELLING);
    this.#checked = this.#now();
    return release;
  }
}

/** What a promise gives, or what is at hand when it takes longer; the promise must not fail. */
function sooner<T>(promise: Promise<T>, atHand: T, milliseconds: number): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(atHand), milliseconds);
    promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

function equal(a: Uint8Array, b: Uint8Array | null): boolean {
  return a.length === b?.length && a.every((byte, each) => byte === b[each]);
}
