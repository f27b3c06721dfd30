/** A bucket of Cloudflare R2. Objects have content-hashed names, so a range can never come from another build. */
import { checkName } from './object-name.ts';
import { StoreError, type ByteRange, type Store } from './store.ts';

/** The part of R2Bucket that reading needs. */
export type ReadableBucket = Pick<R2Bucket, 'get'>;

export class R2Store implements Store {
  readonly #bucket: ReadableBucket;

  constructor(bucket: ReadableBucket) {
    this.#bucket = bucket;
  }

  async read({ object, offset, length }: ByteRange): Promise<Uint8Array> {
    const bytes = await this.#get(object, { range: { offset, length } });
    if (!bytes) throw new StoreError(`${object} is not in the bucket`);
    if (bytes.length !== length) throw new StoreError(`${object} ends before byte ${offset + length}`);
    return bytes;
  }

  /** Costs a round trip to the bucket's region: prefer KV for values that every isolate starts with. */
  value(key: string): Promise<Uint8Array | null> {
    return this.#get(key, {});
  }

  async #get(key: string, options: R2GetOptions): Promise<Uint8Array | null> {
    checkName(key);
    try {
      const found = await this.#bucket.get(key, options);
      return found && new Uint8Array(await found.arrayBuffer());
    } catch (error) {
      // R2 throws for a range that begins behind the object's end, and for its own failures.
      throw new StoreError(`${key} cannot be read from the bucket: ${(error as Error).message}`);
    }
  }
}
