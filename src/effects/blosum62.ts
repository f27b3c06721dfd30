/** Henikoff and Henikoff's matrix BLOSUM62 (1992): how often residues replace each other in related proteins. */
const RESIDUES = 'ARNDCQEGHILKMFPSTWYV';
/** The lower half with the diagonal, in the order of RESIDUES. */
const ROWS = [
  [4],
  [-1, 5],
  [-2, 0, 6],
  [-2, -2, 1, 6],
  [0, -3, -3, -3, 9],
  [-1, 1, 0, 0, -3, 5],
  [-1, 0, 0, 2, -4, 2, 5],
  [0, -2, 0, -1, -3, -2, -2, 6],
  [-2, 0, 1, -1, -3, 0, 0, -2, 8],
  [-1, -3, -3, -3, -1, -3, -3, -4, -3, 4],
  [-1, -2, -3, -4, -1, -2, -3, -4, -3, 2, 4],
  [-1, 2, 0, -1, -3, 1, 1, -2, -1, -3, -2, 5],
  [-1, -1, -2, -3, -1, 0, -2, -3, -2, 1, 2, -1, 5],
  [-2, -3, -3, -3, -2, -3, -3, -3, -1, 0, 0, -3, 0, 6],
  [-1, -2, -2, -1, -3, -1, -1, -2, -2, -3, -3, -1, -2, -4, 7],
  [1, -1, 1, 0, -1, 0, 0, 0, -1, -2, -2, 0, -1, -2, -1, 4],
  [0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -2, -1, 1, 5],
  [-3, -3, -4, -4, -2, -2, -3, -2, -2, -3, -2, -3, -1, 1, -4, -3, -2, 11],
  [-2, -2, -2, -3, -2, -1, -2, -3, 2, -1, -1, -2, -1, 3, -3, -2, -2, 2, 7],
  [0, -3, -3, -3, -1, -2, -2, -3, -3, 3, 1, -2, 1, -1, -2, -2, 0, -3, -1, 4],
] as const;

/** The score of a pair of residues (one-letter codes); null for a letter without a row. */
export function blosum62(one: string, other: string): number | null {
  const [first, second] = [RESIDUES.indexOf(one), RESIDUES.indexOf(other)];
  if (one.length !== 1 || other.length !== 1 || first < 0 || second < 0) return null;
  return ROWS[Math.max(first, second)]?.[Math.min(first, second)] ?? null;
}
