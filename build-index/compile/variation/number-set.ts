/** A set of whole numbers, one bit each: ids are dense, and a Set of them would take 40 bytes for each. */
const PAGE_BITS = 1 << 16;

export class NumberSet {
  readonly #pages = new Map<number, Uint8Array>();

  add(number: number): void {
    const page = Math.floor(number / PAGE_BITS);
    let bits = this.#pages.get(page);
    if (!bits) this.#pages.set(page, (bits = new Uint8Array(PAGE_BITS / 8)));
    const bit = number - page * PAGE_BITS;
    bits[bit >> 3]! |= 1 << (bit & 7);
  }

  has(number: number): boolean {
    const page = Math.floor(number / PAGE_BITS);
    const bits = this.#pages.get(page);
    if (!bits) return false;
    const bit = number - page * PAGE_BITS;
    return (bits[bit >> 3]! & (1 << (bit & 7))) !== 0;
  }
}
