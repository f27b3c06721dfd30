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

export interface Store {
  /** Exactly the bytes of one range. Throws StoreError when the object is missing or shorter than asked for. */
  read(range: ByteRange): Promise<Uint8Array>;
  /** A small mutable value, such as the pointer to the current release; null when there is none. */
  value(key: string): Promise<Uint8Array | null>;
}

/** The data behind the service is missing or damaged: never the fault of who sent the request. */
export class StoreError extends Error {
  override name = 'StoreError';
}
