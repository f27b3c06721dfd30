/** A list of short byte strings, one after the other in one buffer: millions of arrays of their own would take ten times as much. */
export class ByteStrings {
  #bytes = new Uint8Array(1024);
  /** Where each begins, and where the next one will. */
  readonly #starts = [0];

  get count(): number {
    return this.#starts.length - 1;
  }

  add(bytes: Uint8Array): void {
    const start = this.#starts.at(-1)!;
    const end = start + bytes.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, start);
    this.#starts.push(end);
  }

  lengthOf(index: number): number {
    return this.#starts[index + 1]! - this.#starts[index]!;
  }

  /** Writes one of the strings into other bytes, and returns the position after it. */
  copyTo(target: Uint8Array, at: number, index: number): number {
    const end = this.#starts[index + 1]!;
    // Byte by byte: a view to copy from would cost more than these few bytes.
    for (let from = this.#starts[index]!; from < end; from++) target[at++] = this.#bytes[from]!;
    return at;
  }
}
