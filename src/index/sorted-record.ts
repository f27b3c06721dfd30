/** Records of a sorted table where they lie in a block: length of the key (varint), key (UTF-8), value. */
import { firstIndex } from './first-index.ts';
import { recordStart } from './record-block.ts';
import { utf8 } from './utf8.ts';
import { readVarint } from './varint.ts';

/** Key and value of a record. */
export function entry(block: Uint8Array, index: number): [key: string, value: Uint8Array] {
  const [keyLength, keyAt] = readVarint(block, recordStart(block, index));
  const end = keyAt + keyLength;
  return [utf8.decode(block.subarray(keyAt, end)), block.subarray(end, recordStart(block, index + 1))];
}

/** Where the value of a record begins that begins at a place. */
export function valueAt(block: Uint8Array, start: number): number {
  const length = block[start]!;
  if (length < 0x80) return start + 1 + length;
  const [keyLength, keyAt] = readVarint(block, start);
  return keyAt + keyLength;
}

/** Index of the first record whose key is not below `key`. */
export function lowerBound(block: Uint8Array, count: number, key: Uint8Array): number {
  return firstIndex(0, count, (index) => compareKey(block, index, key) < 0);
}

/** Order of a record's key and another: negative, 0 or positive. */
export function compareKey(block: Uint8Array, index: number, key: Uint8Array): number {
  const start = recordStart(block, index);
  // Nearly all keys are short: a search makes no pair of numbers for each that it looks at.
  const short = block[start]!;
  if (short < 0x80) return compareBytes(block, start + 1, start + 1 + short, key);
  const [length, at] = readVarint(block, start);
  return compareBytes(block, at, at + length, key);
}

/** Order of the bytes from `at` to `end` and a key: negative, 0 or positive. */
export function compareBytes(bytes: Uint8Array, at: number, end: number, key: Uint8Array): number {
  const length = Math.min(end - at, key.length);
  for (let index = 0; index < length; index++) {
    const difference = bytes[at + index]! - key[index]!;
    if (difference !== 0) return difference;
  }
  return end - at - key.length;
}
