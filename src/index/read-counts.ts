/** What one request read: for logs, and to tell a warm answer from a cold one. */
export class ReadCounts {
  /** Reads of the store, their bytes, and how many of these are of blocks that were asked for: the others lie between them. */
  reads = 0;
  bytes = 0;
  usedBytes = 0;
  /** Blocks asked for, and how many of them were at hand. A block asked for twice counts twice. */
  blocks = 0;
  cachedBlocks = 0;
  /** Milliseconds for which at least one read was open. */
  waited = 0;
  #open = 0;
  #since = 0;

  /** Counts a read of so many bytes, of which some were asked for, and the time until it ends. */
  async during<T>(bytes: number, used: number, read: () => Promise<T>): Promise<T> {
    this.reads++;
    this.bytes += bytes;
    this.usedBytes += used;
    if (this.#open++ === 0) this.#since = performance.now();
    try {
      return await read();
    } finally {
      if (--this.#open === 0) this.waited += performance.now() - this.#since;
    }
  }
}
