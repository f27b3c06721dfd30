/** Text that is written piece by piece, as bytes of UTF-8: a long text made of short ones would keep them all alive. */

const FIRST_BYTES = 256 * 1024;
const encoder = new TextEncoder();

export class TextBytes {
  #bytes = new Uint8Array(FIRST_BYTES);
  length = 0;

  add(text: string): void {
    for (let from = 0; ; ) {
      const { read, written } = encoder.encodeInto(
        from === 0 ? text : text.slice(from),
        this.#bytes.subarray(this.length),
      );
      this.length += written;
      from += read;
      if (from >= text.length) return;
      // Most text is ASCII, with a byte for each letter.
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + text.length - from));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
  }

  /** What has been added since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.length);
    this.#bytes = new Uint8Array(FIRST_BYTES);
    this.length = 0;
    return taken;
  }
}
