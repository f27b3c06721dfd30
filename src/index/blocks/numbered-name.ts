/** Splits names that end in a number, such as rs699, into stem and number. */

const [ZERO, NINE] = [0x30, 0x39];
/** Maximum digits of the number; more would not be exact. */
const MAX_DIGITS = 15;

/**
 * Start of the number at the end of a UTF-8 name; `to` if there is none. Leading zeros belong to the stem, but a single
 * 0 is a number.
 */
export function numberStart(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && to - at < MAX_DIGITS && isDigit(bytes[at - 1])) at--;
  while (at < to - 1 && bytes[at] === ZERO) at++;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

/** The number that the digits of a range represent. */
export function numberOf(bytes: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let digit = from; digit < to; digit++) number = 10 * number + bytes[digit]! - ZERO;
  return number;
}
