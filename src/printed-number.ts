/** Significant digits with which Perl prints a number. */
const PERL_DIGITS = 15;
/** The smallest number that rounds to an integer of 16 digits. */
const ROUNDS_TO_1E15 = 999_999_999_999_999.5;

/**
 * A number as Perl and C print it with 15 significant digits (`%.15g`): 0.00724822, 1e-06, 2.48e-07. JavaScript
 * switches to an exponent two orders of magnitude later, but clients compare these texts letter by letter.
 */
export function printedNumber(value: number): string {
  if (value === 0) return '0';
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < ROUNDS_TO_1E15) {
    const text = String(value);
    // Sixteen characters with a decimal point are at most fifteen digits, so there is nothing to round.
    return text.length <= 16 ? text : String(toPerlDigits(value));
  }
  const [digits = '', exponent = ''] = value.toExponential(PERL_DIGITS - 1).split('e');
  return `${digits.replace(/\.?0+$/, '')}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** A number rounded to 15 significant digits, for JSON: Perl loses the other digits when it prints the number. */
export function toPerlDigits(value: number): number {
  return Number(value.toPrecision(PERL_DIGITS));
}
