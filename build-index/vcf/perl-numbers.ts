/** Numbers as Perl, which Ensembl's API is written in, reads and prints them. */

const [ZERO, MOST_DIGITS] = [0x30, 15];

/** What begins with no number counts nothing. */
export function number(text: string): number {
  if (text.length > 0 && text.length <= MOST_DIGITS) {
    let value = 0;
    for (let at = 0; ; at++) {
      if (at === text.length) return value;
      const digit = text.charCodeAt(at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
  }
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/** As printf's %.0f: halves go to the even number. */
export function halfToEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

/** As printf's %.4g: halves go to the even digit. */
export function fourDigits(value: number): number {
  // Only what is exactly half-way needs all its digits, and hardly anything is.
  const five = value.toPrecision(5);
  if (Number(five) !== value) return Number(value.toPrecision(4));
  const [, digits, last, exponent] = /^(\d\.\d\d(\d))50*e(.*)$/.exec(value.toExponential(60)) ?? [];
  return Number(digits !== undefined && Number(last) % 2 === 0 ? `${digits}e${exponent}` : value.toPrecision(4));
}
