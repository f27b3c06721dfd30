/**
 * Names and places of variants as numbers, by which a build finds variants that several lines describe. Names are
 * hashes of 96 bits: a billion names have two equal ones with a probability of 10^-11. A Map has room for 16 million
 * names only.
 */

/** Numbers of a variant: its id, a hash of its place and alleles, and three of its name. */
export const KEY = 5;

const [PLACE_SEED, PLACE_FACTOR] = [0x811c9dc5, 0x01000193];

/** The keys of some variants, in their order. */
export class VariantKeys {
  #numbers = new Uint32Array(KEY * 1024);
  #length = 0;

  /** Adds the key of a variant. Name and alleles, with slashes between them, are the first bytes of arrays. */
  add(
    id: number,
    sequence: number,
    start: number,
    end: number,
    alleles: Uint8Array,
    allelesLength: number,
    name: Uint8Array,
    nameLength: number,
  ): void {
    if (this.#length + KEY > this.#numbers.length) {
      const larger = new Uint32Array(2 * this.#numbers.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    let place = Math.imul(PLACE_SEED ^ sequence, PLACE_FACTOR);
    place = Math.imul(place ^ start, PLACE_FACTOR);
    place = Math.imul(place ^ end, PLACE_FACTOR);
    for (let at = 0; at < allelesLength; at++) place = Math.imul(place ^ (alleles[at] ?? 0), PLACE_FACTOR);
    let [first, second, third] = [0x811c9dc5, 0x2545f491, 0x6c62272e];
    for (let at = 0; at < nameLength; at++) {
      const byte = name[at] ?? 0;
      first = Math.imul(first ^ byte, 0x9e3779b1);
      first ^= first >>> 15;
      second = Math.imul(second ^ byte, 0x85ebca6b);
      second ^= second >>> 13;
      third = Math.imul(third ^ byte, 0xc2b2ae35);
      third ^= third >>> 16;
    }
    const numbers = this.#numbers;
    numbers[this.#length++] = id;
    numbers[this.#length++] = place;
    numbers[this.#length++] = first;
    numbers[this.#length++] = second;
    numbers[this.#length++] = third;
  }

  clear(): void {
    this.#length = 0;
  }

  get count(): number {
    return this.#length / KEY;
  }

  /** A view that is valid until `clear`. */
  get numbers(): Uint32Array<ArrayBuffer> {
    return this.#numbers.subarray(0, this.#length);
  }
}

/** A table has at most this share of its slots in use. */
const MOST_FULL = 0.7;
const [ID, PLACE, NAME] = [0, 1, 2];

/** The key of a variant at `at`, with a name that is different for each place and alleles. */
export function keyOfPlace(keys: Uint32Array, at: number): Uint32Array {
  const key = keys.slice(at, at + KEY);
  key[NAME] = (key[NAME] ?? 0) ^ (key[PLACE] ?? 0);
  return key;
}

/** The first variant of each name: a hash table with open addressing, 20 bytes for each slot. */
export class NamedVariants {
  #slots = new Uint32Array(KEY << 16);
  #count = 0;

  /**
   * Adds a variant, unless one with its name is there: then returns where its key begins in `numbers`.
   * @param keys with the variant's key at `at`; ids are not 0
   */
  addOrFind(keys: Uint32Array, at: number): number | null {
    if (this.#count >= (this.#slots.length / KEY) * MOST_FULL) this.#grow();
    const slots = this.#slots;
    let slot = slotOf(keys, at, slots.length);
    for (; slots[slot + ID] !== 0; slot = slot + KEY === slots.length ? 0 : slot + KEY)
      if (
        slots[slot + NAME] === keys[at + NAME] &&
        slots[slot + NAME + 1] === keys[at + NAME + 1] &&
        slots[slot + NAME + 2] === keys[at + NAME + 2]
      )
        return slot;
    for (let index = 0; index < KEY; index++) slots[slot + index] = keys[at + index] ?? 0;
    this.#count++;
    return null;
  }

  /** The id of a variant that was found. */
  id(slot: number): number {
    return this.#slots[slot + ID] ?? 0;
  }

  /** Is a variant that was found at the place of another key, with its alleles? */
  isAt(slot: number, keys: Uint32Array, at: number): boolean {
    return this.#slots[slot + PLACE] === keys[at + PLACE];
  }

  #grow(): void {
    const before = this.#slots;
    const slots = (this.#slots = new Uint32Array(2 * before.length));
    for (let at = 0; at < before.length; at += KEY) {
      if (before[at + ID] === 0) continue;
      let slot = slotOf(before, at, slots.length);
      while (slots[slot + ID] !== 0) slot = slot + KEY === slots.length ? 0 : slot + KEY;
      for (let index = 0; index < KEY; index++) slots[slot + index] = before[at + index] ?? 0;
    }
  }
}

/** Where a search begins. Tables have a power of two of slots. */
function slotOf(keys: Uint32Array, at: number, length: number): number {
  return ((keys[at + NAME] ?? 0) % (length / KEY)) * KEY;
}
