/** CRC-32 as gzip and PNG have it (polynomial 0xEDB88320), of what gzip does not check for us. */
import library from 'crc-32';

/** Unsigned. */
export function crc32(bytes: Uint8Array): number {
  return library.buf(bytes) >>> 0;
}
