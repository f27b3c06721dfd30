/** Numbers as MySQL's LOAD DATA stores them. */

/** The whole numbers that a number holds exactly. */
export const EXACT: readonly [number, number] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** A number as MySQL writes it. */
export const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** The number at the beginning of a text. */
const NUMBER_PREFIX = /^[ \t\n\r\v\f]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i;

/** What MySQL stores in a column of floats for a text. */
export function storedFloat(text: string): number {
  const number = Number(NUMBER_PREFIX.exec(text)?.[1] ?? 0);
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, number));
}

/** What MySQL stores in a column of whole numbers: fractions are rounded, halves away from zero. */
export function storedInteger(text: string, [least, most] = EXACT): number {
  const number = storedFloat(text);
  const rounded = Math.sign(number) * Math.round(Math.abs(number));
  return Math.max(least, Math.min(most, rounded)) + 0;
}
