/** What one request read: for logs, and to tell a warm answer from a cold one. */
export class ReadCounts {
  /** Reads of the store, and their bytes. */
  reads = 0;
  bytes = 0;
  /** Blocks asked for, and how many of them were at hand. A block asked for twice counts twice. */
  blocks = 0;
  cachedBlocks = 0;
  /** Milliseconds for which at least one read was open. */
  waited = 0;
  #open = 0;
  #since = 0;

  /** Counts a read of so many bytes, and the time until it ends. */
  async during<T>(bytes: number, read: () => Promise<T>): Promise<T> {
    this.reads++;
    this.bytes += bytes;
    if (this.#open++ === 0) this.#since = performance.now();
    try {
      return await read();
    } finally {
      if (--this.#open === 0) this.waited += performance.now() - this.#since;
    }
  }
}
