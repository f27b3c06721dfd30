/**
 * Records parsed lately, by the bytes they were parsed from: as those come from the cache, the same bytes are asked for again
 * and again. What is handed out is shared, and not to be changed.
 */
export class ParsedRecords<T> {
  readonly #parse: (record: Uint8Array) => T;
  readonly #mostBytes: number;
  /** By block and place within it: a block that the cache lets go takes its records along. */
  #parsed = new WeakMap<ArrayBufferLike, Map<number, T>>();
  #bytes = 0;

  /** @param mostBytes of records held, as stored; parsed they take some five times that */
  constructor(parse: (record: Uint8Array) => T, mostBytes = 2 * 1024 * 1024) {
    this.#parse = parse;
    this.#mostBytes = mostBytes;
  }

  get(record: Uint8Array): T {
    const known = this.#parsed.get(record.buffer)?.get(record.byteOffset);
    if (known !== undefined) return known;
    const value = this.#parse(record);
    if (record.length > this.#mostBytes / 4) return value;
    if (this.#bytes + record.length > this.#mostBytes) {
      this.#parsed = new WeakMap();
      this.#bytes = 0;
    }
    this.#bytes += record.length;
    const ofBlock = this.#parsed.get(record.buffer) ?? new Map<number, T>();
    this.#parsed.set(record.buffer, ofBlock.set(record.byteOffset, value));
    return value;
  }
}
