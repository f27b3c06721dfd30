/**
 * The storage interface. Everything above it is storage-agnostic: R2, Workers KV, a local folder and an HTTP server
 * with range requests all implement it.
 */

/** A byte range of a named, immutable object. `offset` is 0-based, `length` is in bytes and never 0. */
export interface ByteRange {
  object: string;
  offset: number;
  length: number;
}

export interface ReadOptions {
  /** Aborted when the bytes are no longer needed, so that a store can release resources. */
  signal?: AbortSignal;
  /** The bytes of an earlier read were damaged: bypass caches and open file handles. */
  fresh?: boolean;
}

export interface ValueOptions extends ReadOptions {
  /** Number of bytes needed from the beginning; a store may return more. */
  first?: number;
}

export interface Store {
  /** Exactly the bytes of one range. Throws StoreError if the object is missing or ends before the range does. */
  read(range: ByteRange, options?: ReadOptions): Promise<Uint8Array>;
  /** A mutable value of up to 24 MiB, such as the root of the current release; null if it does not exist. */
  value(key: string, options?: ValueOptions): Promise<Uint8Array | null>;
}

export type ObjectStore = Pick<Store, 'read'>;
export type ValueStore = Pick<Store, 'value'>;

/** The data of the service is missing, damaged or unreadable. Never the client's fault. */
export class StoreError extends Error {
  override name = 'StoreError';
  /** Whether a retry may succeed: true if the store failed, false if it reported that something is missing. */
  readonly passing: boolean;

  constructor(message: string, { passing = false, cause }: { passing?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.passing = passing;
  }
}

/** An error of a store that may not occur again on a retry. */
export function passingError(message: string): StoreError {
  return new StoreError(message, { passing: true });
}

/**
 * Returns the name of an object or value: segments joined by '/', the same in every store, which never leave its
 * folder. Throws StoreError for an empty, '.' or '..' segment, a backslash or a control character.
 */
export function checkName(name: string): string {
  const sound = name.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (!sound || /[\\\u0000-\u001f]/.test(name)) throw new StoreError(`${JSON.stringify(name)} is not an object name`);
  return name;
}
