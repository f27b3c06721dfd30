/**
 * Little-endian integers of fixed width, at any alignment, straight from the bytes of a directory or block.
 * Readers must know that the bytes are there: past the end these functions read zeros.
 */

export function readU16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

export function writeU16(bytes: Uint8Array, at: number, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff) throw new RangeError(`${value} does not fit 16 bits`);
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
}

export function readU32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

export function writeU32(bytes: Uint8Array, at: number, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff) throw new RangeError(`${value} does not fit 32 bits`);
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/** Offsets in objects: 48 bits reach 256 TiB. */
export function readU48(bytes: Uint8Array, at: number): number {
  return readU32(bytes, at) + (bytes[at + 4]! | (bytes[at + 5]! << 8)) * 0x1_0000_0000;
}

export function writeU48(bytes: Uint8Array, at: number, value: number): void {
  const high = Math.floor(value / 0x1_0000_0000);
  if (!Number.isInteger(value) || value < 0 || high > 0xffff) throw new RangeError(`${value} does not fit 48 bits`);
  writeU32(bytes, at, value % 0x1_0000_0000);
  bytes[at + 4] = high;
  bytes[at + 5] = high >>> 8;
}
