import { isUtf8 } from 'node:buffer';
import { last } from '../../src/checked.ts';
import { largerArray, sameBytes } from '../../src/index/blocks/bytes.ts';
import type { StoredValues } from './listed-values.ts';

const BACKSLASH = 0x5c;

// MySQL's escapes (manual, LOAD DATA). Any other byte after a backslash is itself.
const escapeOf = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of Object.entries({ '0': 0, b: 8, n: 10, r: 13, t: 9, Z: 26 })) {
  escapeOf[letter.charCodeAt(0)] = byte;
}

/** A copy of `bytes[start, end)` with each backslash and its next byte replaced by the byte that they encode. */
export function unescapedField(bytes: Buffer, start: number, end: number): Buffer {
  const result = Buffer.allocUnsafe(end - start);
  let to = 0;
  for (let from = start; from < end; ) {
    const byte = bytes[from++]!;
    result[to++] = byte === BACKSLASH ? escapeOf[bytes[from++]!]! : byte;
  }
  return result.subarray(0, to);
}

// Ensembl declares its tables latin1, which in MySQL is Windows-1252. Present dumps are UTF-8 nevertheless.
const windows1252 = new TextDecoder('windows-1252');

/** Decodes UTF-8, or else Windows-1252, in which every byte is a character, so that no letter is lost. */
export function decodedText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes);
}

/** Maximum of different texts that are numbered. */
const MOST = 1 << 16;
const FIRST_SLOTS = 1 << 10;

/**
 * Numbers the different texts of a column, from 0. Finds ASCII texts by their bytes, without decoding. Texts of a SET
 * or ENUM column get the number of the text that MySQL stores.
 */
export class FieldTexts {
  /** Did the last text contain a value that the column does not list? The caller resets it. */
  wasUnlisted = false;
  /** Indexes of such texts among the ASCII texts. */
  readonly #unlistedOrder = new Set<number>();
  readonly #texts: (string | null)[] = [];
  readonly #numbers = new Map<string | null, number>();
  /** Bytes of the ASCII texts, joined, and the end of each. */
  #bytes = new Uint8Array(1 << 12);
  readonly #ends: number[] = [0];
  /** Number of each ASCII text. */
  readonly #order: number[] = [];
  /** Hash table of ASCII texts: index + 1, or 0 for a free slot. */
  #slots = new Uint32Array(FIRST_SLOTS);

  /**
   * The number of a text from its ASCII bytes; -1 beyond MOST texts.
   * @param values of a SET or ENUM column
   */
  numberOf(bytes: Uint8Array, start: number, end: number, values?: StoredValues | null): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(bytes, start, end) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const listed = this.#slots[slot]! - 1;
      if (sameBytes(this.#bytes, this.#ends[listed]!, this.#ends[listed + 1]!, bytes, start, end)) {
        if (this.#unlistedOrder.size > 0) this.wasUnlisted = this.#unlistedOrder.has(listed);
        return this.#order[listed]!;
      }
    }
    return this.#add(bytes, start, end, slot, values);
  }

  /** The number of a text, or of NULL; -1 beyond MOST texts. */
  ofText(text: string | null): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length === MOST) return -1;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  text(number: number): string | null {
    return this.#texts[number] ?? null;
  }

  #add(bytes: Uint8Array, start: number, end: number, slot: number, values?: StoredValues | null): number {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
    const stored = values?.stored(text);
    const number = this.ofText(stored?.text ?? text);
    if (number < 0) return number;
    const from = last(this.#ends);
    if (from + end - start > this.#bytes.length) this.#bytes = largerArray(this.#bytes, from + end - start);
    this.#bytes.set(bytes.subarray(start, end), from);
    this.#ends.push(from + end - start);
    if (stored && !stored.isListed) {
      this.wasUnlisted = true;
      this.#unlistedOrder.add(this.#order.length);
    }
    this.#order.push(number);
    this.#slots[slot] = this.#order.length;
    if (2 * this.#order.length > this.#slots.length) this.#spread();
    return number;
  }

  /** Doubles the slots. */
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

/** The members of a value of a SET column. */
export function members(set: string | null): string[] {
  return set ? set.split(',') : [];
}
