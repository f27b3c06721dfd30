/** A Cloudflare R2 bucket. Object names contain content hashes, so a range is never from another build. */
import { messageOf } from '../caught-error.ts';
import {
  checkName,
  passingError,
  StoreError,
  type ByteRange,
  type ReadOptions,
  type Store,
  type ValueOptions,
} from './store.ts';

/** The subset of R2Bucket that this module uses. */
export type ReadableBucket = Pick<R2Bucket, 'get'>;

/** R2's error code for a range that begins after the end of the object. */
const RANGE_NOT_SATISFIABLE = /\(10039\)/;

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
    throw passingError(`${object}: asked for ${length} bytes, the bucket sent ${bytes.length}`);
  }

  /** Costs a round trip to the bucket's region. For values that every isolate reads first, KV is faster. */
  async value(key: string, options?: ValueOptions): Promise<Uint8Array | null> {
    const found = await this.#get(
      key,
      options?.first === undefined ? {} : { range: { offset: 0, length: options.first } },
      options,
    );
    return found?.bytes ?? null;
  }

  /** Returns the bytes of the range, and the size of the whole object. */
  async #get(
    key: string,
    range: R2GetOptions,
    { signal }: ReadOptions = {},
  ): Promise<{ bytes: Uint8Array; size: number } | null> {
    checkName(key);
    try {
      const found = await this.#bucket.get(key, range);
      if (!found) return null;
      // The binding has no abort signal. An unread body would occupy one of the request's six connections.
      if (signal?.aborted) await found.body.cancel();
      signal?.throwIfAborted();
      return { bytes: new Uint8Array(await found.arrayBuffer()), size: found.size };
    } catch (error) {
      const message = messageOf(error);
      throw new StoreError(`${key} cannot be read from the bucket: ${message}`, {
        passing: !RANGE_NOT_SATISFIABLE.test(message),
      });
    }
  }
}
