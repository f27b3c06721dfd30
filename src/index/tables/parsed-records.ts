/**
 * Caches parsed records by their bytes: records in cached blocks are requested repeatedly. Parsed records are shared
 * between requests: do not modify.
 */

/** Memory for the parsed records of all tables together, in bytes. */
export const PARSED_RECORDS = 6 * 1024 * 1024;

/** Memory that the parsed records of several tables share. When it is full, all of them are dropped. */
export class ParsedMemory {
  readonly maximum: number;
  #taken = 0;
  #held = new WeakSet<object>();
  /** Number of times that all records were dropped. */
  generation = 0;

  /** @param maximum bytes */
  constructor(maximum: number) {
    this.maximum = maximum;
  }

  /** Reserves memory for a record; false if it takes more than half of the maximum. */
  take(bytes: number): boolean {
    if (bytes > this.maximum / 2) return false;
    if (this.#taken + bytes > this.maximum) {
      this.#taken = 0;
      this.#held = new WeakSet();
      this.generation++;
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

/** Whether a record stays in memory, so that it is worth keeping values derived from it. */
export function isHeld(record: object): boolean {
  return MEMORY.holds(record);
}

export class ParsedRecords<T> {
  readonly #parse: (record: Uint8Array) => T;
  readonly #factor: number;
  readonly #memory: ParsedMemory;
  /** By block and offset in it. Records are dropped with their block. */
  #parsed = new WeakMap<ArrayBufferLike, Map<number, T>>();
  #generation = 0;

  /**
   * @param factor bytes of a parsed record for each of its encoded bytes
   * @param memory for tests; all others share one
   */
  constructor(parse: (record: Uint8Array) => T, factor = 5, memory = MEMORY) {
    this.#parse = parse;
    this.#factor = factor;
    this.#memory = memory;
  }

  get(record: Uint8Array): T {
    const known =
      this.#generation === this.#memory.generation
        ? this.#parsed.get(record.buffer)?.get(record.byteOffset)
        : undefined;
    if (known !== undefined) return known;
    const value = this.#parse(record);
    if (!this.#memory.take(record.length * this.#factor)) return value;
    if (this.#generation !== this.#memory.generation) {
      this.#generation = this.#memory.generation;
      this.#parsed = new WeakMap();
    }
    this.#memory.hold(value);
    const ofBlock = this.#parsed.get(record.buffer) ?? new Map<number, T>();
    this.#parsed.set(record.buffer, ofBlock.set(record.byteOffset, value));
    return value;
  }
}
