import { createHash } from 'node:crypto';

/** Checksum of a sequence, as databases keep one beside it to find sequences by: in hexadecimal digits. */
export function checksum(algorithm: 'md5' | 'sha1', sequence: string): string {
  return createHash(algorithm).update(sequence).digest('hex');
}
