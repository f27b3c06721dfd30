import { sliceOf } from '../../../src/index/blocks/byte-slices.ts';
import { variantKey } from '../../../src/variants/variant-record.ts';
import type { RowBatch } from '../../dump/row-batch.ts';

const encoder = new TextEncoder();
const [BLANK, UPPER_A, UPPER_Z, TO_LOWER] = [0x20, 0x41, 0x5a, 0x20];

/** The name of a variant and its key, as bytes. Both are valid until the next call of `read`. */
export class NameKeys {
  readonly name = sliceOf();
  /** The same object as `name` if the name is the key. */
  key = this.name;
  readonly #column: number;
  readonly #folded = sliceOf();

  constructor(column: number) {
    this.#column = column;
  }

  /** Returns false for a variant without a name. */
  read(batch: RowBatch, row: number): boolean {
    if (batch.isNull(row, this.#column)) return false;
    batch.slice(row, this.#column, this.name);
    this.key = this.name;
    const isFoldable =
      batch.isPlain(row, this.#column) &&
      this.name.end > this.name.start &&
      this.name.bytes[this.name.end - 1]! > BLANK;
    if (!isFoldable) this.#readText(batch.text(row, this.#column) ?? '');
    else if (this.#hasCapitals()) this.#fold();
    return true;
  }

  get isKey(): boolean {
    return this.name === this.key;
  }

  /** The key as a text. */
  get text(): string {
    const { bytes, start, end } = this.key;
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
  }

  #hasCapitals(): boolean {
    const { bytes, start, end } = this.name;
    for (let at = start; at < end; at++) if (bytes[at]! >= UPPER_A && bytes[at]! <= UPPER_Z) return true;
    return false;
  }

  #fold(): void {
    const { bytes, start, end } = this.name;
    const folded = this.#folded;
    if (folded.bytes.length < end - start) folded.bytes = new Uint8Array(2 * (end - start));
    for (let from = start, at = 0; from < end; from++)
      folded.bytes[at++] = bytes[from]! >= UPPER_A && bytes[from]! <= UPPER_Z ? bytes[from]! + TO_LOWER : bytes[from]!;
    [folded.start, folded.end, this.key] = [0, end - start, folded];
  }

  #readText(text: string): void {
    const [name, key] = [encoder.encode(text), encoder.encode(variantKey(text))];
    [this.name.bytes, this.name.start, this.name.end] = [name, 0, name.length];
    this.key = Buffer.compare(name, key) === 0 ? this.name : sliceOf(key);
  }
}
