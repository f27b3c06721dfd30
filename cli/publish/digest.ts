/** Hashes of a file, computed in one pass. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export interface FileDigest {
  /** SHA-256 of the whole file in hex, as manifests contain it. */
  sha256: string;
  /** MD5 of each upload part, at least one. S3 verifies parts with it and derives ETags from it. */
  parts: Buffer[];
  /** Bytes of each part except the last. */
  partSize: number;
}

const MiB = 1024 * 1024;
/** S3 accepts at most 10,000 parts of at least 5 MiB. R2 also requires equal sizes, except for the last part. */
const MOST_PARTS = 10_000;
const PART_BYTES = 16 * MiB;

/**
 * Bytes of an upload part. Depends on the object's size only, so that a later run cuts the object at the same places.
 */
export function partSize(size: number): number {
  return Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS / MiB) * MiB);
}

/** @param bytesInPart what `partSize` returns for the file's size */
export async function digestFile(path: string, bytesInPart: number, signal?: AbortSignal): Promise<FileDigest> {
  const whole = createHash('sha256');
  const parts: Buffer[] = [];
  let part = createHash('md5');
  let room = bytesInPart;
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: MiB, signal });
  for await (const chunk of chunks) {
    whole.update(chunk);
    for (let at = 0; at < chunk.length; ) {
      if (room === 0) {
        parts.push(part.digest());
        [part, room] = [createHash('md5'), bytesInPart];
      }
      const taken = Math.min(room, chunk.length - at);
      part.update(chunk.subarray(at, at + taken));
      at += taken;
      room -= taken;
    }
  }
  return { sha256: whole.digest('hex'), parts: [...parts, part.digest()], partSize: bytesInPart };
}

/** A version for values of stores that report none: the SHA-256 of the bytes in hex. */
export function contentVersion(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of a stream of bytes, in hex. */
export async function sha256Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
