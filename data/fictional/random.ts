/**
 * A seeded source of random numbers, so that the same seed gives the same data set on every machine: Mulberry32, a
 * 32-bit generator in integer arithmetic only. Parts of the model draw from forks of their own, named by what they
 * make, so that a change in one part does not reshuffle all others.
 */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#state = this.#seed;
  }

  /** A source that depends on this one's seed and on the label alone, not on what has been drawn. */
  fork(label: string): Random {
    // FNV-1a over the label, begun at the seed.
    let hash = (this.#seed ^ 0x811c9dc5) >>> 0;
    for (let at = 0; at < label.length; at++) hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193) >>> 0;
    return new Random(hash);
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!;
  }

  /**
   * How many sites are passed over before the next one that an event of this rate strikes: a geometric draw, so that
   * rare events cost nothing at the sites that they spare.
   */
  skip(rate: number): number {
    if (rate <= 0) return Number.MAX_SAFE_INTEGER;
    return Math.floor(Math.log(1 - this.next()) / Math.log(1 - rate));
  }

  /** The length of an insertion or deletion: mostly short, at most `longest`. */
  indelLength(longest: number): number {
    return Math.min(longest, 1 + this.skip(0.25));
  }
}

/**
 * A length whose logarithm is normally distributed, as those of exons and introns roughly are; a whole number from
 * `least` to `most`.
 */
export function logNormal(random: Random, median: number, sigma: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, Math.round(median * Math.exp(sigma * normal(random)))));
}

/** Of mean 0 and variance 1. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
