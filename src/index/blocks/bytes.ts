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

/** Whether two ranges hold the same bytes. A loop: for a few bytes, a call of Buffer.compare takes longer. */
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

/** Order of the bytes from `start` to `end` and a key: negative, 0 or positive. */
export function compareBytes(bytes: Uint8Array, start: number, end: number, key: Uint8Array): number {
  const length = Math.min(end - start, key.length);
  for (let index = 0; index < length; index++) {
    const difference = bytes[start + index]! - key[index]!;
    if (difference !== 0) return difference;
  }
  return end - start - key.length;
}

/**
 * An array at least twice as long that begins with the same values, so that growing by any step copies each value once
 * or twice in all.
 * @param least items that it must have room for
 */
export function largerArray<T extends Uint8Array | Int32Array | Uint32Array>(array: T, least = 0): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}

/**
 * Decodes stored texts, each as it was written. By default a decoder drops U+FEFF at the beginning of a text as a byte
 * order mark; here it is a letter that a name may begin with.
 */
export const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
