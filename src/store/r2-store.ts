/** A bucket of Cloudflare R2. Objects have content-hashed names, so a range can never come from another build. */
import {
  checkName,
  passingError,
  StoreError,
  type ByteRange,
  type ReadOptions,
  type Store,
  type ValueOptions,
} from './store.ts';

/** The part of R2Bucket that reading needs. */
export type ReadableBucket = Pick<R2Bucket, 'get'>;

/** What R2 says of a range that begins behind the object's end. */
const BEHIND_THE_END = /\(10039\)/;

export class R2Store implements Store {
  readonly #bucket: ReadableBucket;

  constructor(bucket: ReadableBucket) {
    this.#bucket = bucket;
  }

  async read({ object, offset, length }: ByteRange, options?: ReadOptions): Promise<Uint8Array> {
    const found = await this.#get(object, { range: { offset, length } }, options);
    if (!found) throw new StoreError(`${object} is not in the bucket`);
    const { bytes, size } = found;
    if (bytes.length === length) return bytes;
    if (size < offset + length) throw new StoreError(`${object} ends before byte ${offset + length}`);
    throw passingError(`${object}: asked for ${length} bytes, the bucket gave ${bytes.length}`);
  }

  /** Costs a round trip to the bucket's region: prefer KV for values that every isolate starts with. */
  async value(key: string, options?: ValueOptions): Promise<Uint8Array | null> {
    const found = await this.#get(
      key,
      options?.first === undefined ? {} : { range: { offset: 0, length: options.first } },
      options,
    );
    return found?.bytes ?? null;
  }

  /** `size`: of the whole object. */
  async #get(
    key: string,
    range: R2GetOptions,
    { signal }: ReadOptions = {},
  ): Promise<{ bytes: Uint8Array; size: number } | null> {
    checkName(key);
    try {
      const found = await this.#bucket.get(key, range);
      if (!found) return null;
      // The binding cannot be told to stop; a body that nobody reads would hold one of the request's six connections.
      if (signal?.aborted) await found.body.cancel();
      signal?.throwIfAborted();
      return { bytes: new Uint8Array(await found.arrayBuffer()), size: found.size };
    } catch (error) {
      const { message } = error as Error;
      throw new StoreError(`${key} cannot be read from the bucket: ${message}`, {
        passing: !BEHIND_THE_END.test(message),
      });
    }
  }
}
