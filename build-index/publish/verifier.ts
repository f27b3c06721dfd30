/** Whether what stands in a target is what was built: see docs/decisions, "An object is proven by its ETag". */
import pRetry from 'p-retry';
import { sha256Of, type FileDigest } from './digest.ts';
import { PublishError } from './publish-error.ts';
import type { LocalObject, StoredObject, Target } from './target.ts';

const RETRIES = 3;

export class Verifier {
  readonly #target: Target;
  readonly #readBack: boolean;
  /** Versions of objects that have been read, with the SHA-256 that was found. */
  readonly #read = new Map<string, { version: string; sha256: string }>();

  constructor(target: Target, readBack: boolean) {
    this.#target = target;
    this.#readBack = readBack;
  }

  /** Is this object there, byte for byte? Reads it only where the store's own hash does not prove it. */
  async holds({ name, size }: LocalObject, digest: FileDigest, stored: StoredObject | undefined): Promise<boolean> {
    if (stored?.size !== size) return false;
    if (!this.#readBack && stored.version === this.#target.provingVersion(digest)) return true;
    let read = this.#read.get(name);
    if (read?.version !== stored.version) {
      const sha256 = await pRetry(() => sha256Of(this.#target.read(name)), { retries: RETRIES, minTimeout: 300, shouldRetry: ({ error }) => error instanceof PublishError });
      this.#read.set(name, read = { version: stored.version, sha256 });
    }
    return read.sha256 === digest.sha256;
  }

  /** Throws PublishError when it is not. */
  async require(object: LocalObject, digest: FileDigest, stored: StoredObject | undefined): Promise<void> {
    if (await this.holds(object, digest, stored)) return;
    const found = !stored ? 'is not there' : stored.size !== object.size ? `has ${stored.size} bytes instead of ${object.size}` : 'has another content than was sent';
    throw new PublishError(`${object.name} ${found} in ${this.#target.name} after its upload: publish again`);
  }
}
