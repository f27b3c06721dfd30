/** Caches frequencies as text in bytes, e.g. of 2 in 152,302 chromosomes: most recur on many lines of a VCF file. */
import type { RowBytes } from '../dump-writer/row-bytes.ts';
import { frequencyText } from './variant-text.ts';

/** Entries of the cache, a power of two. A new entry replaces the one in its slot. */
const SLOTS = 1 << 17;
/** The longest text has 13 bytes: 0.00000131318. */
const SLOT_BYTES = 16;
const [COUNT_FACTOR, TOTAL_FACTOR] = [0x9e3779b1, 0x85ebca6b];

const encoder = new TextEncoder();

export class FrequencyTexts {
  /** Count and total of each entry. Totals are never 0, so empty slots match nothing. */
  readonly #keys = new Int32Array(2 * SLOTS);
  readonly #texts = new Uint8Array(SLOT_BYTES * SLOTS);
  readonly #lengths = new Uint8Array(SLOTS);

  /**
   * Writes the text of `count / total`.
   * @param count a whole number, at most `total`
   * @param total a whole number from 1 to 2^31 - 1
   * @param row with room for 16 bytes
   */
  write(count: number, total: number, row: RowBytes): void {
    const hash = Math.imul(count, COUNT_FACTOR) ^ Math.imul(total, TOTAL_FACTOR);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const [keys, key, from] = [this.#keys, 2 * slot, SLOT_BYTES * slot];
    if (keys[key] !== count || keys[key + 1] !== total) {
      keys[key] = count;
      keys[key + 1] = total;
      const text = this.#texts.subarray(from, from + SLOT_BYTES);
      this.#lengths[slot] = encoder.encodeInto(frequencyText(count / total), text).written;
    }
    row.copy(this.#texts, from, from + (this.#lengths[slot] ?? 0));
  }
}
