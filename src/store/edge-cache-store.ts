/**
 * Caches ranges of objects in a Cloudflare location (Cache API) in front of the bucket. An isolate that starts there,
 * or has evicted a block, then does not read from the bucket, which is slower and billed per read.
 */
import type { ObjectStore, ByteRange, ReadOptions } from './store.ts';

/** The subset of the Cache API that this module uses. */
export interface ResponseCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

/** Origin of the cache keys. No server can have this name (RFC 2606). */
const ORIGIN = 'https://blocks.invalid';
/** Objects never change; the cache evicts unused entries. */
const FOREVER = 'public, max-age=31536000, immutable';

export class EdgeCacheStore implements ObjectStore {
  readonly #objects: ObjectStore;
  readonly #cache: ResponseCache;
  readonly #later: (work: Promise<unknown>) => void;

  /** @param later receives work that may finish after the answer (waitUntil) */
  constructor(objects: ObjectStore, cache: ResponseCache, later: (work: Promise<unknown>) => void) {
    this.#objects = objects;
    this.#cache = cache;
    this.#later = later;
  }

  /**
   * Reads a range from the cache or the bucket. A cache that fails, or whose limit per request is used up, counts as
   * empty.
   */
  async read(range: ByteRange, options?: ReadOptions): Promise<Uint8Array> {
    const url = keyOf(range);
    // `fresh`: the cached copy may be damaged. It is replaced by the bytes from the bucket.
    const cached = options?.fresh ? null : await this.#cached(url);
    // Checksums are verified when the block is decoded. A copy of another length is unusable.
    if (cached?.length === range.length) return cached;
    const bytes = await this.#objects.read(range, options);
    this.#later(this.#put(url, bytes).catch(() => {}));
    return bytes;
  }

  async #put(url: string, bytes: Uint8Array): Promise<void> {
    const headers = { 'cache-control': FOREVER, 'content-type': 'application/octet-stream' };
    await this.#cache.put(url, new Response(bytes as Uint8Array<ArrayBuffer>, { headers }));
  }

  async #cached(url: string): Promise<Uint8Array | null> {
    try {
      const found = await this.#cache.match(url);
      return found ? new Uint8Array(await found.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }
}

function keyOf({ object, offset, length }: ByteRange): string {
  return `${ORIGIN}/${object.split('/').map(encodeURIComponent).join('/')}?offset=${offset}&length=${length}`;
}
