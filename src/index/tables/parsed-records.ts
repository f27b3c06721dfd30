/**
 * Records parsed lately, by the bytes they were parsed from: as those come from the cache, the same bytes are asked for
 * again and again. What is handed out is shared, and not to be changed.
 */

/** Bytes for the parsed records of all tables together. */
export const PARSED_RECORDS = 6 * 1024 * 1024;

/** What the records of several tables may take together: when it is full, all that are there give way. */
export class ParsedMemory {
  readonly most: number;
  #taken = 0;
  #held = new WeakSet<object>();
  /** How often all have given way. */
  turn = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.most = most;
  }

  /** Makes room for a record of so many bytes, at most half of what there is; false where it is larger. */
  take(bytes: number): boolean {
    if (bytes > this.most / 2) return false;
    if (this.#taken + bytes > this.most) {
      this.#taken = 0;
      this.#held = new WeakSet();
      this.turn++;
    }
    this.#taken += bytes;
    return true;
  }

  hold(record: unknown): void {
    if (typeof record === 'object' && record !== null) this.#held.add(record);
  }

  holds(record: object): boolean {
    return this.#held.has(record);
  }
}

const MEMORY = new ParsedMemory(PARSED_RECORDS);

/** Is a record kept for who asks next, so that it is worth keeping what was made of it? */
export function isHeld(record: object): boolean {
  return MEMORY.holds(record);
}

export class ParsedRecords<T> {
  readonly #parse: (record: Uint8Array) => T;
  readonly #factor: number;
  readonly #memory: ParsedMemory;
  /** By block and place within it: a block that the cache lets go takes its records along. */
  #parsed = new WeakMap<ArrayBufferLike, Map<number, T>>();
  #turn = 0;

  /**
   * @param factor bytes that a record takes parsed, for each of its bytes
   * @param memory for tests: all others share one
   */
  constructor(parse: (record: Uint8Array) => T, factor = 5, memory = MEMORY) {
    this.#parse = parse;
    this.#factor = factor;
    this.#memory = memory;
  }

  get(record: Uint8Array): T {
    const known =
      this.#turn === this.#memory.turn ? this.#parsed.get(record.buffer)?.get(record.byteOffset) : undefined;
    if (known !== undefined) return known;
    const value = this.#parse(record);
    if (!this.#memory.take(record.length * this.#factor)) return value;
    if (this.#turn !== this.#memory.turn) {
      this.#turn = this.#memory.turn;
      this.#parsed = new WeakMap();
    }
    this.#memory.hold(value);
    const ofBlock = this.#parsed.get(record.buffer) ?? new Map<number, T>();
    this.#parsed.set(record.buffer, ofBlock.set(record.byteOffset, value));
    return value;
  }
}
