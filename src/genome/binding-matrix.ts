/**
 * Binding matrices in the units that clients request. Frequencies become probabilities with a pseudocount for bases
 * that were never seen; probabilities become bits (information content) or weights (log odds). The formulas are those
 * of Ensembl's funcgen API.
 */

export const MATRIX_UNITS = ['frequencies', 'probabilities', 'weights', 'bits'] as const;
export type MatrixUnit = (typeof MATRIX_UNITS)[number];

/** A unit as Ensembl's answers write it: Frequencies. */
export function capitalizedUnit(unit: string): string {
  return unit.charAt(0).toUpperCase() + unit.slice(1).toLowerCase();
}

/** Values of one position: A, C, G, T. */
type Column = readonly [a: number, c: number, g: number, t: number];

const PSEUDOCOUNT = 0.1;
/** Probability of each base in a random sequence. */
const EXPECTED = 0.25;
/** Information content of a position where only one base occurs. */
const MAX_BITS = 2;

/** Converts the columns of a matrix of counts to another unit. */
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

/** Not Math.log2: the quotient rounds like Ensembl's. */
function log2(value: number): number {
  return Math.log(value) / Math.log(2);
}
