/** Joins, compares, enlarges and decodes arrays of bytes. */

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Whether two ranges contain the same bytes. For a few bytes, a loop is faster than Buffer.compare. */
export function sameBytes(
  one: Uint8Array,
  from: number,
  to: number,
  other: Uint8Array,
  otherFrom: number,
  otherTo: number,
): boolean {
  const length = to - from;
  if (otherTo - otherFrom !== length) return false;
  for (let at = 0; at < length; at++) if (one[from + at] !== other[otherFrom + at]) return false;
  return true;
}

/** Compares the bytes from `start` to `end` with a key, by default a whole array: negative, 0 or positive. */
export function compareBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  key: Uint8Array,
  keyStart = 0,
  keyEnd = key.length,
): number {
  const length = Math.min(end - start, keyEnd - keyStart);
  for (let index = 0; index < length; index++) {
    const difference = bytes[start + index]! - key[keyStart + index]!;
    if (difference !== 0) return difference;
  }
  return end - start - (keyEnd - keyStart);
}

/**
 * A copy of an array with at least twice its length. Repeated growth therefore copies each value once or twice on
 * average.
 *
 * @param least minimum length
 */
export function largerArray<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(array: T, least = 0): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}

/**
 * Decodes stored texts unchanged. By default a decoder drops U+FEFF at the beginning of a text as a byte order mark;
 * here a name may begin with it.
 */
export const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
