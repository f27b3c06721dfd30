/**
 * Aligns a haplotype with the reference, as Ensembl does: Needleman and Wunsch with 10 for a match and -10 for a
 * mismatch and for each base of a gap. Where paths tie, bases are aligned only if that is strictly best, and a gap in
 * the reference comes only if it is better than one in the haplotype; seen from the end.
 */
const [MATCH, MISMATCH, GAP] = [10, -10, -10] as const;
const [ALIGNED, GAP_IN_REFERENCE, GAP_IN_OTHER] = [0, 1, 2] as const;
const IMPOSSIBLE = -0x4000_0000;

/** The two sequences with '-' for gaps, of equal length. */
export type Alignment = readonly [reference: string, other: string];

/** The sequences as they are, with '-' at the end of the shorter one. */
export function padded(reference: string, other: string): Alignment {
  const length = Math.max(reference.length, other.length);
  return [reference.padEnd(length, '-'), other.padEnd(length, '-')];
}

/** Cells of the table that `align` would fill, for estimates of its work. */
export function cellsOf(reference: string, other: string): number {
  const start = commonStart(reference, other);
  const [one, two] = [reference.slice(start), other.slice(start)];
  return (one.length + 1) * (2 * bandOf(one, two) + 1);
}

export function align(reference: string, other: string): Alignment {
  // Both begin alike: no path that ties leaves the diagonal there.
  const start = commonStart(reference, other);
  const [one, two] = alignRest(reference.slice(start), other.slice(start));
  const common = reference.slice(0, start);
  return [common + one, common + two];
}

function commonStart(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  return start;
}

/**
 * How far the best paths may be from the diagonal: a path that is farther has more gaps than are allowed by the score
 * of one path that is known, the one with a single gap in its best place.
 */
function bandOf(one: string, two: string): number {
  const [shorter, longer] = one.length < two.length ? [one, two] : [two, one];
  const more = longer.length - shorter.length;
  // Matches of the bases before a gap at k, and of those after it.
  let after = 0;
  for (let at = 0; at < shorter.length; at++) if (shorter[at] === longer[at + more]) after++;
  let [most, before] = [after, 0];
  for (let k = 0; k < shorter.length; k++) {
    if (shorter[k] === longer[k]) before++;
    if (shorter[k] === longer[k + more]) after--;
    most = Math.max(most, before + after);
  }
  return more + 2 * (shorter.length - most) + 1;
}

function alignRest(one: string, two: string): Alignment {
  const [rows, columns, band] = [one.length, two.length, bandOf(one, two)];
  const width = 2 * band + 1;
  const steps = new Uint8Array((rows + 1) * width);
  let before = new Int32Array(width + 2).fill(IMPOSSIBLE);
  let scores = new Int32Array(width + 2).fill(IMPOSSIBLE);
  // Scores of row i are at 1 + j - i + band.
  for (let i = 0; i <= rows; i++) {
    scores.fill(IMPOSSIBLE);
    const letter = i > 0 ? one.charCodeAt(i - 1) : -1;
    const to = Math.min(columns, i + band);
    for (let j = Math.max(0, i - band); j <= to; j++) {
      const at = 1 + j - i + band;
      const cell = i * width + at - 1;
      if (i === 0 || j === 0) {
        scores[at] = GAP * (i + j);
        steps[cell] = i === 0 ? GAP_IN_REFERENCE : GAP_IN_OTHER;
        continue;
      }
      const aligned = before[at]! + (letter === two.charCodeAt(j - 1) ? MATCH : MISMATCH);
      const inReference = scores[at - 1]! + GAP;
      const inOther = before[at + 1]! + GAP;
      if (aligned > inReference && aligned > inOther) {
        scores[at] = aligned;
        steps[cell] = ALIGNED;
      } else if (inReference > inOther) {
        scores[at] = inReference;
        steps[cell] = GAP_IN_REFERENCE;
      } else {
        scores[at] = inOther;
        steps[cell] = GAP_IN_OTHER;
      }
    }
    [before, scores] = [scores, before];
  }
  return pathOf(one, two, (i, j) => steps[i * width + j - i + band]!);
}

function pathOf(one: string, two: string, stepAt: (i: number, j: number) => number): Alignment {
  const [first, second]: [string[], string[]] = [[], []];
  let [i, j] = [one.length, two.length];
  while (i > 0 || j > 0) {
    const step = stepAt(i, j);
    first.push(step === GAP_IN_REFERENCE ? '-' : one.charAt(--i));
    second.push(step === GAP_IN_OTHER ? '-' : two.charAt(--j));
  }
  return [first.reverse().join(''), second.reverse().join('')];
}

/** A run of columns in which the sequences differ. */
export interface Difference {
  /** Column of its first letter, from 1. */
  position: number;
  reference: string;
  other: string;
}

/** Letters that are compared at once. */
const SKIP = 64;

/** Adjacent columns form one difference if gaps are in the same sequence. */
export function differencesOf([reference, other]: Alignment): Difference[] {
  const found: Difference[] = [];
  let open: Difference | null = null;
  for (let column = 0; column < reference.length; column++) {
    // Sequences are long and alike: equal parts are skipped as a whole.
    if (column % SKIP === 0 && reference.slice(column, column + SKIP) === other.slice(column, column + SKIP)) {
      open = null;
      column += SKIP - 1;
      continue;
    }
    if (reference.charCodeAt(column) === other.charCodeAt(column)) {
      open = null;
      continue;
    }
    const [one, two] = [reference.charAt(column), other.charAt(column)];
    if (open && open.reference.endsWith('-') === (one === '-') && open.other.endsWith('-') === (two === '-')) {
      open.reference += one;
      open.other += two;
    } else found.push((open = { position: column + 1, reference: one, other: two }));
  }
  return found;
}

/** Ensembl's name of a difference: '65C>T', '12insA', '621del{325}'. */
export function nameOf({ position, reference, other }: Difference): string {
  const shortened = (letters: string) => (letters.length > 3 ? `{${letters.length}}` : letters);
  if (reference.includes('-')) return `${position}ins${shortened(other)}`;
  if (other.includes('-')) return `${position}del${shortened(reference)}`;
  return `${position}${reference}>${other}`;
}
