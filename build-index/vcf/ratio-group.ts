import { FEW, share, type FrequencyGroup } from '../../src/variants/frequency-groups.ts';
import { fourDigits } from './perl-numbers.ts';

/** Digits before the one that decides how four are rounded. */
const FOUR_DIGITS = 1000;
/** So near to half-way may a ratio's way of being worked out matter: far more than the error of any. */
const NEAR = 1e-4;

/**
 * Frequencies that are ratios, of which four digits count.
 *
 * @param ratios as worked out, which may be another way than dividing counts
 * @param total that the ratios are of, NaN where they are of different ones
 */
export function ratioGroup(population: string, names: string[], counts: number[], ratios: readonly number[], total: number): FrequencyGroup {
  let sum = 0;
  let shares = true;
  for (let each = 0; each < counts.length; each++) {
    const count = counts[each]!;
    sum += count;
    if (!Number.isSafeInteger(count) || count < 0) shares = false;
    else if (isNearHalf(ratios[each]!) && share(count, total, FEW) !== fourDigits(ratios[each]!)) shares = false;
  }
  if (shares && sum === total && Number.isSafeInteger(sum)) return { population, submission: null, digits: FEW, names, counts };
  return { population, submission: null, digits: 0, names, counts, frequencies: ratios.map(fourDigits) };
}

/** Is what follows the fourth digit near to a half, so that four digits may be rounded either way? */
function isNearHalf(ratio: number): boolean {
  if (!(ratio > 1e-6 && ratio <= 1)) return true;
  while (ratio < FOUR_DIGITS) ratio *= 10;
  return Math.abs(ratio - Math.floor(ratio) - 0.5) < NEAR;
}
