/**
 * Ranges of objects kept in the cache of a Cloudflare location (Cache API), in front of the bucket: an isolate that
 * starts there, or has forgotten a block, need not ask the bucket's region again, and the bucket charges for reads.
 */
import type { ObjectStore, ByteRange, ReadOptions } from './store.ts';

/** The part of the Cache API that is used. */
export interface ResponseCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

/** Of a name that no server can have (RFC 2606): the addresses below are only keys. */
const ORIGIN = 'https://blocks.invalid';
/** Objects never change; the cache drops what is not asked for. */
const FOREVER = 'public, max-age=31536000, immutable';

export class EdgeCacheStore implements ObjectStore {
  readonly #objects: ObjectStore;
  readonly #cache: ResponseCache;
  readonly #later: (work: Promise<unknown>) => void;

  /** @param later keeps the request's process alive for work that the answer does not wait for (waitUntil) */
  constructor(objects: ObjectStore, cache: ResponseCache, later: (work: Promise<unknown>) => void) {
    this.#objects = objects;
    this.#cache = cache;
    this.#later = later;
  }

  /** A cache that fails, or has used up what a request may ask of it, is as good as an empty one. */
  async read(range: ByteRange, options?: ReadOptions): Promise<Uint8Array> {
    const url = keyOf(range);
    // A copy that was damaged on its way here is replaced by what the bucket says.
    const kept = options?.fresh ? null : await this.#kept(url);
    // A block is checked where it is decoded; a copy of another length is none.
    if (kept?.length === range.length) return kept;
    const bytes = await this.#objects.read(range, options);
    this.#later(this.#keep(url, bytes).catch(() => {}));
    return bytes;
  }

  async #keep(url: string, bytes: Uint8Array): Promise<void> {
    const headers = { 'cache-control': FOREVER, 'content-type': 'application/octet-stream' };
    await this.#cache.put(url, new Response(bytes as Uint8Array<ArrayBuffer>, { headers }));
  }

  async #kept(url: string): Promise<Uint8Array | null> {
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
