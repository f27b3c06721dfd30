/** The ratio of two servers that were measured in turn, with a confidence interval. */
import { at } from '../../src/checked.ts';
import { Random } from '../../data/fictional/random.ts';
import { percentile } from '../operations/measurement.ts';

export interface Ratio {
  /** Median of the rounds' ratios. */
  median: number;
  /** 95 % confidence interval of the median. */
  low: number;
  high: number;
}

const RESAMPLES = 2_000;
const SEED = 1;

/**
 * The ratios of the rounds are resampled (bootstrap). A round measures both servers one after the other, so that what
 * slows the machine for longer than a round cancels out.
 *
 * @param one,other a value of each server for each round; at least one round
 */
export function pairedRatio(one: readonly number[], other: readonly number[]): Ratio {
  const ratios = one.map((value, round) => value / at(other, round));
  const random = new Random(SEED);
  const medians = Array.from({ length: RESAMPLES }, () =>
    percentile(
      ratios.map(() => random.pick(ratios)),
      0.5,
    ),
  );
  return { median: percentile(ratios, 0.5), low: percentile(medians, 0.025), high: percentile(medians, 0.975) };
}
