/** Texts of shares such as 2 of 152,302 chromosomes, as bytes, since each is on many lines of a VCF file. */
import type { RowBytes } from '../dump-writer/row-bytes.ts';
import { frequencyText } from './variant-text.ts';

/** Shares that are kept, in a table in which a new one replaces the one in its slot. A power of two. */
const SLOTS = 1 << 17;
/** Bytes of a slot. The longest texts are those like 0.00000131318 and 1.31318e-10. */
const SLOT_BYTES = 16;
const [COUNT_FACTOR, TOTAL_FACTOR] = [0x9e3779b1, 0x85ebca6b];

const encoder = new TextEncoder();

export class ShareTexts {
  /** Both numbers of each share. No total is 0, so that empty slots match nothing. */
  readonly #keys = new Int32Array(2 * SLOTS);
  readonly #texts = new Uint8Array(SLOT_BYTES * SLOTS);
  readonly #lengths = new Uint8Array(SLOTS);

  /** Writes the text of `count` of `total`, both whole numbers below 2^31. */
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
