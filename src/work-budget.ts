/**
 * What a request may compute. Work is counted before it is done, from what a plan or a record says of it: the same
 * request is refused or answered in the same way at every time and on every machine, and before its first byte. Clocks
 * would not do: those of Workers stand still while a request computes.
 */
import { ApiError } from './api-error.ts';

/**
 * CPU time of a piece of work in nanoseconds, on the machine of docs/performance.md, rounded up: `npm run bench-ld`,
 * `bench-tree` and `bench-warm` measure what they stand for.
 */
export const NANOSECONDS = {
  /** Two loci held against each other: once, and once more for every 64 samples. */
  pairOfLoci: 20,
  pairOfLociBySamples: 0.4,
  /** A variant held against the one that a window is around. */
  variantOfWindow: 1_000,
  /** An element of a POST's list, looked up and described. */
  item: 100_000,
  /**
   * A byte of records as they are stored, from the packed block to the text of the answer: decompressed, decoded,
   * described, written.
   */
  storedByte: 400,
  /** A letter of a sequence, from the packed block to the answer. */
  letter: 25,
  /** A name held against a pattern, with its part of the table that it is read from. */
  name: 500,
  /** An entry of a list of names held against those of another. */
  listed: 30,
  /** A byte of the genes whose peptides are made, as they are stored, with the bases of their exons. */
  storedByteOfProteome: 400,
  /** A node of a tree, with its member's letters. */
  node: 10_000,
} as const;

/**
 * Milliseconds of CPU time that a request may take where nothing else is said: the paid plan of Workers allows 30,000.
 */
const MILLISECONDS = 25_000;

export class WorkBudget {
  readonly #limit: number;
  #spent = 0;

  /** @param milliseconds of CPU time, as far as they can be told from counts */
  constructor(milliseconds: number = MILLISECONDS) {
    this.#limit = milliseconds;
  }

  /**
   * Sets work aside before it is done.
   *
   * @param nanoseconds see NANOSECONDS @param less how to ask for less: 'a smaller region'
   * Throws ApiError (400) where all that the request was to do comes to more than it may.
   */
  spend(nanoseconds: number, less: string): void {
    this.#spent += nanoseconds / 1e6;
    if (this.#spent <= this.#limit) return;
    throw new ApiError(
      `This request takes too much computing: some ${shown(this.#spent)} ms, where ${shown(this.#limit)} ms are ` +
        `allowed. Please ask for ${less}`,
    );
  }
}

/** Two digits: more would be a pretence. */
function shown(milliseconds: number): string {
  return Number(milliseconds.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 1 });
}
