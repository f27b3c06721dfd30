/** Which pairs are shown, and with which values. */
import { disequilibrium, MIN_R2, type TwoLocusCounts } from './two-locus.ts';

/** Pairs below either are left out, by their values as shown. */
export interface Thresholds {
  r2: number;
  dPrime: number;
}

/** What a variant shows of its partner; values in millionths. */
export interface Partner {
  /** Position of the partner in the list of variants. */
  variant: number;
  r2: number;
  dPrime: number;
}

/** A value is shown rounded: one that is 0.5 millionths below a threshold reaches it. */
const ROUNDING = 0.5e-6;
/** The least r² is compared in single precision, which takes what is a little less for it. */
const SINGLE = 1 - 1e-6;

/** The least r² worth estimating. */
export function floorOf({ r2 }: Thresholds): number {
  return Math.max(MIN_R2 * SINGLE, r2 - ROUNDING);
}

/** The partner as it is shown; null for one that is not. */
export function shown(counts: TwoLocusCounts, variant: number, thresholds: Thresholds): Partner | null {
  const values = disequilibrium(counts);
  if (!values) return null;
  const r2 = millionths(values.r2);
  const dPrime = millionths(values.dPrime);
  return r2 / 1e6 < thresholds.r2 || dPrime / 1e6 < thresholds.dPrime ? null : { variant, r2, dPrime };
}

/**
 * Values of linkage disequilibrium as answers show them: text with six decimals, rounded as C's printf rounds, to the
 * nearest and halves to the even digit.
 */

/** A value in [0, 1] in millionths. */
export function millionths(value: number): number {
  const scaled = value * 1e6;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  if (rest < 0.5 - 1e-9) return below;
  if (rest > 0.5 + 1e-9) return below + 1;
  // toFixed sees the exact value too, but takes halves up. Halves that a double can hold are odd multiples of 1/128.
  const half = value * 128;
  if (Number.isInteger(half) && half % 2 === 1) return below % 2 === 0 ? below : below + 1;
  return Math.round(Number(value.toFixed(6)) * 1e6);
}

/** Text of a number of millionths. */
export function sixDecimals(value: number): string {
  return (value / 1e6).toFixed(6);
}
