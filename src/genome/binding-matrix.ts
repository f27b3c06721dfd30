/**
 * Binding matrices in the units that clients ask for. From frequencies to probabilities with a pseudocount for what
 * was never seen, and from there to bits (information content) or weights (log odds), as Ensembl's funcgen API
 * computes them.
 */

export const MATRIX_UNITS = ['frequencies', 'probabilities', 'weights', 'bits'] as const;
export type MatrixUnit = (typeof MATRIX_UNITS)[number];

/** How Ensembl writes a unit: Frequencies. */
export function inEnsembl(unit: string): string {
  return unit.charAt(0).toUpperCase() + unit.slice(1).toLowerCase();
}

/** Values of one position: A, C, G, T. */
type Column = readonly [a: number, c: number, g: number, t: number];

const PSEUDOCOUNT = 0.1;
/** Of each base, in a sequence of no particular make-up. */
const EXPECTED = 0.25;
/** Information in a position that takes only one base. */
const MAX_BITS = 2;

/** The columns of a matrix of counts in another unit. */
export function convertMatrix(frequencies: readonly Column[], unit: MatrixUnit): Column[] {
  switch (unit) {
    case 'frequencies':
      return [...frequencies];
    case 'probabilities':
      return frequencies.map(probabilities);
    case 'weights':
      return frequencies.map((column) => each(probabilities(column), (probability) => log2(probability / EXPECTED)));
    case 'bits':
      return frequencies.map(bits);
  }
}

/** Sum of a column's values. */
export function columnSum([a, c, g, t]: Column): number {
  return a + c + g + t;
}

function probabilities(counts: Column): Column {
  const all = columnSum(counts) + 4 * PSEUDOCOUNT;
  return each(counts, (count) => (count + PSEUDOCOUNT) / all);
}

function bits(counts: Column): Column {
  const column = probabilities(counts);
  const entropy = column.reduce((sum, probability) => sum - probability * log2(probability), 0);
  return each(column, (probability) => probability * (MAX_BITS - entropy));
}

function each([a, c, g, t]: Column, value: (of: number) => number): Column {
  return [value(a), value(c), value(g), value(t)];
}

/** Not Math.log2: the quotient rounds as Ensembl's. */
function log2(value: number): number {
  return Math.log(value) / Math.log(2);
}

/** Significant digits with which Perl writes a number. */
const PERL_DIGITS = 15;

/** A number rounded to the digits that Ensembl's service writes. */
export function toPerlDigits(value: number): number {
  return Number(value.toPrecision(PERL_DIGITS));
}
