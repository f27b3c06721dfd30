/**
 * Limits the CPU time of a request. Work is counted before it is done, from the sizes in a plan or a record. The same
 * request therefore gets the same answer at any time and on any machine, and a 400 comes before the first byte. Clocks
 * would not work: on Workers they stop while a request computes.
 */
import { ApiError } from './api-error.ts';

/**
 * CPU time of one unit of work in nanoseconds, on the machine of docs/performance.md, rounded up. Measured by `npm run
 * bench-ld`, `bench-tree` and `bench-warm`.
 */
export const NANOSECONDS = {
  /** Comparison of two loci: once, plus `pairOfLociBySamples` for every 64 samples. */
  pairOfLoci: 20,
  pairOfLociBySamples: 0.4,
  /** Comparison of a variant with the central variant of a window. */
  variantOfWindow: 1_000,
  /** Lookup and description of one element of a POST's list. */
  item: 100_000,
  /**
   * One stored byte of records, from the compressed block to the text of the answer: decompressed, decoded, described,
   * written.
   */
  storedByte: 400,
  /** One letter of a sequence, from the packed block to the answer. */
  letter: 25,
  /** One letter of a sequence that is streamed as bytes: refget. */
  streamedLetter: 5,
  /** Comparison of a name with a pattern, including the read of its part of the table. */
  name: 500,
  /** Comparison of an entry of a trigram list with those of another list. */
  listed: 30,
  /** One stored byte of genes whose peptides are translated, including the bases of their exons. */
  storedByteOfProteome: 400,
  /** Effect of one allele on one transcript or other feature, with its block of the answer. */
  effect: 30_000,
  /** One line of a VCF file, with some ten effects: `npm run bench-annotate`. */
  vcfLine: 100_000,
  /** One cell of the table of an alignment of two sequences. */
  alignedPair: 6,
  /** One node of a gene tree, with its member's sequence. */
  node: 10_000,
} as const;

/** Default limit of CPU time of a request, in milliseconds. The paid plan of Workers allows 30,000. */
const DEFAULT_LIMIT = 25_000;

export class WorkBudget {
  readonly #limit: number;
  #spent = 0;

  /** @param milliseconds limit of the CPU time, as estimated from counts */
  constructor(milliseconds: number = DEFAULT_LIMIT) {
    this.#limit = milliseconds;
  }

  /**
   * Counts work before it is done. Throws ApiError (400) if the total of the request exceeds the limit.
   *
   * @param nanoseconds see NANOSECONDS
   * @param less how to ask for less: 'a smaller region'
   */
  spend(nanoseconds: number, less: string): void {
    this.#spent += nanoseconds / 1e6;
    if (this.#spent <= this.#limit) return;
    throw new ApiError(
      `This request takes too much computing: about ${shown(this.#spent)} ms, but at most ${shown(this.#limit)} ms ` +
        `are allowed. Please ask for ${less}`,
    );
  }
}

/** Two significant digits: the estimate is no more precise. */
function shown(milliseconds: number): string {
  return Number(milliseconds.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 1 });
}
