/**
 * The mark of a block: which object it belongs to, and where it stands there. A checksum tells that a block is whole, the mark that it
 * is the one that was asked for: neither one of another release's object under the same name, nor one from another place.
 *
 * The name of an object ends with its hash and, in eight digits, the number that its marks begin from (`genes-0123456789abcdef.89abcdef.bin`),
 * so that who knows where a block stands knows its mark. An object whose name has none has blocks without marks.
 */
import { readU32, writeU32 } from './fixed-width.ts';

const NUMBER_IN_NAME = /\.([0-9a-f]{8})\.bin$/;
/** Codecs with a mark have this bit. */
export const MARKED = 2;
export const MARK_LENGTH = 4;

/** Odd, so that no two offsets within 4 GiB have the same product modulo 2^32. */
const SPREAD = 0x9e3779b1;
const SPREAD_ABOVE = 0x85ebca6b;

/** The number of an object, unsigned, from its name; null when its blocks have no marks. */
export function objectNumber(object: string): number | null {
  const found = NUMBER_IN_NAME.exec(object);
  return found && Number.parseInt(found[1]!, 16);
}

/** What a name says of an object's number. */
export function numberInName(number: number): string {
  return `.${number.toString(16).padStart(8, '0')}.bin`;
}

/** Mark of the block at an offset of an object with a number, unsigned. */
export function blockMark(number: number, offset: number): number {
  const above = Math.floor(offset / 2 ** 32);
  return (number + Math.imul(offset >>> 0, SPREAD) + Math.imul(above, SPREAD_ABOVE)) >>> 0;
}

/** A stored block with its mark; as it is when the object has no number. */
export function markBlock(stored: Uint8Array, number: number | undefined, offset: number): Uint8Array {
  if (number === undefined) return stored;
  const marked = new Uint8Array(stored.length + MARK_LENGTH);
  marked[0] = stored[0]! + MARKED;
  writeU32(marked, 1, blockMark(number, offset));
  marked.set(stored.subarray(1), 1 + MARK_LENGTH);
  return marked;
}

/** Has a stored block a mark? */
export function isMarked(stored: Uint8Array): boolean {
  return (stored[0]! & MARKED) !== 0;
}

/** Is a stored block the one at this place of this object, as far as its mark tells? */
export function isBlockOf(stored: Uint8Array, object: string, offset: number): boolean {
  const number = objectNumber(object);
  const marked = isMarked(stored);
  if (number === null || !marked) return (number !== null) === marked;
  return stored.length >= 1 + MARK_LENGTH && readU32(stored, 1) === blockMark(number, offset);
}
