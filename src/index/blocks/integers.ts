/**
 * Stored integers. Fixed width: little-endian, at any alignment; beyond the end of the bytes, readers return zeros, so
 * callers check lengths. Varints: unsigned LEB128, seven bits per byte, lowest first, up to 2^53 - 1. Values that may
 * reach 2^31 use arithmetic instead of shifts.
 */
import { StoreError } from '../../store/store.ts';

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
  if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff)
    throw new RangeError(`${value} does not fit 32 bits`);
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/** For offsets in objects: 48 bits reach 256 TiB. */
export function readU48(bytes: Uint8Array, at: number): number {
  return readU32(bytes, at) + readU16(bytes, at + 4) * 0x1_0000_0000;
}

export function writeU48(bytes: Uint8Array, at: number, value: number): void {
  const high = Math.floor(value / 0x1_0000_0000);
  if (!Number.isInteger(value) || value < 0 || high > 0xffff) throw new RangeError(`${value} does not fit 48 bits`);
  writeU32(bytes, at, value % 0x1_0000_0000);
  bytes[at + 4] = high;
  bytes[at + 5] = high >>> 8;
}

/** Maximum bytes of a varint, and of one below 2^32. */
export const [LONGEST_VARINT, LONGEST_VARINT_32] = [8, 5] as const;

/** Reads one value; `next` is the position after it. Throws StoreError for a value beyond the end or above 2^53 - 1. */
export function readVarint(bytes: Uint8Array, at: number): [value: number, next: number] {
  return [varintAt(bytes, at), varintEnd(bytes, at)];
}

/**
 * Reads only the value. With varintEnd, loops over thousands of values avoid pairs, which are slow before the code is
 * optimised. Throws like readVarint.
 */
export function varintAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return first;
  const second = bytes[at + 1]!;
  if (second < 0x80) return (first & 0x7f) + 128 * second;
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++];
    if (byte === undefined) throw new StoreError('a variable-length integer runs past the end of its data');
    value += (byte & 0x7f) * scale;
    if (value > Number.MAX_SAFE_INTEGER) throw new StoreError('a variable-length integer is larger than 2^53 - 1');
    if (byte < 0x80) return value;
    // Padding with zeros would pass the check above forever.
    if (scale > Number.MAX_SAFE_INTEGER) throw new StoreError('a variable-length integer is longer than eight bytes');
  }
}

/** The position after a value. Unspecified for a value that varintAt rejects. */
export function varintEnd(bytes: Uint8Array, at: number): number {
  while (bytes[at]! >= 0x80) at++;
  return at + 1;
}

/** Below this, shifts work, which are faster. */
const SHIFTABLE = 2 ** 31;

/** Writes one value and returns the position after it. Throws RangeError unless it is an integer from 0 to 2^53 - 1. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not an unsigned integer below 2^53`);
  while (value >= SHIFTABLE) {
    bytes[at++] = (value % 128) + 128;
    value = Math.floor(value / 128);
  }
  for (; value >= 0x80; value >>>= 7) bytes[at++] = (value & 0x7f) | 0x80;
  bytes[at++] = value;
  return at;
}

/** Number of bytes that writeVarint writes for a value. */
export function varintLength(value: number): number {
  let length = 1;
  for (; value >= 0x80; value = Math.floor(value / 128)) length++;
  return length;
}

/** Maps 0, -1, 1, -2, 2 … to 0, 1, 2, 3, 4 …: signed numbers near zero become small. */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
