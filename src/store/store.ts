/**
 * Where bytes live. Everything above this interface is storage-agnostic: R2, Workers KV, a local folder and an
 * HTTP server with range requests all answer the same two questions.
 */

/** A byte range of a named, immutable object. `offset` is 0-based, `length` is in bytes and never 0. */
export interface ByteRange {
  object: string;
  offset: number;
  length: number;
}

export interface ReadOptions {
  /** Aborted when nobody waits for the bytes any more: a store that can then lets go of what it holds for them. */
  signal?: AbortSignal;
  /**
   * The bytes as they were given before are damaged: a copy that is kept on the way will not do, nor a file that is
   * open.
   */
  fresh?: boolean;
}

export interface ValueOptions extends ReadOptions {
  /** So many bytes from the beginning are enough; a store may give more. */
  first?: number;
}

export interface Store {
  /** Exactly the bytes of one range. Throws StoreError when the object is missing or shorter than asked for. */
  read(range: ByteRange, options?: ReadOptions): Promise<Uint8Array>;
  /** A mutable value, of up to 24 MiB, such as the root of the current release; null when there is none. */
  value(key: string, options?: ValueOptions): Promise<Uint8Array | null>;
}

export type ObjectStore = Pick<Store, 'read'>;
export type ValueStore = Pick<Store, 'value'>;

/** The data behind the service is missing or damaged, or cannot be read: never the fault of who sent the request. */
export class StoreError extends Error {
  override name = 'StoreError';
  /**
   * Is the same question worth asking again in a moment? So it is when a store failed, not when it said that something
   * is missing.
   */
  readonly passing: boolean;

  constructor(message: string, { passing = false, cause }: { passing?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.passing = passing;
  }
}

/** The failure of a store that may be better at the next try. */
export function passingError(message: string): StoreError {
  return new StoreError(message, { passing: true });
}

/**
 * The name of an object or value itself: segments joined by '/', the same in every store, which never lead out of it.
 * Throws StoreError for an empty, '.' or '..' segment, a backslash or a control character.
 */
export function checkName(name: string): string {
  const sound = name.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (!sound || /[\\\u0000-\u001f]/.test(name)) throw new StoreError(`${JSON.stringify(name)} is no name of an object`);
  return name;
}
