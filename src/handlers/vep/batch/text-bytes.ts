/** Text that is written piece by piece, as bytes of UTF-8: a long text made of short ones would keep them all alive. */

/** Most bytes of one UTF-16 code unit. */
const UNIT_BYTES = 3;
const encoder = new TextEncoder();

export class TextBytes {
  #bytes = new Uint8Array(256 * 1024);
  #length = 0;

  add(text: string): void {
    const needed = this.#length + text.length * UNIT_BYTES;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** What has been added. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }
}
