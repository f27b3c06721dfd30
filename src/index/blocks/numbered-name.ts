/** Names that end in a number, such as rs699: what stands before it, and the number. */

const [ZERO, NINE] = [0x30, 0x39];
/** Digits of a number that is told: fewer than would not be exact. */
const MAX_DIGITS = 15;

/**
 * Where the number begins that a name of UTF-8 ends in, which stands there: at its end where there is none. Zeros
 * before a number belong to the stem, a nought alone is one.
 */
export function numberStart(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && to - at < MAX_DIGITS && bytes[at - 1]! >= ZERO && bytes[at - 1]! <= NINE) at--;
  while (at < to - 1 && bytes[at] === ZERO) at++;
  return at;
}

export function numberOf(bytes: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let digit = from; digit < to; digit++) number = 10 * number + bytes[digit]! - ZERO;
  return number;
}
