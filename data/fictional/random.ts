import { at } from '../../src/checked.ts';

/**
 * A seeded source of random numbers: Mulberry32, a 32-bit generator in integer arithmetic, gives the same data set on
 * every machine. Each part of the model draws from its own fork, so that a change in one part leaves the others as
 * they are.
 */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#state = this.#seed;
  }

  /** A source that depends on this source's seed and the label only, not on earlier draws. */
  fork(label: string): Random {
    // FNV-1a over the label, starting with the seed.
    let hash = (this.#seed ^ 0x811c9dc5) >>> 0;
    for (let index = 0; index < label.length; index++)
      hash = Math.imul(hash ^ label.charCodeAt(index), 0x01000193) >>> 0;
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
    return at(choices, Math.floor(this.next() * choices.length));
  }

  /** The number of sites before the next event of this rate per site. One geometric draw replaces a draw per site. */
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
 * A whole number from `least` to `most` with a normally distributed logarithm. Lengths of exons and introns are
 * distributed roughly like this.
 */
export function logNormal(random: Random, median: number, sigma: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, Math.round(median * Math.exp(sigma * normal(random)))));
}

/** A normally distributed number with mean 0 and variance 1. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
