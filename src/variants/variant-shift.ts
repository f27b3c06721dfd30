/**
 * A change of a sequence, its shortest form, and how far it can be moved: HGVS describes an insertion or a deletion in
 * repetitive sequence at its most 3' place.
 *
 * Positions run along one strand, in the direction in which its bases are read: forward positions for the forward
 * strand, their negatives for the reverse strand (orient), so that one piece of arithmetic serves both.
 */
import { reverseComplementOf } from '../genome/bases.ts';

/** Bases `start` to `end` become `alternative`. An insertion stands between `end` and `start` = `end` + 1. */
export interface Change {
  start: number;
  end: number;
  /** Bases from start to end; empty for an insertion. */
  reference: string;
  /** Empty for a deletion. */
  alternative: string;
}

/** Bases of a strand around a change. */
export interface Line {
  /** The bases from one position to another, both included; what lies beyond the known stretch is left out. */
  bases(start: number, end: number): string;
  /** Last known position. */
  readonly last: number;
}

/** A known stretch of the forward strand of a region, to be read along either strand. */
export class Flanks {
  readonly #start: number;
  readonly #bases: string;

  /** @param start forward position of the first base */
  constructor(start: number, bases: string) {
    this.#start = start;
    this.#bases = bases;
  }

  along(strand: 1 | -1): Line {
    return {
      last: strand === 1 ? this.#start + this.#bases.length - 1 : -this.#start,
      bases: (start, end) => {
        const [from, to] = strand === 1 ? [start, end] : [-end, -start];
        const forward = this.#bases.slice(Math.max(0, from - this.#start), Math.max(0, to - this.#start + 1));
        return strand === 1 ? forward : reverseComplementOf(forward);
      },
    };
  }
}

/** A change of the forward strand as seen along a strand, and back: orient is its own inverse. */
export function orient({ start, end, reference, alternative }: Change, strand: 1 | -1): Change {
  if (strand === 1) return { start, end, reference, alternative };
  return {
    start: -end,
    end: -start,
    reference: reverseComplementOf(reference),
    alternative: reverseComplementOf(alternative),
  };
}

/** Without the bases that both alleles begin with, then without those that both end with. */
export function trim({ start, end, reference, alternative }: Change): Change {
  const shorter = Math.min(reference.length, alternative.length);
  let head = 0;
  while (head < shorter && reference[head] === alternative[head]) head++;
  let tail = 0;
  while (tail < shorter - head && reference.at(-1 - tail) === alternative.at(-1 - tail)) tail++;
  return {
    start: start + head,
    end: end - tail,
    reference: reference.slice(head, reference.length - tail),
    alternative: alternative.slice(head, alternative.length - tail),
  };
}

/**
 * How far an insertion or deletion of some letters, bases or residues, can be moved along without changing what
 * results, when `following` are the letters behind it, and what it is there. Each step is possible when the first
 * letter, which stays behind, equals the one that takes its place at the end; after n steps the letters are rotated
 * by n.
 */
export function moveAlong(letters: string, following: string): [distance: number, moved: string] {
  let distance = 0;
  while (distance < following.length && following[distance] === letters[distance % letters.length]) distance++;
  const turn = distance % letters.length;
  return [distance, letters.slice(turn) + letters.slice(0, turn)];
}

/**
 * A trimmed insertion or deletion at its last possible place on the line; any other change as it is. Unknown bases
 * (N) equal nothing.
 */
export function shift(change: Change, line: Line): Change {
  const { start, end, reference, alternative } = change;
  if ((reference === '') === (alternative === '')) return change;
  const [known = ''] = line.bases(end + 1, line.last).split('N', 1);
  const [distance, moved] = moveAlong(reference || alternative, known);
  return {
    start: start + distance,
    end: end + distance,
    reference: reference && moved,
    alternative: alternative && moved,
  };
}

/**
 * The shortest form of a change of the forward strand at the first place that it can be moved to, and at the last;
 * the same where it cannot be.
 */
export function outermost(change: Change, flanks: Flanks): [first: Change, last: Change] {
  const short = trim(change);
  return [orient(shift(orient(short, -1), flanks.along(-1)), -1), shift(short, flanks.along(1))];
}
