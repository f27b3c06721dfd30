import { isUtf8 } from 'node:buffer';
import { largerArray, sameBytes } from '../../src/index/blocks/bytes.ts';

const BACKSLASH = 0x5c;

// MySQL's escapes (manual, LOAD DATA): any other byte after a backslash stands for itself.
const escapeOf = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of Object.entries({ '0': 0, b: 8, n: 10, r: 13, t: 9, Z: 26 })) {
  escapeOf[letter.charCodeAt(0)] = byte;
}

/** A copy of `bytes[start, end)` with each backslash and its next byte replaced by what they stand for. */
export function unescapedField(bytes: Buffer, start: number, end: number): Buffer {
  const result = Buffer.allocUnsafe(end - start);
  let to = 0;
  for (let from = start; from < end; ) {
    const byte = bytes[from++]!;
    result[to++] = byte === BACKSLASH ? escapeOf[bytes[from++]!]! : byte;
  }
  return result.subarray(0, to);
}

// Ensembl declares its tables latin1, which in MySQL is Windows-1252; dumps of today are UTF-8 all the same.
const windows1252 = new TextDecoder('windows-1252');

/** UTF-8, or where it is not sound, Windows-1252, in which every byte has a meaning: no letter is lost. */
export function decodedText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes);
}

/** Numbers that are given out; fields of more different texts are no matter for this. */
const MOST = 1 << 16;
const FIRST_SLOTS = 1 << 10;

export class FieldTexts {
  readonly #texts: (string | null)[] = [];
  readonly #numbers = new Map<string | null, number>();
  /** Bytes of texts that are ASCII without escapes, one behind the other, and where each ends. */
  #bytes = new Uint8Array(1 << 12);
  readonly #ends: number[] = [0];
  /** Number of each such text. */
  readonly #order: number[] = [];
  /** By hash of the bytes: which of these texts, from 1; 0 for none. */
  #slots = new Uint32Array(FIRST_SLOTS);

  /** Of the text that some bytes of ASCII are; -1 where there are too many. */
  numberOf(bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(bytes, start, end) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const listed = this.#slots[slot]! - 1;
      if (sameBytes(this.#bytes, this.#ends[listed]!, this.#ends[listed + 1]!, bytes, start, end))
        return this.#order[listed]!;
    }
    return this.#add(bytes, start, end, slot);
  }

  /** The same for a text, or none. */
  ofText(text: string | null): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length === MOST) return -1;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  text(number: number): string | null {
    return this.#texts[number]!;
  }

  #add(bytes: Uint8Array, start: number, end: number, slot: number): number {
    const number = this.ofText(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1'));
    if (number < 0) return number;
    const from = this.#ends.at(-1)!;
    if (from + end - start > this.#bytes.length) this.#bytes = largerArray(this.#bytes, from + end - start);
    this.#bytes.set(bytes.subarray(start, end), from);
    this.#ends.push(from + end - start);
    this.#order.push(number);
    this.#slots[slot] = this.#order.length;
    if (2 * this.#order.length > this.#slots.length) this.#spread();
    return number;
  }

  /** Twice the slots. */
  #spread(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    for (let listed = 0; listed < this.#order.length; listed++) {
      let slot = hashOf(this.#bytes, this.#ends[listed]!, this.#ends[listed + 1]!) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = listed + 1;
    }
    this.#slots = slots;
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0;
  return hash ^ (hash >>> 15);
}

/** The members of a SET column, as the database spells them. */
export function members(set: string | null): string[] {
  return set ? set.split(',') : [];
}
