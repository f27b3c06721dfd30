/** A publish target: immutable objects, and small values that change (pointer, list of releases, lock). */
import type { FileDigest } from './digest.ts';

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** Changes whenever the object changes, such as an ETag or a file's inode and time. */
  version: string;
  stored: Date;
}

/** An object or a root in a local index folder. */
export interface LocalObject {
  /** Name in the store: `<release>/<logical name>-<hash>.<number>.bin`. */
  name: string;
  path: string;
  /** Bytes. */
  size: number;
}

export interface UploadOptions {
  /** Called with the number of bytes that arrived, now or in an earlier run. */
  sent(bytes: number): void;
  signal: AbortSignal;
}

export interface Target {
  /** Name for messages, without secrets. */
  readonly name: string;
  /** Objects by name: of a release ('<release>/') or of the whole target (''). */
  list(prefix: string): Promise<Map<string, StoredObject>>;
  /** An object's bytes. Throws PublishError if the target lacks the object. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Uploads an object, whole or not at all. The store verifies the digest if it can. */
  put(object: LocalObject, digest: FileDigest, options: UploadOptions): Promise<void>;
  /** The version that only an object with this digest has. Null if versions prove nothing. */
  provingVersion(digest: FileDigest): string | null;
  /** The value of a key: `current` (the pointer) or `releases` (the list). */
  value(key: string): Cell;
  readonly lock: Cell;
}

/** A small value. A write succeeds only if it names the present version. */
export interface Cell {
  read(): Promise<{ bytes: Uint8Array; version: string } | null>;
  /**
   * Replaces the value of version `before`, or creates it if `before` is null.
   * @returns the new version; null if the present version is another one, and nothing was changed
   */
  write(bytes: Uint8Array, before: string | null): Promise<string | null>;
  remove(): Promise<void>;
}
