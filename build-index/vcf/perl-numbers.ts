/** Numbers as Perl, which Ensembl's API is written in, reads and prints them. */

const [ZERO, MOST_DIGITS] = [0x30, 15];

/** The number that stands in a line; what begins with none counts nothing. */
export function numberAt(line: Buffer, from: number, to: number): number {
  if (to > from && to - from <= MOST_DIGITS) {
    let value = 0;
    for (let at = from; ; at++) {
      if (at === to) return value;
      const digit = line[at]! - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
  }
  return number(line.toString('latin1', from, to));
}

/** The same of a text. */
export function number(text: string): number {
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
  if (!mayBeHalf(value)) return Number(value.toPrecision(4));
  const [, digits, last, exponent] = /^(\d\.\d\d(\d))50*e(.*)$/.exec(value.toExponential(60)) ?? [];
  return Number(digits !== undefined && Number(last) % 2 === 0 ? `${digits}e${exponent}` : value.toPrecision(4));
}

/**
 * May a number be exactly half-way between two of four digits? It is m / 10^n then, of an m below 10^5, and as a sum of powers of two it is so only if m is a multiple of 5^n:
 * n is 7 at most, and the number a multiple of 1 / 2^7.
 */
export function mayBeHalf(value: number): boolean {
  return Number.isInteger(value * 128);
}
