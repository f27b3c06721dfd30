import { FEW, isStored, share, type FrequencyGroup } from '../../src/variants/frequency-groups.ts';
import { fourDigits, mayBeHalf } from './perl-numbers.ts';

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
  if (areShares(counts, ratios, total)) return { population, submission: null, digits: FEW, names, counts };
  return { population, submission: null, digits: 0, names, counts: areCounts(counts) ? counts : names.map(() => null), frequencies: ratios.map(fourDigits) };
}

/** A file may tell anything; what is no whole number, or less than none, counts nothing. */
export function areCounts(counts: readonly (number | null)[]): boolean {
  return counts.every((count) => count !== null && Number.isSafeInteger(count) && count >= 0);
}

/** Are ratios, at four digits, the shares that counts have of a total, which is their sum? */
export function areShares(counts: readonly number[], ratios: readonly number[], total: number): boolean {
  let sum = 0;
  for (let each = 0; each < counts.length; each++) {
    const count = counts[each]!;
    if (!Number.isSafeInteger(count) || count < 0 || !isShare(count, ratios[each]!, total)) return false;
    sum += count;
  }
  return sum === total && isStored(sum);
}

/** Are the four digits of a ratio those of a count's share? */
function isShare(count: number, ratio: number, total: number): boolean {
  if (count / total === ratio && !mayBeHalf(ratio)) return true;
  return !isNearHalf(ratio) || share(count, total, FEW) === fourDigits(ratio);
}

/** Is what follows the fourth digit near to a half, so that four digits may be rounded either way? */
function isNearHalf(ratio: number): boolean {
  if (!(ratio > 1e-6 && ratio <= 1)) return true;
  while (ratio < FOUR_DIGITS) ratio *= 10;
  return Math.abs(ratio - Math.floor(ratio) - 0.5) < NEAR;
}
