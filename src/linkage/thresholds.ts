/** Thresholds of linkage disequilibrium, and rounding of its values. */
import { disequilibrium, MIN_R2, type TwoLocusCounts } from './two-locus.ts';

/** Least values of pairs in an answer, compared with the rounded values. */
export interface Thresholds {
  r2: number;
  dPrime: number;
}

/** A partner of a variant; values are in millionths. */
export interface Partner {
  /** Position of the partner in the list of variants. */
  variant: number;
  r2: number;
  dPrime: number;
}

/** Values are rounded to millionths, so a value 0.5 millionths below a threshold reaches it. */
const ROUNDING = 0.5e-6;
/** MIN_R2 is compared in single precision, where slightly smaller values equal it. */
const SINGLE_PRECISION = 1 - 1e-6;

/** The least unrounded r² that may reach the thresholds. */
export function leastR2({ r2 }: Thresholds): number {
  return Math.max(MIN_R2 * SINGLE_PRECISION, r2 - ROUNDING);
}

/** The partner with rounded values; null if it does not reach the thresholds. */
export function partnerWithin(counts: TwoLocusCounts, variant: number, thresholds: Thresholds): Partner | null {
  const values = disequilibrium(counts);
  if (!values) return null;
  const r2 = millionths(values.r2);
  const dPrime = millionths(values.dPrime);
  return r2 / 1e6 < thresholds.r2 || dPrime / 1e6 < thresholds.dPrime ? null : { variant, r2, dPrime };
}

/** A value in [0, 1] in millionths, rounded as C's printf rounds to six decimals: to the nearest, halves to even. */
export function millionths(value: number): number {
  const scaled = value * 1e6;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  if (rest < 0.5 - 1e-9) return below;
  if (rest > 0.5 + 1e-9) return below + 1;
  // toFixed also uses the exact value, but rounds halves up. Halves that a double represents are odd multiples of
  // 1/128.
  const half = value * 128;
  if (Number.isInteger(half) && half % 2 === 1) return below % 2 === 0 ? below : below + 1;
  return Math.round(Number(value.toFixed(6)) * 1e6);
}

/** Text of a number of millionths, with six decimals. */
export function sixDecimals(value: number): string {
  return (value / 1e6).toFixed(6);
}
