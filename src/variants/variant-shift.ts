/**
 * Changes of a sequence: trimming to the shortest form, and shifting within repeats. HGVS describes an insertion or a
 * deletion in repetitive sequence at its most 3' place.
 *
 * Positions ascend in the 5' to 3' direction of a strand: forward positions on the forward strand, their negatives on
 * the reverse strand (orient), so that the same arithmetic works for both.
 */
import { reverseComplementOf } from '../genome/bases.ts';

/** Bases `start` to `end` become `alternative`. An insertion is between `end` and `start` = `end` + 1. */
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
  /** The known bases from one position to another, both inclusive. */
  bases(start: number, end: number): string;
  /** Last known position. */
  readonly last: number;
}

/** Known bases of an interval of a region, which can be read along either strand. */
export class Flanks {
  readonly #start: number;
  readonly #bases: string;

  /** @param start forward position of the first base */
  constructor(start: number, bases: string) {
    this.#start = start;
    this.#bases = bases;
  }

  /** The same bases at other positions. */
  movedBy(bases: number): Flanks {
    return new Flanks(this.#start + bases, this.#bases);
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

/** Converts a change from the forward strand to a strand, and back: orient is its own inverse. */
export function orient({ start, end, reference, alternative }: Change, strand: 1 | -1): Change {
  if (strand === 1) return { start, end, reference, alternative };
  return {
    start: -end,
    end: -start,
    reference: reverseComplementOf(reference),
    alternative: reverseComplementOf(alternative),
  };
}

/** Removes the bases that both alleles begin with, then those that both end with. */
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
 * How far an insertion or deletion of letters (bases or residues) can be moved without changing the result, and its
 * letters there. `following` are the letters after it. A step is possible if the next following letter equals the first
 * of the moved letters; after n steps the letters are rotated by n.
 */
export function moveAlong(letters: string, following: string): [distance: number, moved: string] {
  let distance = 0;
  while (distance < following.length && following[distance] === letters[distance % letters.length]) distance++;
  const turn = distance % letters.length;
  return [distance, letters.slice(turn) + letters.slice(0, turn)];
}

/**
 * Moves a trimmed insertion or deletion to its last possible place on the line; returns other changes as they are.
 * Unknown bases (N) differ from all bases.
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
 * The shortest form of a change of the forward strand at the first and at the last place that it can be moved to.
 */
export function outermost(change: Change, flanks: Flanks): [first: Change, last: Change] {
  const short = trim(change);
  return [orient(shift(orient(short, -1), flanks.along(-1)), -1), shift(short, flanks.along(1))];
}
