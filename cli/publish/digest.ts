/** Hashes of a file, all taken while it is read once. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export interface FileDigest {
  /** Of the whole file, as hex: what manifests hold. */
  sha256: string;
  /** MD5 of each part in which the file would be uploaded: what S3 checks and makes its ETags of. At least one. */
  parts: Buffer[];
  /** Bytes of each part but the last. */
  partSize: number;
}

const MiB = 1024 * 1024;
/** S3 takes 10,000 parts of at least 5 MiB; R2 wants all of one size, but for the last. */
const MOST_PARTS = 10_000;
const PART_BYTES = 16 * MiB;

/** Bytes of a part, which follow from the object's size alone, so that a later run cuts it in the same places. */
export function partSize(size: number): number {
  return Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS / MiB) * MiB);
}

/** @param bytesInPart as `partSize` gives for the file's size */
export async function digestFile(path: string, bytesInPart: number, signal?: AbortSignal): Promise<FileDigest> {
  const whole = createHash('sha256');
  const parts: Buffer[] = [];
  let part = createHash('md5');
  let room = bytesInPart;
  for await (const chunk of createReadStream(path, { highWaterMark: MiB, signal }) as AsyncIterable<Buffer>) {
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

/** The version of a value where a store gives none: other bytes have another one. */
export function contentVersion(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of bytes as they come, as hex. */
export async function sha256Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
