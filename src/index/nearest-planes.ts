/** Finds, for the planes of a variant, which of those before them they differ from in the fewest bits: the haplotypes that carry a mutation carry others, too. */

/** Of real genotypes, the last 16 leave a quarter more bits than the last 64, and all of a block a thirtieth fewer. */
const REMEMBERED = 64;

export class NearestPlanes {
  readonly #words: number;
  readonly #bytes: number;
  /** The last planes, of which one is put over the oldest; and what there is room for besides, for the next. */
  readonly #planes: Int32Array;
  readonly #alternatives = new Float64Array(REMEMBERED);
  readonly #own: Int32Array;
  readonly #bits: Uint32Array;
  #count = 0;

  /** @param plane bytes of one plane; what is added is two of them together */
  constructor(plane: number) {
    this.#bytes = 2 * plane;
    this.#words = Math.ceil(this.#bytes / 4);
    this.#planes = new Int32Array(REMEMBERED * this.#words);
    this.#own = new Int32Array(this.#words);
    this.#bits = new Uint32Array(8 * this.#bytes);
  }

  /**
   * How many planes before these the nearest are, 0 for planes without a bit; and the bits that differ, ascending, of which the first `differing` count until
   * the next are added.
   *
   * @param alternatives bits that are set
   */
  add(planes: Uint8Array, alternatives: number): { base: number; bits: Uint32Array; differing: number } {
    const words = this.#words;
    const own = this.#own;
    new Uint8Array(own.buffer).set(planes);
    let [base, least] = [0, alternatives];
    for (let back = 1; back <= Math.min(this.#count, REMEMBERED); back++) {
      const slot = (this.#count - back) % REMEMBERED;
      const differing = this.#differing(own, slot * words, alternatives - this.#alternatives[slot]!, least);
      if (differing < least) [base, least] = [back, differing];
    }
    this.#list(own, base === 0 ? -1 : ((this.#count - base) % REMEMBERED) * words);
    const slot = this.#count++ % REMEMBERED;
    this.#planes.set(own, slot * words);
    this.#alternatives[slot] = alternatives;
    return { base, bits: this.#bits, differing: least };
  }

  /** Bits in which they differ, or any number that is not less than `least`. Two that differ in how many bits are set differ in as many. */
  #differing(own: Int32Array, at: number, more: number, least: number): number {
    if (Math.abs(more) >= least) return least;
    const planes = this.#planes;
    let differing = 0;
    for (let word = 0; word < own.length && differing < least; word++) {
      const bits = own[word]! ^ planes[at + word]!;
      if (bits !== 0) differing += ones(bits);
    }
    return differing;
  }

  /** Lists the bits in which they differ; at -1 stand none. */
  #list(own: Int32Array, at: number): void {
    const [planes, bits] = [this.#planes, this.#bits];
    let next = 0;
    for (let word = 0; word < own.length; word++) {
      for (let left = at < 0 ? own[word]! : own[word]! ^ planes[at + word]!; left !== 0; left &= left - 1) bits[next++] = 32 * word + 31 - Math.clz32(left & -left);
    }
  }
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
