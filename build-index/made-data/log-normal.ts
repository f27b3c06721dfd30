import type { Random } from '../demo/random.ts';

/** A length whose logarithm is normally distributed, as those of exons and introns roughly are; a whole number from `least` to `most`. */
export function logNormal(random: Random, median: number, sigma: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, Math.round(median * Math.exp(sigma * normal(random)))));
}

/** Of mean 0 and variance 1. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
