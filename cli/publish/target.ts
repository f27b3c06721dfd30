/** Where a release is published: immutable objects, and small values that change (pointer, list of releases, lock). */
import type { FileDigest } from './digest.ts';

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** Changes whenever the object does: a store's ETag, a file's time. */
  version: string;
  stored: Date;
}

/** An object, or a release's root, on this machine. */
export interface LocalObject {
  /** As in the store: `<release>/<logical name>-<hash>.<number>.bin`. */
  name: string;
  path: string;
  /** Bytes. */
  size: number;
}

/** What takes part in an upload beside the bytes. */
export interface UploadOptions {
  /** Called with bytes that arrived now or earlier. */
  sent(bytes: number): void;
  signal: AbortSignal;
}

export interface Target {
  /** For messages; holds no secrets. */
  readonly name: string;
  /** All objects of a release ('<release>/'), or all that stands there (''), by name. */
  list(prefix: string): Promise<Map<string, StoredObject>>;
  /** An object's bytes. Throws PublishError when it is not there. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Puts an object there, whole or not at all, so that what arrives has the digest given. */
  put(object: LocalObject, digest: FileDigest, options: UploadOptions): Promise<void>;
  /** The version that proves an object to be of this digest; null where versions prove nothing. */
  provingVersion(digest: FileDigest): string | null;
  /** The value of a key: `current`, the pointer, or `releases`, the list. */
  value(key: string): Cell;
  readonly lock: Cell;
}

/** A small value that changes only from a version that its writer knows. */
export interface Cell {
  read(): Promise<{ bytes: Uint8Array; version: string } | null>;
  /**
   * Replaces the value of a version, or makes it where there was none (null).
   * @returns the new version; null when somebody else has written meanwhile, and nothing was changed
   */
  write(bytes: Uint8Array, before: string | null): Promise<string | null>;
  remove(): Promise<void>;
}
