/**
 * Values of linkage disequilibrium as answers show them: text with six decimals, rounded as C's printf rounds, to the nearest
 * and halves to the even digit.
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
